import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type CallFacts, createPeerClient, type OcpiAnswer } from '../../server/stations/ocpi/transport/client.ts';
import { createRequest } from '../../server/stations/ocpi/transport/request.ts';
import { freePort } from '../support/freePort.ts';
import { type LocalCpo, openLocalCpo } from '../support/ocpi/openLocalCpo.ts';
import type { AnswerFault } from '../support/ocpi/switches.ts';
import { until } from '../support/until.ts';

const TOKEN = 'k-invitation';
const notes: CallFacts[] = [];
const client = createPeerClient({
  request: createRequest({ allowsPrivatePeers: true }),
  note: facts => void notes.push(facts),
});

let cpo: LocalCpo;
beforeAll(async () => {
  cpo = await openLocalCpo();
});
afterAll(() => cpo.close());
beforeEach(async () => {
  await cpo.invite(TOKEN);
  await cpo.set({ faults: [], encoding: { understands: ['base64', 'raw'] } });
});

const call = (more: Partial<Parameters<typeof client.call>[0]> = {}): Promise<OcpiAnswer> =>
  client.call({ method: 'GET', url: cpo.versionsUrl, token: TOKEN, encoding: 'base64', module: 'versions', ...more });
const failWith = (fault: Partial<AnswerFault> & Pick<AnswerFault, 'kind'>) =>
  cpo.set({ faults: [{ module: '*', times: null, ...fault }] });

describe('a call to a peer', () => {
  test('carries the token, ids for tracing and the way, and says nothing of them in the log', async () => {
    notes.length = 0;
    const route = { from: { country_code: 'DE', party_id: 'ABC' }, to: { country_code: 'DE', party_id: 'CPO' } };
    const answer = await call({ route });
    expect(answer).toMatchObject({ status: 200, outcome: 'success', statusCode: 1000 });
    expect(answer.data).toEqual([
      { version: '2.2.1', url: expect.stringMatching(/\/ocpi\/2\.2\.1$/) },
      { version: '2.3.0', url: expect.stringMatching(/\/ocpi\/2\.3\.0$/) },
    ]);
    const { seen } = await cpo.state();
    expect(seen.at(-1)?.headers).toMatchObject({
      authorization: `Token ${Buffer.from(TOKEN).toString('base64')}`,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-correlation-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'ocpi-from-party-id': 'ABC',
      'ocpi-to-country-code': 'DE',
    });
    const facts = { method: 'GET', module: 'versions', tookMs: expect.any(Number), status: 200, statusCode: 1000 };
    expect(notes).toEqual([{ ...facts, outcome: 'success', failure: null, excerpt: null }]);
  });

  test('with a token that the peer reads in one encoding only works in that one', async () => {
    await cpo.set({ encoding: { understands: ['raw'] } });
    expect(await call()).toMatchObject({ status: 401, outcome: 'refused', statusCode: 2002 });
    expect(await call({ encoding: 'raw' })).toMatchObject({ outcome: 'success' });
  });

  test.each([
    ['code', 2001, 'refused'],
    ['code', 3000, 'unknown'],
    ['code', 4003, 'undelivered'],
    ['http', 500, 'unknown'],
    ['http', 404, 'refused'],
    ['http', 503, 'unknown'],
    ['retry after', 1, 'refused'],
  ] as const)('answered with %s %p is %s', async (kind, value, outcome) => {
    await failWith({ kind, value });
    expect(await call()).toMatchObject({ outcome });
  });

  test.each([
    ['down', 'no-answer'],
    ['lost', 'no-answer'],
    ['redirect', 'redirect'],
    ['html', 'truncated'],
    ['truncate', 'truncated'],
    ['two values', 'truncated'],
    ['not utf-8', 'unreadable'],
    ['bare', 'unreadable'],
    ['huge', 'too-large'],
    ['huge when unpacked', 'too-large'],
  ] as const)('that ends %s fails as %s', async (kind, failure) => {
    await failWith({ kind });
    await expect(call()).rejects.toMatchObject({ name: 'OcpiFailure', kind: failure, isUnsent: false });
  });

  test('follows no redirect, wherever it leads', async () => {
    await failWith({ kind: 'redirect', value: 307, location: cpo.versionsUrl, times: 1 });
    const before = (await cpo.state()).seen.length;
    await expect(call()).rejects.toMatchObject({ kind: 'redirect' });
    expect((await cpo.state()).seen).toHaveLength(before + 1);
  });

  test.each(['hang', 'drip'] as const)('with a peer that would %s ends in time', async kind => {
    await failWith({ kind });
    const began = performance.now();
    await expect(call({ limitMs: 600 })).rejects.toMatchObject({ kind: 'no-answer', message: 'no-answer: too slow' });
    expect(performance.now() - began).toBeLessThan(3000);
  });

  test('ends when it is called off', async () => {
    await failWith({ kind: 'hang' });
    const off = new AbortController();
    const count = async () => (await cpo.state()).seen.length;
    const before = await count();
    const called = expect(call({ signal: off.signal })).rejects.toMatchObject({ kind: 'no-answer' });
    // Until the peer has received the request, the call would certainly be unsent.
    await until(count, seen => seen > before);
    off.abort();
    await called;
  });

  test('that nobody listens to was certainly not sent', async () => {
    const url = `http://127.0.0.1:${await freePort()}/ocpi`;
    await expect(call({ url, method: 'POST', body: {} })).rejects.toMatchObject({ kind: 'not-sent', isUnsent: true });
    await expect(call({ url: 'http://nowhere.invalid/' })).rejects.toMatchObject({ isUnsent: true });
    // The server on this port does not support TLS.
    const plain = cpo.versionsUrl.replace('http:', 'https:');
    await expect(call({ url: plain })).rejects.toMatchObject({ isUnsent: true });
  });
});
