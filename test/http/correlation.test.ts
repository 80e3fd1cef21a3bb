import { describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { createLog } from '../../server/http/request/log.ts';
import { correlationId, withCorrelation } from '../../server/platform/correlation.ts';
import { handleJob } from '../../server/runtime/outbox.ts';
import { tracingHeaders } from '../../server/stations/ocpi/transport/headers.ts';
import { claimDue } from '../../server/store/jobs/jobClaims.ts';
import { enqueue } from '../../server/store/jobs/outboxRows.ts';
import { openContext } from '../support/openContext.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const OWN = /^[0-9a-f]{12}$/;

/** @returns the different request ids in the response and in the log lines of one request */
async function idsOf(headers: Record<string, string>, trustProxy: number | readonly string[] = 1): Promise<readonly unknown[]> {
  const lines: { request?: string }[] = [];
  const log = createLog({ level: 'info', destination: { write: line => void lines.push(JSON.parse(line) as object) } });
  const app = express().set('trust proxy', trustProxy).use(log.requests);
  app.get('/', async (_request, response) => {
    await new Promise(resolve => setImmediate(resolve));
    log.event('something');
    response.json(response.locals.requestId);
  });
  const { body } = await supertest(app).get('/').set(headers);
  return [...new Set([...lines.map(({ request }) => request), body as unknown])];
}

describe('A request', () => {
  it('has the id of the proxy in front in each of its lines, where that is trusted', async () => {
    expect(await idsOf({ 'X-Request-Id': 'a1b2c3d4-edge.7' })).toEqual(['a1b2c3d4-edge.7']);
    expect(await idsOf({ 'X-Request-Id': 'a1b2c3d4-edge.7' }, ['loopback'])).toEqual(['a1b2c3d4-edge.7']);
    expect(await idsOf({ traceparent: `00-${TRACE}-00f067aa0ba902b7-01` })).toEqual([TRACE]);
    expect(await idsOf({ 'X-Request-Id': 'a1b2c3d4', traceparent: `00-${TRACE}-00f067aa0ba902b7-01` })).toEqual(['a1b2c3d4']);
  });

  it.each([
    ['nobody in front is trusted', { 'X-Request-Id': 'a1b2c3d4' }, 0],
    ['the peer is no proxy of ours', { 'X-Request-Id': 'a1b2c3d4' }, ['10.0.0.0/8']],
    ['it is too short', { 'X-Request-Id': 'a1' }, 1],
    ['it is too long', { 'X-Request-Id': 'a'.repeat(37) }, 1],
    ['it is more than an id', { 'X-Request-Id': '<b>a1b2c3d4</b>' }, 1],
    ['it could forge a line', { 'X-Request-Id': 'a1b2c3d4","msg":"x' }, 1],
    ['its trace is none', { traceparent: `00-${'0'.repeat(32)}-00f067aa0ba902b7-01` }, 1],
  ])('has one of ours where %s', async (_, headers, trustProxy) => {
    expect(await idsOf(headers, trustProxy)).toEqual([expect.stringMatching(OWN)]);
  });

  it('is known to the jobs that it causes, and to a charge point operator that these ask', async () => {
    const { context, close } = await openContext();
    try {
      const now = context.clock.now();
      const add = (subjectId: string) =>
        context.store.inTransaction(trx => enqueue(trx, { kind: 'draw-document', subjectId, at: now }));
      await withCorrelation('a1b2c3d4', () => add('with'));
      await add('without');
      const seen: Record<string, unknown> = {};
      const handlers = {
        'draw-document': async (_: unknown, row: { subjectId: string }) => {
          seen[row.subjectId] = [correlationId(), tracingHeaders()['X-Correlation-ID']];
          return 'done' as const;
        },
      } as unknown as Parameters<typeof handleJob>[1];
      const rows = await claimDue(context.store.db, { now, leaseMs: 1000, limit: 9 });
      for (const row of rows) await handleJob(context, handlers, row);
      expect(seen).toEqual({
        with: ['a1b2c3d4', 'a1b2c3d4'],
        without: [undefined, expect.stringMatching(/^[0-9a-f-]{36}$/)],
      });
    } finally {
      await close();
    }
  });
});
