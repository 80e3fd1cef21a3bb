import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import express from 'express';
import { serve } from './serve.ts';

let server: Server;
let stop: () => void;
let exited: Promise<number>;
let isReady: boolean;
beforeEach(async () => {
  isReady = true;
  const app = express();
  app.get('/slow', (_request, response) => void setTimeout(() => response.send('slow'), 1500));
  app.get('/busy', (_request, response) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
    response.send('busy');
  });
  app.get('/', (_request, response) => void response.send('fine'));
  const exit = Promise.withResolvers<number>();
  exited = exit.promise;
  const signals = new Map<string, () => void>();
  server = await serve({
    app: {
      handler: app,
      upgrade: null,
      isUpload: () => false,
      greeting: [],
      reload: async () => undefined,
      drain() {
        isReady = false;
      },
      close: async () => undefined,
      log: { event: () => undefined, bug: () => undefined },
    },
    port: 0,
    host: '127.0.0.1',
    process: {
      once: (signal: string, act: () => void) => void signals.set(signal, act),
      on: () => undefined,
      exit: (code: number) => exit.resolve(code),
    } as never,
  });
  stop = signals.get('SIGTERM') ?? (() => undefined);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const port = () => (server.address() as AddressInfo).port;

/**
 * An HTTP client in its own thread, so that it runs while the main thread is busy. It sends one request immediately, and a
 * second one when it receives a message.
 */
const VISITOR = `
  const { parentPort, workerData } = require('node:worker_threads');
  const socket = require('node:net').connect(workerData, '127.0.0.1');
  const sendRequest = () => socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n');
  let answers = '';
  socket.on('data', bytes => {
    answers += bytes;
    parentPort.postMessage({ count: answers.split('HTTP/1.1 200').length - 1 });
  });
  socket.on('error', () => {});
  socket.on('close', () => parentPort.postMessage({ count: answers.split('HTTP/1.1 200').length - 1, isClosed: true }));
  parentPort.on('message', sendRequest);
  sendRequest();
`;

it('listens at the address it is given, and at no other', () => {
  expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
});

it('answers at its end what a busy process has not read yet', async () => {
  const visitors = Array.from({ length: 5 }, () => new Worker(VISITOR, { eval: true, workerData: port() }));
  await Promise.all(visitors.map(visitor => once(visitor, 'message')));
  const ended = visitors.map(async visitor => {
    for (;;) {
      const [reported] = (await once(visitor, 'message')) as [{ count: number; isClosed?: boolean }];
      if (reported.isClosed) return reported.count;
    }
  });
  // Blocks the process until the last second of serving is over. In the next round of the event loop, the expired timer runs
  // before the sockets are read.
  await new Promise(resolve => setImmediate(resolve));
  stop();
  for (const visitor of visitors) visitor.postMessage('go');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1750);
  expect(await Promise.all(ended)).toEqual(visitors.map(() => 2));
  expect(await exited).toBe(0);
  expect(isReady).toBe(false);
  await Promise.all(visitors.map(visitor => visitor.terminate()));
}, 20_000);

/**
 * An HTTP client in its own thread that opens a new connection for each request. When the server refuses a connection, the
 * client reports its errors.
 */
const NEW_CONNECTIONS = `
  const { parentPort, workerData: { port, path } } = require('node:worker_threads');
  const { get } = require('node:http');
  const faults = [];
  const next = () => get({ port, host: '127.0.0.1', path, agent: false }, response => {
    response.resume().once('end', next);
    parentPort.postMessage({ isAnswered: true });
  }).once('error', ({ code }) => {
    if (code === 'ECONNREFUSED') return parentPort.postMessage({ faults });
    faults.push(code);
    next();
  });
  next();
`;

it.each([1, 2, 3])(
  'resets no new connection at its end while it is busy (run %i)',
  async () => {
    const paths = ['/busy', '/busy', ...Array.from({ length: 6 }, () => '/')];
    const visitors = paths.map(path => new Worker(NEW_CONNECTIONS, { eval: true, workerData: { port: port(), path } }));
    const faults = visitors.map(visitor => {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>();
      visitor.on('message', (message: { faults?: readonly string[] }) => message.faults && resolve(message.faults));
      return promise;
    });
    await Promise.all(visitors.map(visitor => once(visitor, 'message')));
    stop();
    expect((await Promise.all(faults)).flat()).toEqual([]);
    expect(await exited).toBe(0);
    await Promise.all(visitors.map(visitor => visitor.terminate()));
  },
  20_000,
);

it('finishes what it has begun, closes who only waits, and ends', async () => {
  const waiting = connect(port(), '127.0.0.1');
  await once(waiting, 'connect');
  const address = `http://127.0.0.1:${port()}/slow`;
  const requestStarted = once(server, 'request');
  const slow = fetch(address);
  await requestStarted;
  const begin = performance.now();
  stop();
  expect(await (await slow).text()).toBe('slow');
  expect(await exited).toBe(0);
  expect(performance.now() - begin).toBeLessThan(8000);
  await expect(fetch(address)).rejects.toThrow();
}, 20_000);

it('drops within fifteen seconds whoever sends a header byte by byte', async () => {
  const begin = performance.now();
  const socket = connect(port(), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nX: ');
  const drip = setInterval(() => socket.write('x'), 500);
  await once(socket.resume(), 'close').finally(() => clearInterval(drip));
  expect(performance.now() - begin).toBeLessThan(15_000);
  expect((await fetch(`http://127.0.0.1:${port()}/`)).status).toBe(200);
}, 40_000);
