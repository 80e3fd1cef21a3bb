import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { AFIR_POWER_W } from '../../server/core/records/afirPower.ts';
import type { OperatorData, PointRecord } from '../../server/core/records/records.ts';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { listPoints } from '../../server/store/shop/catalogue.ts';
import { countPlugs, listPlugStates } from '../../server/store/shop/plugs.ts';
import {
  countPlugsSold,
  countPointsOfClient,
  countTariffs,
  findFirstPoint,
  listPlugsSold,
  listTariffUses,
} from '../../server/store/shop/plugsSold.ts';
import { listPointRows, listSites, listTroubleSites } from '../../server/store/shop/points.ts';
import { replaceCatalogue } from '../../server/store/shop/replaceCatalogue.ts';
import { countConnectorsAt, listLocations } from '../../server/store/staff/useRows.ts';
import { compactId } from '../../shared/model/evseId.ts';
import { bothEngines } from '../support/bothEngines.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const LIMIT = 1000;

describe.each(bothEngines())('What is sold by which tariff, on %s', (_, open) => {
  let store: Store;
  let data: OperatorData;
  beforeEach(async () => {
    store = await open();
    await store.migrate();
    data = await readOperatorData('demo');
    await importCatalogue(data);
  });
  afterEach(() => store.close());

  const importCatalogue = (all: OperatorData) => store.inTransaction(trx => replaceCatalogue(trx, all, NOW));
  const withPoints = (change: (point: PointRecord, n: number) => PointRecord | null): OperatorData => ({
    ...data,
    points: data.points.map(change).filter(point => point !== null),
  });
  /** Computes the plug counts per tariff by reading all points. `tariffUses` must return the same counts. */
  async function counted(): Promise<readonly string[]> {
    const uses = (await listPoints(store.db)).flatMap(({ clientId, country, connectors }) =>
      connectors.map(({ tariffId, isDc, powerW }) => `${tariffId} ${clientId} ${country} ${isDc && powerW >= AFIR_POWER_W}`),
    );
    return [...Map.groupBy(uses, use => use)].map(([use, alike]) => `${use} ${alike.length}`).sort();
  }
  const tariffUses = async () =>
    (await listTariffUses(store.db, { after: '', limit: LIMIT }))
      .map(({ tariffId, clientId, country, isFast, plugs }) => `${tariffId} ${clientId} ${country} ${isFast} ${plugs}`)
      .sort();

  it('is told without reading all points, whatever the files become', async () => {
    expect(await tariffUses()).toEqual(await counted());
    const [other = ''] = data.points.flatMap(({ connectors }) => connectors.map(({ tariffId }) => tariffId)).toReversed();
    const changes: readonly OperatorData[] = [
      withPoints((point, n) => (n % 3 === 0 ? null : point)),
      withPoints(point => ({ ...point, connectors: point.connectors.slice(0, 1) })),
      withPoints((point, n) =>
        n % 2 === 0 ? { ...point, connectors: point.connectors.map(each => ({ ...each, tariffId: other })) } : point,
      ),
      withPoints(point => ({ ...point, state: 'charging' })),
      withPoints(() => null),
      data,
    ];
    for (const change of changes) {
      await importCatalogue(change);
      expect(await tariffUses()).toEqual(await counted());
    }
    await sql`delete from points where compact = ${compactId(data.points[0]?.evseId ?? '')}`.execute(store.db);
    expect(await tariffUses()).toEqual(await counted());
  });

  it('leaves out a connector that has left its point', async () => {
    const total = async () => Object.values(await countPlugs(store.db, null)).reduce((sum, count) => sum + count, 0);
    const connectorsOf = (points: readonly PointRecord[]) => points.flatMap(({ connectors }) => connectors).length;
    expect(await total()).toBe(connectorsOf(data.points));
    const fewer = withPoints(point => ({ ...point, connectors: point.connectors.slice(0, 1) }));
    await importCatalogue(fewer);
    expect(connectorsOf(fewer.points)).toBeLessThan(connectorsOf(data.points));
    expect(await total()).toBe(connectorsOf(fewer.points));
    expect(await listPlugStates(store.db, null, { limit: LIMIT })).toHaveLength(connectorsOf(fewer.points));
    // The connectors that the points still have are free. The others have a fault.
    await store.db.updateTable('plugs').set({ state: 'unavailable' }).execute();
    for (const { evseId, connectors } of fewer.points)
      for (const { id } of connectors)
        await store.db
          .updateTable('plugs')
          .set({ state: 'available' })
          .where('evse_id', '=', evseId)
          .where('connector', '=', id)
          .execute();
    const states = ['unavailable'] as const;
    expect(await listPointRows(store.db, { limit: LIMIT, states })).toEqual([]);
    const trouble = { states, standing: ['suspended' as const], standingSince: NOW, evseIds: [], limit: LIMIT };
    expect(await listTroubleSites(store.db, null, trouble)).toEqual([]);
  });

  it('leaves nothing of tariffs that nothing is sold by any more', async () => {
    const rows = async () => (await store.db.selectFrom('tariff_uses').select('plugs').execute()).map(({ plugs }) => plugs);
    for (const day of ['monday', 'tuesday'])
      await importCatalogue(
        withPoints(point => ({
          ...point,
          connectors: point.connectors.map(each => ({ ...each, tariffId: `${each.tariffId} ${day}` })),
        })),
      );
    expect(await rows()).not.toContain(0);
    expect(await tariffUses()).toEqual(await counted());
    await importCatalogue(withPoints(() => null));
    expect(await rows()).toEqual([]);
  });

  it('is told page by page, with the first plugs of each', async () => {
    const all = (await listTariffUses(store.db, { after: '', limit: LIMIT })).map(({ tariffId }) => tariffId);
    const ids = [...new Set(all)];
    const paged: string[] = [];
    for (let after = '', page: string[] = ['']; page.length > 0; after = page.at(-1) ?? '') {
      page = [...new Set((await listTariffUses(store.db, { after, limit: 2 })).map(({ tariffId }) => tariffId))];
      paged.push(...page);
    }
    expect(paged).toEqual(ids.toSorted());
    const [tariffId = ''] = ids;
    const plugs = await listPlugsSold(store.db, { tariffId, limit: 3 });
    expect(plugs.length).toBeGreaterThan(0);
    for (const { connector } of plugs) expect(connector.tariffId).toBe(tariffId);
  });

  it('is told page by page without leaving one out, however a database sorts letters', async () => {
    await importCatalogue(withPoints(() => null));
    if (store.engine === 'postgres')
      await sql`alter table tariff_uses alter column tariff_id type text collate "de-x-icu"`.execute(store.db);
    const ids = ['b', 'B', 'a', 'C', 'c', 'A-1', 'a1'];
    for (const id of ids) await sql`insert into tariff_uses values (${id}, 'blaufink', 'de', 0, 1)`.execute(store.db);
    const paged: string[] = [];
    for (let after = '', isMore = true; isMore; after = paged.at(-1) ?? '') {
      const tariffUses = (await listTariffUses(store.db, { after, limit: 3 })).map(({ tariffId }) => tariffId);
      paged.push(...tariffUses.slice(0, 2));
      isMore = tariffUses.length > 2;
    }
    expect(paged.toSorted()).toEqual(ids.toSorted());
  });

  it('counts only one client, also at a tariff and at a place that clients share', async () => {
    const shared = withPoints(point => ({
      ...point,
      ...{ street: 'Street 1', city: 'Town' },
      connectors: point.connectors.map(each => ({ ...each, tariffId: 'shared' })),
    }));
    await importCatalogue(shared);
    const clients = [...new Set(shared.points.map(({ clientId }) => clientId))];
    expect(clients.length).toBeGreaterThan(1);
    for (const clientId of clients) {
      const own = shared.points.filter(point => point.clientId === clientId);
      const plugs = own.flatMap(({ connectors }) => connectors).length;
      expect(await countPlugsSold(store.db, { tariffId: 'shared', clientId })).toEqual({ plugs, places: 1 });
      expect(await countTariffs(store.db, { clientId })).toEqual({ tariffs: 1, plugs });
      expect(await countTariffs(store.db, { clientId, find: own[0]?.evseId ?? '' })).toEqual({ tariffs: 1, plugs });
      const foreign = shared.points.find(point => point.clientId !== clientId);
      expect(await countTariffs(store.db, { clientId, find: foreign?.evseId ?? '' })).toEqual({ tariffs: 0, plugs: 0 });
      const uses = await listTariffUses(store.db, { after: '', limit: LIMIT, clientId });
      expect(uses.map(use => use.clientId)).toEqual(uses.map(() => clientId));
      expect(uses.reduce((sum, use) => sum + use.plugs, 0)).toBe(plugs);
      const sold = await listPlugsSold(store.db, { tariffId: 'shared', limit: LIMIT, clientId });
      expect(sold.map(({ point }) => point.clientId)).toEqual(Array.from({ length: plugs }, () => clientId));
      expect(await listSites(store.db, { limit: 9, clientId })).toEqual([{ place: 'Town, Street 1', points: own.length }]);
      const at = { places: ['Town, Street 1'], suppliers: [clientId] };
      expect(await countConnectorsAt(store.db, at)).toEqual(new Map([['Town, Street 1', plugs]]));
      const isOffered = await listLocations(store.db, { evseIds: data.points.map(({ evseId }) => evseId), ...at });
      expect(isOffered.filter(each => each.isOffered).map(({ evseId }) => evseId)).toEqual(
        expect.arrayContaining(own.map(({ evseId }) => evseId)),
      );
      expect(isOffered.filter(each => each.isOffered)).toHaveLength(own.length);
    }
    expect(await listSites(store.db, { limit: 9 })).toEqual([{ place: 'Town, Street 1', points: shared.points.length }]);
  });

  it('and by whom', async () => {
    const points = (await listPoints(store.db)).filter(({ clientId }) => clientId === 'blaufink');
    expect(await countPointsOfClient(store.db, { clientId: 'blaufink', limit: LIMIT })).toBe(points.length);
    expect(await countPointsOfClient(store.db, { clientId: 'blaufink', limit: 2 })).toBe(2);
    const [first] = points.map(({ evseId }) => compactId(evseId)).sort();
    expect(compactId((await findFirstPoint(store.db, 'blaufink'))?.evseId ?? '')).toBe(first);
    expect(await findFirstPoint(store.db, 'nobody')).toBeNull();
  });
});
