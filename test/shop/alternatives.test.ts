import { afterEach, describe, expect, it } from '@jest/globals';
import type { Alternatives } from '../../shared/charging/alternatives.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
afterEach(() => shop.close());

const NEUMARKT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' };
const FRINGS = { clientId: 'blaufink', evseId: 'DE*BLF*E1002*1' };
const alternatives = (point = NEUMARKT, connector = '1') => shop.operator.findAlternatives({ ...point, connector });
const herePlugs = ({ here }: Alternatives) => here.map(({ evseId, id }) => `${evseId} ${id}`);
const sites = ({ near }: Alternatives) => near.map(({ street, distanceM, freePlugs }) => `${street} ${distanceM} ${freePlugs}`);
const report = (evseId: string, state: 'available' | 'charging' | 'unavailable', connector = '1') =>
  shop.operator.reportPlug({ evseId, connector, state });

describe.each(bothEngines())('Beside a plug that cannot be used, on %s,', (_engine, openStore) => {
  it('stand the other free plugs of the address and the nearest places with their distance and direction', async () => {
    shop = await openOperator({ store: await openStore() });
    const found = await alternatives();
    expect(herePlugs(found)).toEqual(['DE*BLF*E1001*2 1', 'DE*BLF*E1001*3 1']);
    expect(sites(found)).toEqual([
      'Kardinal-Frings-Straße 1-3 937 2',
      'Picassoplatz (Auenweg) 2004 2',
      'Dürener Straße 287 3160 1',
    ]);
    const [nearest, second] = found.near;
    expect(nearest).toMatchObject({ bearingDeg: 28, plug: { evseId: FRINGS.evseId, kind: 'type2', currency: 'EUR' } });
    // To the other side of the river, which lies in the east.
    expect(second?.bearingDeg).toBeGreaterThan(60);
    expect(second?.bearingDeg).toBeLessThan(80);
  });

  it('no plug stands that is occupied, out of order, switched off or sold by a session of the app', async () => {
    shop = await openOperator({ store: await openStore() });
    await report('DE*BLF*E1001*2', 'charging');
    await report('DE*BLF*E1002*1', 'unavailable');
    await shop.charging({ ...FRINGS, evseId: 'DE*BLF*E1002*2', connector: '1' });
    await shop.store.db
      .updateTable('points')
      .set({ switched_off: JSON.stringify({ at: '2026-11-20T10:00:00Z', by: 'Petra', reason: 'digging' }) })
      .where('evse_id', 'in', ['DE*BLF*E1005*1', 'DE*BLF*E1005*2'])
      .execute();
    const found = await alternatives();
    expect(herePlugs(found)).toEqual(['DE*BLF*E1001*3 1']);
    expect(sites(found)).toEqual(['Dürener Straße 287 3160 1']);
  });

  it('nothing stands of a point that has left the catalogue, and no place without a position', async () => {
    shop = await openOperator({ store: await openStore() });
    await shop.store.db.updateTable('points').set({ is_current: 0 }).where('evse_id', 'like', 'DE*BLF*E1002%').execute();
    const { json } = await shop.store.db
      .selectFrom('points')
      .select('json')
      .where('evse_id', '=', NEUMARKT.evseId)
      .executeTakeFirstOrThrow();
    const { coordinates: _position, ...point } = JSON.parse(json) as { coordinates: object };
    expect(sites(await alternatives())).not.toContain('Kardinal-Frings-Straße 1-3 937 2');
    await shop.store.db
      .updateTable('points')
      .set({ json: JSON.stringify(point) })
      .where('evse_id', '=', NEUMARKT.evseId)
      .execute();
    expect((await alternatives()).near).toEqual([]);
    expect(herePlugs(await alternatives())).toHaveLength(2);
    await expect(alternatives({ ...NEUMARKT, evseId: 'DE*XXX*E1' })).rejects.toMatchObject({ code: 'no-charging-point' });
  });
});

describe('A plug that cannot be used', () => {
  it('says since when, and nothing else of the session of another driver', async () => {
    shop = await openOperator();
    const plugOf = async () => (await shop.operator.getChargingPoint(NEUMARKT)).plugs[0];
    const ordered = await shop.charging(NEUMARKT);
    const { createdAt } = await shop.session(ordered);
    const free = (await shop.operator.getChargingPoint({ ...NEUMARKT, evseId: 'DE*BLF*E1001*2' })).plugs[0];
    expect(await plugOf()).toMatchObject({ state: 'occupied', since: createdAt.toISOString() });
    expect(Object.keys((await plugOf()) ?? {}).filter(name => name !== 'since')).toEqual(
      Object.keys(free ?? {}).filter(name => name !== 'since'),
    );
    await shop.pass(60);
    await report(NEUMARKT.evseId, 'unavailable');
    expect(await plugOf()).toMatchObject({ state: 'unavailable' });
  });
});
