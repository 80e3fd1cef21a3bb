import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listPlugRows } from '../../server/store/shop/points.ts';
import { linesOf } from '../support/commandLines.ts';
import { type OpenOperator, type Ordered, openOperator, PLAIN } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

const MINUTE_S = 60;
const HOUR_S = 3600;
const kindOf = async (ordered: Ordered) => (await shop.operator.getSession(ordered)).kind;
const stops = () => shop.stations.calls.filter(({ step }) => step === 'stop').length;
const charge = async (ordered: Ordered, energyWh: number) =>
  shop.stations.meter(ordered.authorizationReference, {
    at: shop.clock.now(),
    energyWh,
    powerW: 11_000,
    isCharging: true,
  });
const end = async ({ authorizationReference }: Ordered, energyWh: number) => {
  await shop.stations.end(authorizationReference, { at: shop.clock.now(), energyWh });
  await shop.pass(0);
};
const unlock = async (ordered: Ordered) => {
  const { number } = await shop.session(ordered);
  const options = { transaction: String(number), reason: 'The driver called', who: 'Petra Lindqvist' };
  return linesOf({ store: shop.store, now: shop.clock.now() }, 'unlock', options);
};

describe('A station that refuses to stop', () => {
  let ordered: Ordered;
  beforeEach(async () => {
    ordered = await shop.charging();
    await shop.pass(MINUTE_S);
    await charge(ordered, 200);
    shop.stations.refuseStops(3);
    await shop.operator.stopSession(ordered);
    await shop.pass(1);
  });

  it('has its driver told what to do there, and a person as well, once', async () => {
    expect(await shop.operator.getSession(ordered)).toMatchObject({ kind: 'stopping', isStopRefused: true });
    await shop.pass(MINUTE_S);
    expect(await shop.attention()).toEqual(['the station refuses to stop']);
  });

  it('is asked again, and once it obeys nothing is said of it any more', async () => {
    await shop.pass(30 * MINUTE_S);
    expect(stops()).toBeGreaterThan(3);
    expect(await shop.operator.getSession(ordered)).toMatchObject({ kind: 'stopping', isStopRefused: false });
  });

  it('bills what was charged until it ended, within the hold', async () => {
    await shop.pass(10 * MINUTE_S);
    await charge(ordered, 2000);
    await end(ordered, 2500);
    expect(await kindOf(ordered)).toBe('completed');
    await shop.pass(5);
    const { totalMinor, energyWh } = await shop.session(ordered);
    expect(energyWh).toBe(2500);
    expect((await shop.payment(ordered)).capturedMinor).toBe(totalMinor);
  });
});

describe('Stations that nobody can reach', () => {
  it('are not sold: the page says so, and no order is taken', async () => {
    const orderRequest = await shop.request();
    shop.stations.cutOff();
    const { plugs } = await shop.operator.getChargingPoint(PLAIN);
    expect(plugs.map(({ state }) => state)).toEqual(plugs.map(() => 'unavailable'));
    await expect(shop.operator.startSession(orderRequest)).rejects.toMatchObject({ code: 'plug-taken' });
    expect(shop.stations.calls).toEqual([]);
  });
});

describe('A station that tells of the battery', () => {
  it('has it shown, until it tells something newer', async () => {
    const ordered = await shop.charging();
    const battery = { at: shop.clock.now().toISOString(), percent: 63, targetPercent: 80, minutesLeft: 25 };
    const reading = { at: shop.clock.now(), energyWh: 500, powerW: 50_000, isCharging: true };
    await shop.stations.meter(ordered.authorizationReference, reading, battery);
    expect(await shop.operator.getSession(ordered)).toMatchObject({ values: { battery } });
    await charge(ordered, 600);
    expect(await shop.operator.getSession(ordered)).toMatchObject({ values: { battery } });
  });

  it('is not spoken of where there is nothing to tell', async () => {
    const ordered = await shop.charging();
    const view = await shop.operator.getSession(ordered);
    expect(view.kind === 'running' && 'battery' in view.values).toBe(false);
  });
});

