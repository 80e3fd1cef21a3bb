import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createClock } from '../../server/adapters/clock/clock.ts';
import { createPeerClient } from '../../server/stations/ocpi/transport/client.ts';
import { type PullEnd, pullPages } from '../../server/stations/ocpi/transport/pages.ts';
import { createRequest } from '../../server/stations/ocpi/transport/request.ts';
import { type LocalCpo, openLocalCpo } from '../support/ocpi/openLocalCpo.ts';

const TOKEN = 'k-invitation';
const client = createPeerClient({ request: createRequest({ allowsPrivatePeers: true }), note: () => undefined });
/** At this speed of the clock, waits of minutes take less than a second. */
const clock = createClock({ speed: 100, anchor: { realMs: Date.now(), shownMs: Date.parse('2026-11-22T10:00:00Z') } });

let cpo: LocalCpo;
let token: string;
beforeAll(async () => {
  cpo = await openLocalCpo();
  await cpo.invite(TOKEN);
  // A second OCPI peer requests the lists in place of the app, because any registered peer may request them.
  const us = await openLocalCpo();
  await us.invite(TOKEN);
  await cpo.register({ url: us.versionsUrl, token: TOKEN, version: '2.2.1' });
  token = (await cpo.state()).peer!.theirToken;
  await us.close();
});
afterAll(() => cpo.close());

const GOOD = { size: 50, links: 'good', sendsTotal: true, isShrinking: false, hasBadObject: false } as const;
beforeEach(async () => {
  await cpo.set({ page: GOOD, faults: [] });
  await cpo.fill({ locations: 120 });
});

interface Pulled extends PullEnd {
  ids: unknown[];
  requested: string[];
}

async function pull(more: { dateFrom?: Date; signal?: AbortSignal } = {}): Promise<Pulled> {
  const ids: unknown[] = [];
  const before = (await cpo.state()).seen.length;
  const end = await pullPages({
    client,
    clock,
    peer: { url: cpo.endpoint('2.2.1', 'locations'), token, encoding: 'base64', module: 'locations' },
    signal: new AbortController().signal,
    handle: async items => void ids.push(...items.map(item => (item as { id: unknown }).id)),
    ...more,
  });
  const pagesRequested = (await cpo.state()).seen.slice(before).map(({ query }) => `${query.offset}+${query.limit}`);
  return { ...end, ids, requested: pagesRequested };
}
const ALL = Array.from({ length: 120 }, (_, at) => `LOC${at + 1}`);

describe('a list of a peer', () => {
  test('is read page by page to its end', async () => {
    const { ids, requested, ...end } = await pull();
    expect(ids).toEqual(ALL);
    expect(requested).toEqual(['0+100', '50+50', '100+50']);
    expect(end).toEqual({ isClean: true, fault: null, received: 120, pages: 3 });
  });

  test.each([
    ['without links', { links: 'none' }],
    ['without links and a total', { links: 'none', sendsTotal: false }],
    ['with links into the peer’s inner network', { links: 'inner host' }],
    ['one object at a time', { size: 1 }],
  ] as const)('is read whole %s', async (_how, page) => {
    if ('size' in page) await cpo.fill({ locations: 7 });
    await cpo.set({ page });
    const pulled = await pull();
    expect(pulled).toMatchObject({ isClean: true, ids: 'size' in page ? ALL.slice(0, 7) : ALL });
  });

  test('may be empty', async () => {
    await cpo.fill({ locations: 0 });
    expect(await pull()).toMatchObject({ isClean: true, received: 0, pages: 1 });
  });

  test('may be asked for what has changed since', async () => {
    const { seen } = await cpo.state();
    expect(await pull({ dateFrom: new Date('2026-11-21T00:00:00Z') })).toMatchObject({ isClean: true, received: 0 });
    expect((await cpo.state()).seen[seen.length]?.query).toMatchObject({ date_from: '2026-11-21T00:00:00.000Z' });
  });

  test.each([
    ['circular', 'goes round in circles'],
    ['same offset', 'goes round in circles'],
    ['endless', 'goes round in circles'],
    ['other host by path', 'leads to another host'],
  ] as const)('with %s links is broken off, and nothing counts as gone', async (links, fault) => {
    await cpo.set({ page: { links } });
    const pulled = await pull();
    expect(pulled).toMatchObject({ isClean: false, fault });
    expect(pulled.ids.slice(0, 50)).toEqual(ALL.slice(0, 50));
    expect(pulled.pages).toBeLessThan(10);
  });

  test('that shrinks while it is read is used, but nothing counts as gone', async () => {
    await cpo.set({ page: { isShrinking: true } });
    expect(await pull()).toMatchObject({ isClean: false, fault: 'has changed while it was read', received: 120 });
  });

  test.each(['truncate', 'http', 'down', 'html', 'retry after'] as const)(
    'is asked for again after %s, for half as much each time',
    async kind => {
      await cpo.set({ faults: [{ module: 'locations', kind, times: 2, value: kind === 'http' ? 503 : 2 }] });
      const pulled = await pull();
      expect(pulled).toMatchObject({ isClean: true, ids: ALL });
      expect(pulled.requested.slice(0, 3)).toEqual(['0+100', '0+50', '0+25']);
    },
  );

  test('is given up after four attempts', async () => {
    await cpo.set({ faults: [{ module: 'locations', kind: 'http', times: null, value: 500 }] });
    const pulled = await pull();
    expect(pulled).toMatchObject({ isClean: false, fault: 'cannot be read', received: 0 });
    expect(pulled.requested).toHaveLength(4);
  });

  test.each([
    ['code', 2001, 'refused'],
    ['http', 401, 'refused'],
    ['redirect', 302, 'leads to another host'],
  ] as const)('that is answered with %s %p is not asked for again', async (kind, value, fault) => {
    await cpo.set({ faults: [{ module: 'locations', kind, times: null, value }] });
    const pulled = await pull();
    expect(pulled).toMatchObject({ isClean: false, fault });
    expect(pulled.requested).toHaveLength(1);
  });

  test('hands on broken objects with the good ones', async () => {
    await cpo.set({ page: { hasBadObject: true } });
    await cpo.fill({ locations: 2 });
    expect((await pull()).ids).toEqual(['broken', 'LOC1', 'LOC2']);
  });

  test('is read no further when the app stops', async () => {
    expect(await pull({ signal: AbortSignal.abort() })).toMatchObject({ isClean: false, fault: 'stopped', pages: 0 });
  });
});
