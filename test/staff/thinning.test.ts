import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createMeterThinning, thinBatch } from '../../server/staff/upkeep/thinning.ts';
import { listReadings } from '../../server/store/shop/readings.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
afterEach(() => shop.close());

/** Log events of the app. */
let logged: object[] = [];
const contextAfter = (days: number) => ({
  store: shop.store,
  holidays: { isHoliday: () => false },
  logEvent: (event: string, facts?: object) => void logged.push({ event, ...facts }),
  clock: { ...shop.clock, now: () => new Date(shop.clock.now().getTime() + days * DAY_MS) },
});
/**
 * Runs all batches of the thinning in the night after the given number of days.
 * @returns the number of removed rows
 */
async function thinAfter(days: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await thinBatch(contextAfter(days));
    removed += batch.removed;
    if (!batch.isMore) return removed;
  }
}
const readingsOf = ({ sessionId }: Ordered) => listReadings(shop.store.db, sessionId);
/** Returns the receipt of the session as a driver reads it, without the receipt token, which differs for each request. */
async function receiptOf({ sessionId }: Ordered) {
  const { receipt: _, found, ...receipt } = await shop.operator.getReceipt({ receipt: sessionId });
  return { ...receipt, found: { ...found, receipt: '' } };
}

/** Charges for the given number of minutes, with one meter reading per minute. The vehicle pauses once in the middle. */
async function charged({ evseId, minutes }: { evseId: string; minutes: number }): Promise<Ordered> {
  const ordered = await shop.charging({ evseId });
  let energyWh = 0;
  for (let minute = 1; minute <= minutes; minute++) {
    const isCharging = minute < 20 || minute > 23;
    if (isCharging) energyWh += 20 + ((minute * 37) % 160);
    await shop.pass(60);
    const powerW = isCharging ? 6000 : 0;
    await shop.stations.meter(ordered.authorizationReference, { at: shop.clock.now(), energyWh, powerW, isCharging });
  }
  await billed(shop, ordered, energyWh + 50);
  return ordered;
}

/** Adds the given number of meter readings, 9 ms apart, before the last one with current flowing. */
async function addDenseReadings(ordered: Ordered, count: number): Promise<void> {
  const { at, energyWh } = (await readingsOf(ordered)).findLast(({ isCharging }) => isCharging)!;
  const row = { session_id: ordered.sessionId, energy_wh: energyWh, power_w: 6000, is_charging: 1 as const };
  for (let n = 0; n < count; n += 1000)
    await shop.store.db
      .insertInto('meter_values')
      .values(Array.from({ length: 1000 }, (_, i) => ({ ...row, at: at.getTime() - (n + i + 1) * 9 })))
      .execute();
}

describe.each(bothEngines())('Readings of a session that was billed three months ago, on %s', (_, open) => {
  beforeEach(async () => {
    logged = [];
    shop = await openOperator({ store: await open(), startsAt: '2026-11-20T09:00:20Z' });
  });

  it('are thinned: one in a quarter of an hour stays, and where charging paused', async () => {
    const ordered = await charged({ evseId: 'DE*BLF*E1003*1', minutes: 70 });
    const [before, receipt] = [await readingsOf(ordered), await receiptOf(ordered)];
    expect(await thinAfter(89)).toBe(0);
    expect(await thinAfter(91)).toBeGreaterThan(50);
    const after = await readingsOf(ordered);
    expect(after.length).toBeLessThan(15);
    expect(before).toEqual(expect.arrayContaining(after));
    expect([after[0], after.at(-1)]).toEqual([before[0], before.at(-1)]);
    // Three meter readings without charging remain: at the beginning and the end of the pause, and the last one.
    expect(after.filter(({ isCharging }) => !isCharging).length).toBe(3);
    expect(await receiptOf(ordered)).toEqual(receipt);
    expect(await thinAfter(92)).toBe(0);
  });

  it('are removed in batches that end after 5,000 rows, one batch per sweep, and once a night over restarts', async () => {
    const sessions = [
      await charged({ evseId: 'DE*BLF*E1003*1', minutes: 30 }),
      await charged({ evseId: 'DE*BLF*E1001*1', minutes: 30 }),
    ];
    await addDenseReadings(sessions[0]!, 6000);
    const counts = async () => (await Promise.all(sessions.map(readingsOf))).map(({ length }) => length);
    const [, untouched] = await counts();
    const sweep = createMeterThinning(contextAfter(91));
    await sweep();
    expect(await counts()).toEqual([expect.any(Number), untouched]);
    expect((await counts())[0]).toBeLessThan(12);
    // A restarted process continues the removal.
    const restarted = createMeterThinning(contextAfter(91));
    await restarted();
    expect((await counts())[1]).toBeLessThan(12);
    expect(logged).toEqual([]);
    await restarted();
    expect(logged).toEqual([{ event: 'old readings removed', readings: expect.any(Number) }]);
    for (const task of [sweep, restarted, createMeterThinning(contextAfter(91))]) await task();
    expect(logged).toHaveLength(1);
  });
});

describe('Readings of sessions that were billed three months ago', () => {
  beforeEach(async () => {
    logged = [];
    shop = await openOperator({ startsAt: '2026-11-20T09:00:20Z' });
  });

  it('are thinned although one that was billed before cannot be priced any more: all of its own stay, and the log names it', async () => {
    const [unusual, other] = [
      await charged({ evseId: 'DE*BLF*E1003*1', minutes: 40 }),
      await charged({ evseId: 'DE*BLF*E1001*1', minutes: 40 }),
    ];
    const before = await readingsOf(unusual);
    await shop.store.db.updateTable('orders').set({ tariff_version: 'gone' }).where('id', '=', unusual.orderId).execute();
    expect(await thinAfter(91)).toBeGreaterThan(25);
    expect(await readingsOf(unusual)).toEqual(before);
    expect((await readingsOf(other)).length).toBeLessThan(12);
    expect(logged).toEqual([{ event: 'readings not thinned', session: unusual.sessionId, reason: expect.any(String) }]);
  });

  it('are read once, whatever was issued at the same instant', async () => {
    const both = [
      await charged({ evseId: 'DE*BLF*E1003*1', minutes: 40 }),
      await charged({ evseId: 'DE*BLF*E1001*1', minutes: 40 }),
    ];
    await shop.store.db.updateTable('documents').set({ issued_at: shop.clock.now().getTime() }).execute();
    expect(await thinAfter(91)).toBeGreaterThan(50);
    for (const one of both) expect((await readingsOf(one)).length).toBeLessThan(12);
  });

  it('stay, all of them, where the bill would come out otherwise: of a session over the hour in which the price changes', async () => {
    await shop.clock.passAsleep(11.5 * 3_600_000);
    const ordered = await charged({ evseId: 'DE*BLF*E1002*1', minutes: 70 });
    const before = await readingsOf(ordered);
    const { lines } = await receiptOf(ordered);
    expect(lines.filter(({ kind }) => kind === 'energy').length).toBe(2);
    expect(await thinAfter(91)).toBe(0);
    expect(await readingsOf(ordered)).toEqual(before);
  });

  it('stay of a session that is not over', async () => {
    const ordered = await shop.charging({ evseId: 'DE*BLF*E1003*1' });
    for (const energyWh of [100, 200, 300]) {
      await shop.pass(60);
      await shop.stations.meter(ordered.authorizationReference, {
        at: shop.clock.now(),
        energyWh,
        powerW: 6000,
        isCharging: true,
      });
    }
    const before = await readingsOf(ordered);
    expect(await thinAfter(400)).toBe(0);
    expect(await readingsOf(ordered)).toEqual(before);
  });
});