describe('A start', () => {
  it('is known by at most 20 capitals and figures, as the oldest stations take no more', async () => {
    const [one, two] = [await shop.order(), await shop.order()];
    for (const { authorizationReference } of [one, two]) expect(authorizationReference).toMatch(/^[A-Z0-9]{16,20}$/);
    expect(one.authorizationReference).not.toBe(two.authorizationReference);
  });

  it('goes where the point was reached when it was ordered, and so does its stop', async () => {
    const ordered = await shop.charging();
    const addressBefore = shop.stations.lastAddress();
    expect(addressBefore).toMatchObject({ source: 'simulator', evseId: PLAIN.evseId, connector: '1' });
    expect([addressBefore?.countryCode, addressBefore?.partyId].join('*')).toBe('DE*BLF');
    const row = await shop.store.db
      .selectFrom('points')
      .select('json')
      .where('evse_id', '=', PLAIN.evseId)
      .executeTakeFirstOrThrow();
    const moved = { ...JSON.parse(row.json), station: { ...addressBefore, source: 'ocpp', locationId: 'elsewhere' } };
    await shop.store.db
      .updateTable('points')
      .set({ json: JSON.stringify(moved) })
      .where('evse_id', '=', PLAIN.evseId)
      .execute();
    await shop.operator.stopSession(ordered);
    await shop.pass(1);
    expect(shop.stations.lastAddress()).toEqual(addressBefore);
  });

  it('that runs is asked for what is new only, however long it has run', async () => {
    const ordered = await shop.charging();
    for (let n = 1; n <= 5; n++) {
      await shop.pass(MINUTE_S);
      await charge(ordered, n * 180);
    }
    const latest = shop.clock.now();
    await shop.pass(2 * MINUTE_S);
    expect(shop.stations.requestedSince.at(-1)).toEqual(latest);
  });
});

describe('A cable that stays locked', () => {
  it('is unlocked by a person once the session is over, and not before', async () => {
    const ordered = await shop.charging();
    await expect(unlock(ordered)).rejects.toThrow(/is running/);
    await end(ordered, 10_000);
    await unlock(ordered);
    await shop.pass(5);
    expect(shop.stations.calls.filter(({ step }) => step === 'unlock')).toHaveLength(1);
    expect(await shop.attention()).toEqual([]);
  });

  it.each([
    ['refuses', () => shop.stations.jam()],
    ['does not answer', () => shop.stations.trouble('unlock', ...Array.from({ length: 9 }, () => 'unheard' as const))],
  ])('whose station %s is told to that person, each time they ask', async (_what, befall) => {
    const ordered = await shop.charging();
    await end(ordered, 10_000);
    befall();
    await unlock(ordered);
    await shop.pass(30 * MINUTE_S);
    expect(await shop.attention()).toEqual(['the station does not unlock']);
  });
});

/** Takes the connector of `PLAIN` out of the catalogue, so that its rated power is unknown. */
async function renameConnector(): Promise<void> {
  const { db } = shop.store;
  const { json } = await db.selectFrom('points').select('json').where('evse_id', '=', PLAIN.evseId).executeTakeFirstOrThrow();
  const point = JSON.parse(json);
  const renamed = JSON.stringify({ ...point, connectors: [{ ...point.connectors[0], id: 'new' }] });
  await db.updateTable('points').set({ json: renamed }).where('evse_id', '=', PLAIN.evseId).execute();
}

it('A session whose connector has left the catalogue is stopped two intervals before its limit at the measured power', async () => {
  const ordered = await shop.charging();
  const limitWh = (((await shop.request()).limitMinor ?? 0) / 49) * 1000;
  await renameConnector();
  const chargeTo = async (energyWh: number) => {
    // Less than two intervals of ten seconds, so that the meter is not overdue.
    await shop.pass(10);
    const reading = { at: shop.clock.now(), energyWh: Math.floor(energyWh), powerW: 400_000, isCharging: true };
    await shop.stations.meter(ordered.authorizationReference, reading);
  };
  await chargeTo(limitWh - 4000);
  expect(await kindOf(ordered)).toBe('running');
  // The energy of two intervals at 400 kW is 2,223 Wh.
  await chargeTo(limitWh - 1600);
  expect(await kindOf(ordered)).toBe('stopping');
});

