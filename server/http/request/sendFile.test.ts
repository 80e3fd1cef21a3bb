import { EventEmitter, once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import express from 'express';
import { answerProblems } from './problems.ts';
import { sendFile } from './sendFile.ts';

it('is no fault of ours when a visitor leaves in the middle of a file', async () => {
  const bugs: unknown[] = [];
  const log = { bug: (error: unknown) => void bugs.push(error) };
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(64 * 1024);
    } finally {
      resolve();
    }
  }
  const app = express();
  app.use((_request, response) => sendFile(response, { fileName: 'a.csv', contentType: 'text/csv', bytes: endless() }));
  const { promise: isAnswered, resolve: answered } = Promise.withResolvers<void>();
  const answer = answerProblems({ showProblem: async () => undefined, log: log as never, reportUnavailable: () => undefined });
  app.use(((error, request, response, next) => {
    void Promise.resolve(answer(error, request, response, next)).then(() => answered());
  }) satisfies express.ErrorRequestHandler);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const clientRequest = get({ port, host: '127.0.0.1', path: '/' }, response =>
      response.once('data', () => clientRequest.destroy()),
    );
    clientRequest.on('error', () => undefined);
    await Promise.all([isOver, isAnswered]);
    expect(bugs).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('adds few enough listeners to an answer that Node.js does not warn, beside four others that wait for its end', async () => {
  let max = 0;
  const app = express();
  app.use((_request, response, next) => {
    for (let count = 0; count < 4; count++) response.once('close', () => undefined);
    response.on('newListener', name => {
      max = Math.max(max, response.listenerCount(name) + 1);
    });
    next();
  });
  const bytes = Array.from({ length: 50 }, () => Buffer.alloc(64 * 1024));
  app.use((_request, response) => sendFile(response, { fileName: 'a.csv', contentType: 'text/csv', bytes }));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect((await answer.arrayBuffer()).byteLength).toBe(50 * 64 * 1024);
  server.closeAllConnections();
  server.close();
  expect(max).toBeGreaterThan(4);
  expect(max).toBeLessThanOrEqual(EventEmitter.defaultMaxListeners);
});

it('A request that turns out to be none while it is answered is no fault of ours, and any other error is', async () => {
  const bugs: unknown[] = [];
  const answer = answerProblems({
    showProblem: async () => undefined,
    log: { bug: (error: unknown) => void bugs.push(error) } as never,
    reportUnavailable: () => undefined,
  });
  const response = { headersSent: true, destroy: () => undefined } as never;
  const [broken, ours] = [Object.assign(new Error('Parse Error'), { code: 'HPE_INVALID_EOF_STATE' }), new Error('ours')];
  for (const error of [broken, ours]) await answer(error, {} as never, response, () => undefined);
  expect(bugs).toEqual([ours]);
});
