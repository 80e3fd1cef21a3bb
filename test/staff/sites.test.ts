import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Operating } from '../../shared/console/operating.ts';
import { HOUR_MS } from '../../shared/model/time.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';

describe.each(bothEngines())('The places of charging points, on %s', (_, openStore) => {
  let app: OpenOperator;
  let petra: Operating;
  beforeEach(async () => {
    app = await openOperator({ store: await openStore() });
    petra = app.operator.console.operatingAs({ name: 'Petra', may: 'act', by: 'link' }, 'request');
  }, 60_000);
  afterEach(() => app.close());

  /** Adds points in a city of their own, which comes before the cities of the demo shop. */
  async function addPoints(city: string, count: number, state: 'available' | 'unavailable'): Promise<void> {
    const { db } = app.store;
    const like = await db.selectFrom('points').selectAll().where('evse_id', '=', PLAIN.evseId).executeTakeFirstOrThrow();
    for (let n = 0; n < count; n++) {
      const evseId = `DE*BLF*E${city}${n}`;
      const json = JSON.stringify({ ...JSON.parse(like.json), evseId, city });
      const { client_id, source } = like;
      const row = { evse_id: evseId, compact: evseId.replaceAll('*', ''), client_id, source, json, is_current: 1 as const };
      await db.insertInto('points').values(row).execute();
      await db.insertInto('plugs').values({ evse_id: evseId, connector: '1', state, updated_at: 0 }).execute();
    }
  }

  const cities = (sites: readonly { place: string }[]) => sites.map(({ place }) => place.split(',')[0]);
  const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (__, n) => `AA${100 + from + n}`);

  it('are never called fine if a plug cannot be used, however many such places there are', async () => {
    for (const city of numbered(1, 60)) await addPoints(city, 1, 'unavailable');
    await addPoints('AB', 1, 'available');
    const first = await petra.getSites({});
    expect(cities(first.trouble)).toEqual(numbered(1, 48));
    expect(first.fine.lines).toEqual([]);
    const next = await petra.getSites({ after: first.fine.after ?? '' });
    // A place of the demo shop has trouble, too.
    expect(cities(next.trouble)).toEqual([...numbered(49, 60), 'Köln']);
    expect(cities(next.fine.lines)[0]).toBe('AB');
    for (const { points } of [...first.trouble, ...next.trouble]) expect(points).not.toEqual([]);
  });

  it('need attention if a driver has reported a fault, or a vehicle has been standing for hours', async () => {
    for (const city of ['AA', 'AB', 'AC']) await addPoints(city, 1, 'available');
    const trouble = async () => cities((await petra.getSites({})).trouble).filter(city => city !== 'Köln');
    expect(await trouble()).toEqual([]);
    const report = { kind: 'plug', words: 'Bent', email: '', photo: null, locale: 'de', formToken: 't' } as const;
    await app.operator.reportFault({ ...PLAIN, evseId: 'DE*BLF*EAB0', ...report });
    const standing = { state: 'suspended', updated_at: app.clock.now().getTime() - 2.5 * HOUR_MS } as const;
    await app.store.db.updateTable('plugs').set(standing).where('evse_id', '=', 'DE*BLF*EAC0').execute();
    expect(await trouble()).toEqual(['AB', 'AC']);
    const { trouble: sites } = await petra.getSites({});
    const reported = sites.flatMap(({ points }) => points).filter(({ openFaults }) => openFaults > 0);
    expect(reported.map(({ evseId, openFaults }) => [evseId, openFaults])).toEqual([['DE*BLF*EAB0', 1]]);
    const { points, plugsAtPlaces } = await petra.listStations({ is: 'waiting' });
    expect([points?.lines.map(({ evseId }) => evseId), plugsAtPlaces]).toEqual([
      ['DE*BLF*EAC0'],
      { [`AC, ${points?.lines[0]?.street}`]: 1 },
    ]);
  });

  it('are listed with all their points, even if only few such places fit on a page', async () => {
    for (const city of ['AA', 'AB', 'AC']) await addPoints(city, 240, 'available');
    const first = await petra.getSites({});
    expect(first.fine.lines.map(({ points }) => points.length)).toEqual([240, 240]);
    const next = await petra.getSites({ after: first.fine.after ?? '' });
    expect(next.fine.lines[0]?.points).toHaveLength(240);
  });
});