describe('A station that falls silent while a vehicle charges', () => {
  it('is stopped before the limit could be used up at full power, and billed by what its meter tells', async () => {
    const ordered = await shop.charging();
    await shop.pass(MINUTE_S);
    await charge(ordered, 180);
    shop.stations.trouble('read', ...Array.from({ length: 2000 }, () => 'unheard' as const));
    const point = await shop.operator.getChargingPoint(PLAIN);
    const powerW = point.plugs[0]?.powerW ?? 0;
    const { limitMinor } = await shop.request();
    // At 49 cents per kWh, the vehicle cannot have used up the limit before this time, even at full power.
    const hours = ((limitMinor ?? 0) / 49) * (1000 / (powerW * 1.1));
    await shop.pass(Math.floor(hours * 3600 * 0.8));
    expect(await kindOf(ordered)).toBe('running');
    await shop.pass(Math.floor(hours * 3600 * 0.25));
    expect(await kindOf(ordered)).toBe('stopping');
    await end(ordered, 5000);
    await shop.pass(5);
    expect(await shop.session(ordered)).toMatchObject({ stopReason: 'unreported', energyWh: 5000, totalMinor: 245 });
    const { number } = await shop.session(ordered);
    const shown = await shop.operator.console
      .operatingAs({ name: 'Petra', may: 'read', by: 'link' }, 'request')
      .getSession({ number });
    expect(shown?.timeline.map(({ what }) => what.key)).toContain('session.did.stopBy.unreported');
    expect(shown?.timeline.map(({ what }) => what.key)).not.toContain('session.did.stopBy.limit');
  });

  it('is stopped within the limit if its connector has left the catalogue: the last measured power counts', async () => {
    const ordered = await shop.charging();
    await shop.pass(MINUTE_S);
    await charge(ordered, 180);
    shop.stations.trouble('read', ...Array.from({ length: 2000 }, () => 'unheard' as const));
    const { limitMinor } = await shop.request();
    await renameConnector();
    // At 49 cents per kWh and the measured 11 kW.
    const hours = ((limitMinor ?? 0) / 49) * (1 / (11 * 1.1));
    await shop.pass(Math.floor(hours * HOUR_S * 0.8));
    expect(await kindOf(ordered)).toBe('running');
    await shop.pass(Math.floor(hours * HOUR_S * 0.25));
    expect(await kindOf(ordered)).toBe('stopping');
  });

  it('needs somebody after ten minutes, also where its source answers for it', async () => {
    const ordered = await shop.charging();
    await shop.pass(MINUTE_S);
    await charge(ordered, 180);
    shop.stations.cutOff();
    await shop.pass(9 * MINUTE_S);
    expect(await shop.attention()).toEqual([]);
    await shop.pass(2 * MINUTE_S);
    expect(await shop.attention()).toEqual(['station silent while charging']);
  });
});

describe('A plug that a station tells of again', () => {
  it('stands as it is since it changed, and nothing is written', async () => {
    const reportState = async (state: 'available' | 'unavailable') => {
      await shop.operator.reportPlug({ ...PLAIN, state });
      const plugs = await listPlugRows(shop.store.db, [PLAIN.evseId]);
      return plugs.find(({ connector }) => connector === PLAIN.connector);
    };
    const reportedAt = await reportState('unavailable');
    await shop.pass(HOUR_S);
    expect(await reportState('unavailable')).toEqual(reportedAt);
    expect(await reportState('available')).toMatchObject({ state: 'available', since: shop.clock.now() });
  });
});
