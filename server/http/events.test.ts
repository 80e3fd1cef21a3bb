import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { LIMITS } from '../../shared/limits.ts';
import type { Backend } from '../backend.ts';
import { createEvents, type Events } from './events.ts';
import { answerProblems } from './problems.ts';

let server: Server;
let events: Events;
const answers: IncomingMessage[] = [];
beforeEach(async () => {
  /** A session that never changes. */
  const backend = {
    getSession: async () => ({}),
    async *watchSession({ signal }: { signal: AbortSignal }) {
      await once(signal, 'abort');
      yield* [];
    },
  } as unknown as Backend;
  events = createEvents(backend);
  const app = express().set('trust proxy', 1).use(events.router);
  app.use(answerProblems({ showProblem: async () => undefined, log: { bug: () => undefined } as never }));
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
    const most = LIMITS.streamsPerNetwork;
    expect(await tally(most + 20, n => `2001:db8:1:2:${(n + 1).toString(16)}::1`)).toEqual({ 200: most, 429: 20 });
    expect(await open('2001:db8:1:3::1')).toBe(200);
    expect(await tally(most + 5, () => '192.0.2.7')).toEqual({ 200: most, 429: 5 });
    expect(await open('192.0.2.8')).toBe(200);
  });

  it('give their place back when they end', async () => {
    expect(await tally(LIMITS.streamsPerNetwork + 1, () => '192.0.2.7')).toMatchObject({ 429: 1 });
    answers[0]?.destroy();
    while (events.open() === LIMITS.streamsPerNetwork) await new Promise(resolve => setTimeout(resolve, 10));
    expect(await open('192.0.2.7')).toBe(200);
  });

  it('are counted in all, from however many networks', async () => {
    const networks = Math.ceil(LIMITS.streams / LIMITS.streamsPerNetwork) + 1;
    const all = await tally(LIMITS.streams + 10, n => `10.0.${n % networks}.1`);
    expect(all).toEqual({ 200: LIMITS.streams, 429: 10 });
    expect(events.open()).toBe(LIMITS.streams);
  }, 60_000);
});
