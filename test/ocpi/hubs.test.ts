import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readOperatorData } from '../../server/shop/import/readOperatorData.ts';
import { createManualClock, type ManualClock } from '../support/clock.ts';
import { type JsonObject, locationOf, tariffOf } from '../support/ocpi/objects.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { OTHER_PARTY } from '../support/ocpi/state.ts';
import { orderPaid } from '../support/paidOrder.ts';
import { until } from '../support/until.ts';

let clock: ManualClock;
let shop: OcpiShop;
beforeEach(async () => {
  clock = createManualClock('2026-11-20T10:00:00.000Z');
  shop = await openOcpiShop({ clock });
});
afterEach(() => shop.close());

/** Returns a copy of the location or tariff that belongs to the second party of the hub. */
const ofOther = (object: JsonObject): JsonObject => ({ ...object, ...OTHER_PARTY });
const TARIFFS = [tariffOf('T1', 0.5), tariffOf('T2', 0.6)];

async function connectHub(hub: 'role' | 'role beside its own' | 'party'): Promise<void> {
  await shop.cpo.set({ hub, versions: [hub === 'party' ? '2.3.0' : '2.2.1'] });
  await shop.cpo.fill({
    locations: [locationOf(1), ofOther(locationOf(2))],
    tariffs: [...TARIFFS, ...TARIFFS.map(ofOther)],
  });
  await shop.connect({ parties: ['all'], hub: 'DE*HUB' });
}
/** Imports data in which the brand also offers the points of the second party of the hub. */
async function sellForOther(): Promise<void> {
  const data = await readOperatorData('demo');
  const clients = data.clients.map(client =>
    client.id === shop.clientId ? { ...client, parties: [...client.parties, 'DE*CPO', 'NL*TWO'] } : client,
  );
  await shop.operator.importData({ ...data, clients });
}
const offered = async () => {
  const points = shop.store.db.selectFrom('points').select('evse_id').where('source', '=', 'ocpi:town');
  return (await points.where('is_current', '=', 1).orderBy('evse_id').execute()).map(({ evse_id }) => evse_id);
};
const OWN = ['DE*CPO*E1*1', 'DE*CPO*E1*2'];
const ALL = [...OWN, 'DE*CPO*E2*1', 'DE*CPO*E2*2'];

describe('Points of all who are reached through a hub are sold', () => {
  it.each([
    ['that is one by its role (2.2.1)', 'role'],
    ['that has points of its own as well (2.2.1)', 'role beside its own'],
    ['that is one by a field (2.3.0)', 'party'],
  ] as const)('%s', async (_what, hub) => {
    await sellForOther();
    await connectHub(hub);
    expect(await offered()).toEqual(ALL);
  });

  it('soon after they were given to a client', async () => {
    await connectHub('role');
    expect(await offered()).toEqual(OWN);
    // Waits until the adapter has stored its first digest of the brand's rules (which parties it offers).
    await until(
      async () => {
        await clock.pass(15_000);
        return (await shop.store.db.selectFrom('key_values').select('key').where('key', '=', 'rules:town').execute()).length;
      },
      rows => rows === 1,
    );
    await sellForOther();
    const given = clock.now();
    await clock.pass(60_000);
    await until(
      async () => {
        await clock.pass(15_000);
        return offered();
      },
      points => points.length === ALL.length,
    );
    // The points are offered long before the next scheduled pull of the lists.
    expect(clock.now().getTime() - given.getTime()).toBeLessThan(30 * 60_000);
  });

  it('and a start at one of them is addressed to its operator', async () => {
    await sellForOther();
    await connectHub('role');
    await orderPaid(shop, 'DE*CPO*E2*1');
    const started = await until(
      async () => (await shop.cpo.state()).seen.find(({ path }) => path.endsWith('/commands/START_SESSION')),
      request => request !== undefined,
    );
    expect(started?.headers).toMatchObject({
      'ocpi-to-country-code': 'NL',
      'ocpi-to-party-id': 'TWO',
      'ocpi-from-country-code': 'DE',
      'ocpi-from-party-id': 'ABC',
    });
  });
});
