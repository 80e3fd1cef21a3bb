import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { thinMeters } from '../../server/staff/upkeep/thinning.ts';
import { listReadings } from '../../server/store/shop/readings.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
afterEach(() => shop.close());

const holidays = { isHoliday: () => false };
/** Written to the log. */
let logged: object[] = [];
/** What the nights of so many days later do. */
const thinAfter = (days: number) =>
  thinMeters({
    store: shop.store,
    holidays,
    logEvent: (event, facts) => void logged.push({ event, ...facts }),
    clock: { ...shop.clock, now: () => new Date(shop.clock.now().getTime() + days * DAY_MS) },
  });
const readingsOf = ({ sessionId }: Ordered) => listReadings(shop.store.db, sessionId);
/** All that a driver reads of it afterwards, but for the name under which it is read, which is another each time. */
async function receiptOf({ sessionId }: Ordered) {
  const { receipt: _, found, ...receipt } = await shop.operator.getReceipt({ receipt: sessionId });
  return { ...receipt, found: { ...found, receipt: '' } };
}

/** Charges for so many minutes, a reading a minute. In the middle the vehicle pauses for a while. */
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

describe('Readings of a session that was billed three months ago', () => {
  beforeEach(async () => {
    shop = await openOperator({ startsAt: '2026-11-20T09:00:20Z' });
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
    // The beginning and the end of the pause, and the end of all.
    expect(after.filter(({ isCharging }) => !isCharging).length).toBe(3);
    expect(await receiptOf(ordered)).toEqual(receipt);
    expect(await thinAfter(92)).toBe(0);
  });

  it('are thinned although one that was billed before cannot be priced any more: all of its own stay, and the log names it', async () => {
    logged = [];
    const [odd, other] = [
      await charged({ evseId: 'DE*BLF*E1003*1', minutes: 40 }),
      await charged({ evseId: 'DE*BLF*E1001*1', minutes: 40 }),
    ];
    const before = await readingsOf(odd);
    await shop.store.db.updateTable('orders').set({ tariff_version: 'gone' }).where('id', '=', odd.orderId).execute();
    expect(await thinAfter(91)).toBeGreaterThan(25);
    expect(await readingsOf(odd)).toEqual(before);
    expect((await readingsOf(other)).length).toBeLessThan(12);
    expect(logged).toEqual([{ event: 'readings not thinned', session: odd.sessionId, reason: expect.any(String) }]);
  });

  it('are looked at once, whatever was issued at the same instant', async () => {
    const both = [
      await charged({ evseId: 'DE*BLF*E1003*1', minutes: 40 }),
      await charged({ evseId: 'DE*BLF*E1001*1', minutes: 40 }),
    ];
    await shop.store.db.updateTable('documents').set({ issued_at: shop.clock.now().getTime() }).execute();
    expect(await thinAfter(91)).toBeGreaterThan(50);
    for (const one of both) expect((await readingsOf(one)).length).toBeLessThan(12);
  });
});

describe('Readings without which a bill would come out otherwise', () => {
  it('stay, all of them: of a session over the hour in which the price changes', async () => {
    shop = await openOperator({ startsAt: '2026-11-20T20:30:20Z' });
    const ordered = await charged({ evseId: 'DE*BLF*E1002*1', minutes: 70 });
    const before = await readingsOf(ordered);
    const { lines } = await receiptOf(ordered);
    expect(lines.filter(({ kind }) => kind === 'energy').length).toBe(2);
    expect(await thinAfter(91)).toBe(0);
    expect(await readingsOf(ordered)).toEqual(before);
  });
});
