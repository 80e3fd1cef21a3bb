import { EventEmitter, once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { until } from '../../../test/support/until.ts';
import type { Backend } from '../../core/ports/backend.ts';
import { answerProblems } from '../request/problems.ts';
import { createEvents, type Events } from './events.ts';

const MAX_STREAMS = 300;
/** When the session reaches this version, the mocked subscription fails. */
const BROKEN = 99;
/** Maximum number of streams per network: a tenth of the total maximum. */
const OF_A_NETWORK = 30;

let server: Server;
let events: Events;
/** Emits new session versions to the streams. Tests wait until the last version has arrived. */
let shown: EventEmitter;
let followed: number;
const answers: IncomingMessage[] = [];
let received: string[] = [];
beforeEach(async () => {
  shown = new EventEmitter().setMaxListeners(0);
  followed = 0;
  received = [];
  let session = { version: 1, text: 'x'.repeat(200) };
  shown.on('version', (version: number) => {
    session = { ...session, version };
  });
  shown.on('grown', (version: number) => {
    session = { version, text: 'x'.repeat(2_000_000) };
    shown.emit('version', version);
  });
  const backend = {
    async *watchSession({ signal }: { signal: AbortSignal }) {
      followed += 1;
      try {
        for (; !signal.aborted; await once(shown, 'version', { signal }).catch(() => undefined)) {
          if (session.version === BROKEN) throw new Error('The database is away');
          yield session;
        }
      } finally {
        followed -= 1;
      }
    },
  } as unknown as Backend;
  events = createEvents(backend, MAX_STREAMS);
  const app = express().set('trust proxy', 1).use(events.router);
  app.use(
    answerProblems({
      showProblem: async () => undefined,
      log: { bug: () => undefined } as never,
      reportUnavailable: () => undefined,
    }),
  );
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const answer of answers.splice(0)) answer.destroy();
  events.close();
  server.closeAllConnections();
  server.close();
});

async function open(from: string): Promise<number> {
  const { port } = server.address() as AddressInfo;
  const path = '/api/sessions/AAAAAAAAAAAAAAAAAAAAAA/events';
  const headers = { 'X-Forwarded-For': from, Accept: 'application/json' };
  const request = get({ port, path, headers, host: '127.0.0.1', agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  answers.push(answer);
  return answer.statusCode ?? 0;
}
/** Collects the data that each open stream receives. */
const listen = (): string[] =>
  answers.map((answer, n) => {
    answer.on('data', part => {
      received[n] += String(part);
    });
    return '';
  });
const versionsIn = (text: string | undefined): number[] =>
  [...(text ?? '').matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
const newest = async () => received.map(text => versionsIn(text).at(-1));

const tally = async (count: number, from: (n: number) => string) => {
  const statuses = new Map<number, number>();
  for (let n = 0; n < count; n++) {
    const status = await open(from(n));
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  return Object.fromEntries(statuses);
};

describe('Live views', () => {
  it('are counted by network: all addresses of one /64 together, and each of IPv4 by itself', async () => {
    const maxPerNetwork = OF_A_NETWORK;
    expect(await tally(maxPerNetwork + 20, n => `2001:db8:1:2:${(n + 1).toString(16)}::1`)).toEqual({
      200: maxPerNetwork,
      429: 20,
    });
    expect(await open('2001:db8:1:3::1')).toBe(200);
    expect(await tally(maxPerNetwork + 5, () => '192.0.2.7')).toEqual({ 200: maxPerNetwork, 429: 5 });
    expect(await open('192.0.2.8')).toBe(200);
  });

  it('give their place back when they end', async () => {
    expect(await tally(OF_A_NETWORK + 1, () => '192.0.2.7')).toMatchObject({ 429: 1 });
    answers[0]?.destroy();
    while (events.open() === OF_A_NETWORK) await new Promise(resolve => setTimeout(resolve, 10));
    expect(await open('192.0.2.7')).toBe(200);
  });

  it('are counted in all, from however many networks', async () => {
    const networks = Math.ceil(MAX_STREAMS / OF_A_NETWORK) + 1;
    const all = await tally(MAX_STREAMS + 10, n => `10.0.${n % networks}.1`);
    expect(all).toEqual({ 200: MAX_STREAMS, 429: 10 });
    expect(events.open()).toBe(MAX_STREAMS);
  }, 60_000);

  it('are made once for all who watch the same, each as it is now, and for nobody when all have left', async () => {
    await tally(20, n => `10.0.${n}.1`);
    shown.emit('version', 2);
    await tally(20, n => `10.1.${n}.1`);
    received = listen();
    await until(newest, all => all.every(version => version === 2));
    shown.emit('version', 3);
    await until(newest, all => all.length === 40 && all.every(version => version === 3));
    expect(new Set(received.map(text => text.slice(text.lastIndexOf('id: '))))).toHaveProperty('size', 1);
    expect(versionsIn(received[0])).toEqual([1, 2, 3]);
    expect(versionsIn(received[39])).toEqual([2, 3]);
    expect(followed).toBe(1);
    for (const answer of answers) answer.destroy();
    await until(
      async () => [events.open(), followed],
      ([streams, views]) => streams === 0 && views === 0,
    );
    expect(await open('10.0.0.1')).toBe(200);
    expect(followed).toBe(1);
  });

  it('leave out what a network could not take, but not what came last', async () => {
    await open('10.0.0.1');
    const [slow] = answers;
    slow?.pause();
    // Sends far more data than the buffers of the connection can hold.
    for (let version = 2; version <= 40; version++) {
      shown.emit('grown', version);
      await new Promise(resolve => setTimeout(resolve, 10));
    }
    received = listen();
    slow?.resume();
    await until(newest, ([version]) => version === 40);
    expect(versionsIn(received[0]).length).toBeLessThan(39);
  });

  it('asked for by HEAD end at once, and the connection takes the next request', async () => {
    const { port } = server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    let answered = '';
    socket.on('data', part => {
      answered += String(part);
    });
    for (const method of ['HEAD', 'GET'])
      socket.write(`${method} /api/sessions/AAAAAAAAAAAAAAAAAAAAAA/events HTTP/1.1\r\nHost: here\r\n\r\n`);
    await until(
      async () => answered,
      text => text.includes('id: 1\n'),
    );
    expect(answered.match(/^HTTP.*|^content-type:.*|^id:.*/gim)).toEqual([
      ...['HTTP/1.1 200 OK', 'Content-Type: text/event-stream; charset=utf-8'],
      ...['HTTP/1.1 200 OK', 'Content-Type: text/event-stream; charset=utf-8', 'id: 1'],
    ]);
    expect(events.open()).toBe(1);
    socket.destroy();
  });

  it('end together when the session cannot be read any more', async () => {
    await tally(3, n => `10.0.${n}.1`);
    const ended = Promise.all(answers.map(answer => new Promise(resolve => answer.resume().once('close', resolve))));
    shown.emit('version', BROKEN);
    await ended;
    await until(
      async () => events.open(),
      streams => streams === 0,
    );
    expect(followed).toBe(0);
  });
});
