import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { closeMonth, makeMonths } from '../../server/staff/upkeep/meterMonths.ts';
import { thinMeters } from '../../server/staff/upkeep/thinning.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openPostgres } from '../../server/store/engine/postgres.ts';
import { dropMeterMonth, listMeterMonths } from '../../server/store/shop/meterMonths.ts';
import { addReadings, latestReading, listReadings } from '../../server/store/shop/readings.ts';
import { createStore } from '../../server/store/store.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';
import { type PostgresServer, startPostgres } from '../support/postgres.ts';
import { meterPartOf } from '../support/statements.ts';
import { until } from '../support/until.ts';

/** Later than the database, whose months begin with the one it was made in. */
const YEAR = new Date().getUTCFullYear() + 2;
const END_OF_MAY = `${YEAR}-05-31T23:30:20Z`;
const MAY = `meter_values_${YEAR}_05`;

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());

let url: string;
let shop: OpenOperator;
beforeEach(async () => {
  url = await server.createDatabase();
  shop = await openOperator({ store: createStore(openPostgres(url)), startsAt: END_OF_MAY });
});
afterEach(() => shop.close());

const tablesOf = async (store: Store) => (await listMeterMonths(store)).map(({ table }) => table);
const at = (days: number) => ({ ...shop.clock, now: () => new Date(shop.clock.now().getTime() + days * DAY_MS) });
const contextAt = (days: number, store = shop.store, processId = 'one') => ({
  store,
  processId,
  holidays: { isHoliday: () => false },
  logEvent: () => undefined,
  clock: at(days),
});

/** What a process does of so many days later, until it has nothing more to do; answers which months are gone. */
async function closeAll(days: number, store = shop.store, processId = 'one'): Promise<readonly string[]> {
  const removed: string[] = [];
  for (let tries = 0; tries < 200; tries++) {
    const closed = await closeMonth(contextAt(days, store, processId));
    if (closed.gone !== null) removed.push(closed.gone);
    if (!closed.isMore) return removed;
  }
  throw new Error('It never ends');
}

const readingsOf = ({ sessionId }: Pick<Ordered, 'sessionId'>) => listReadings(shop.store.db, sessionId);
const sendReading = ({ authorizationReference }: Ordered, energyWh: number, isCharging = true) =>
  shop.stations.meter(authorizationReference, {
    at: shop.clock.now(),
    energyWh,
    powerW: isCharging ? 6000 : 0,
    isCharging,
  });

/** Charges over midnight, and so over the end of a month; each value is told twice. */
async function chargedOver(evseId = 'DE*BLF*E1003*1'): Promise<Ordered> {
  const ordered = await shop.charging({ evseId });
  for (let minute = 1; minute <= 60; minute++) {
    await shop.pass(60);
    for (let times = 0; times < 2; times++) await sendReading(ordered, minute * 100);
  }
  await billed(shop, ordered, 6050);
  return ordered;
}

async function receiptOf({ sessionId }: Ordered) {
  const { receipt: _, found, ...receipt } = await shop.operator.getReceipt({ receipt: sessionId });
  return { ...receipt, found: { ...found, receipt: '' } };
}

/** In which parts a session's readings lie, and how many in each. */
async function countByPartition({ sessionId }: Pick<Ordered, 'sessionId'>): Promise<Readonly<Record<string, number>>> {
  const { rows } = await sql<{ part: string; count: number }>`select tableoid::regclass::text as part, count(*) as count
    from meter_values where session_id = ${sessionId} group by 1 order by 1`.execute(shop.store.db);
  return Object.fromEntries(rows.map(({ part, count }) => [part, Number(count)]));
}

describe('Months of meter values', () => {
  it('are made ahead, once, by however many processes', async () => {
    const before = await tablesOf(shop.store);
    // What lies before the first month has been over for years, and had no sessions.
    expect(before).toEqual([5, 6].map(month => `meter_values_${YEAR}_0${month}`));
    const others = Array.from({ length: 4 }, () => createStore(openPostgres(url)));
    await Promise.all(others.map(store => makeMonths(contextAt(15, store))));
    // One that could not have them for itself for a second leaves it to the next hour.
    await makeMonths(contextAt(15));
    expect(await tablesOf(shop.store)).toEqual([...before, `meter_values_${YEAR}_07`]);
    await Promise.all(others.map(store => store.close()));
  });

  it('hold each value once, also of a session that charges from one into the next', async () => {
    const ordered = await chargedOver();
    const readings = await readingsOf(ordered);
    expect(new Set(readings.map(reading => reading.at.getTime())).size).toBe(readings.length);
    const partitions = await countByPartition(ordered);
    expect(Object.keys(partitions)).toEqual([MAY, `meter_values_${YEAR}_06`]);
    expect(Object.values(partitions).reduce((sum, count) => sum + count, 0)).toBe(readings.length);
  });

  it('that nobody has made hinder no value, and take what has come along when they are made', async () => {
    const drop = (table: string) => sql`drop table ${sql.table(table)}`.execute(shop.store.db);
    // The worker makes them as long as it has not looked; then it looks again in an hour.
    for (let made = await tablesOf(shop.store); made.length > 0; made = await tablesOf(shop.store)) {
      for (const table of made) await drop(table);
      await shop.pass(30);
    }
    const ordered = await shop.charging({ evseId: 'DE*BLF*E1003*1' });
    for (const energyWh of [100, 200, 300]) {
      await shop.pass(60);
      await sendReading(ordered, energyWh);
    }
    expect(await countByPartition(ordered)).toEqual({ meter_values_other: 4 });
    const readings = await readingsOf(ordered);
    await makeMonths(contextAt(0));
    expect(await countByPartition(ordered)).toEqual({ [MAY]: 4 });
    expect(await readingsOf(ordered)).toEqual(readings);
    await sendReading(ordered, 300);
    expect(await readingsOf(ordered)).toEqual(readings);
  });

  it('are made and removed while processes write: no value is refused, lost or there twice', async () => {
    const writers = [1, 2, 3].map(() => createStore(openPostgres(url)));
    const month = (n: number) => Date.UTC(YEAR, 7 + n, 15);
    let isOver = false;
    const counts = writers.map(() => 0);
    const reported = writers.map(async (store, n) => {
      // Into months that nobody has made yet, in turn; what each has told last, it and another tell again.
      for (let count = 0; !isOver; counts[n] = ++count)
        for (const id of [`w-${n}`, `w-${n}`, 'both']) {
          const at = new Date(month(count % 4) + count * 1000);
          const latestAt = (await latestReading(store.db, id))?.at ?? null;
          const reading = { at, energyWh: count, powerW: 1, isCharging: true };
          await store.inTransaction(trx => addReadings(trx, { id, heardAt: latestAt }, [reading]));
        }
    });
    const untilReported = (most: number) =>
      until(
        async () => Math.min(...counts),
        least => least >= most,
      );
    for (let n = 0; n < 4; n++) {
      await untilReported((n + 1) * 8);
      await makeMonths({ store: shop.store, clock: { now: () => new Date(month(n)) } });
    }
    await untilReported(40);
    while (!(await dropMeterMonth(shop.store, MAY)));
    await untilReported(48);
    isOver = true;
    await Promise.all(reported);
    for (const [n, count] of counts.entries()) {
      const readings = await listReadings(shop.store.db, `w-${n}`);
      expect(readings.map(({ energyWh }) => energyWh).sort((a, b) => a - b)).toEqual([...Array(count).keys()]);
    }
    expect(await listReadings(shop.store.db, 'both')).toHaveLength(Math.max(...counts));
    expect(Object.keys(await countByPartition({ sessionId: 'w-0' }))).not.toContain('meter_values_other');
    await Promise.all(writers.map(store => store.close()));
  });

  it('take a value of a station whose clock is years ahead as one of now, by the report and by a table without months', async () => {
    const ordered = await shop.charging({ evseId: 'DE*BLF*E1003*1' });
    const wrong = new Date(Date.UTC(YEAR + 40, 0, 1));
    await shop.pass(5);
    const now = shop.clock.now();
    for (let times = 0; times < 2; times++)
      await shop.stations.meter(ordered.authorizationReference, { at: wrong, energyWh: 5, powerW: 0, isCharging: true });
    expect((await readingsOf(ordered)).slice(1)).toMatchObject([{ at: now, energyWh: 5 }]);
    expect(await countByPartition(ordered)).toEqual({ [MAY]: 2 });
    // What an earlier version has stored by the station's clock stays readable.
    const { sessionId: id } = ordered;
    await shop.store.inTransaction(trx =>
      addReadings(trx, { id, heardAt: now }, [{ at: wrong, energyWh: 6, powerW: 0, isCharging: true }]),
    );
    expect((await readingsOf(ordered)).at(-1)).toMatchObject({ at: wrong, energyWh: 6 });
    expect(await countByPartition(ordered)).toEqual({ [MAY]: 2, meter_values_other: 1 });
  });
});

describe('A month that is over', () => {
  it('stays until its sessions were billed ninety days ago; then it goes at once, and what is kept of them stays', async () => {
    const ordered = await chargedOver();
    const before = await readingsOf(ordered);
    const receipt = await receiptOf(ordered);
    const months = await tablesOf(shop.store);
    expect(await closeAll(89)).toEqual([]);
    expect(await readingsOf(ordered)).toEqual(before);
    // The month is over, but the bill was made in the next one.
    expect(await closeAll(89.99)).toEqual([]);
    expect(await closeAll(91)).toEqual([MAY]);
    expect(await tablesOf(shop.store)).toEqual(months.slice(1));
    const after = await readingsOf(ordered);
    expect(after.length).toBeLessThan(12);
    expect(before).toEqual(expect.arrayContaining(after));
    expect([after[0], after.at(-1)]).toEqual([before[0], before.at(-1)]);
    expect(await receiptOf(ordered)).toEqual(receipt);
    expect(await thinMeters(contextAt(400))).toBe(0);
    expect(await closeAll(121)).toEqual([`meter_values_${YEAR}_06`]);
    expect(await readingsOf(ordered)).toEqual(after);
  });

  it('leaves all readings of a bill that would come out otherwise', async () => {
    // The price changes within the hour. What nobody does until then need not be waited for.
    await shop.clock.passAsleep(20 * 3_600_000);
    const ordered = await shop.charging({ evseId: 'DE*BLF*E1002*1' });
    let energyWh = 0;
    for (let minute = 1; minute <= 70; minute++) {
      await shop.pass(60);
      energyWh += 20 + ((minute * 37) % 160);
      await sendReading(ordered, energyWh);
    }
    await billed(shop, ordered, energyWh + 50);
    const before = await readingsOf(ordered);
    const receipt = await receiptOf(ordered);
    expect((await closeAll(130)).length).toBe(2);
    expect(await readingsOf(ordered)).toEqual(before);
    expect(await receiptOf(ordered)).toEqual(receipt);
  });

  it('goes although a session of it cannot be priced any more: of that one all readings stay', async () => {
    const ordered = await chargedOver();
    const before = await readingsOf(ordered);
    await shop.store.db.updateTable('orders').set({ tariff_version: 'gone' }).where('id', '=', ordered.orderId).execute();
    expect(await closeAll(91)).toEqual([MAY]);
    expect(await readingsOf(ordered)).toEqual(before);
  });

  it('takes nothing from a session that is not over, whenever it reports', async () => {
    const seen = await shop.charging({ evseId: 'DE*BLF*E1003*1' });
    const silent = await shop.charging({ evseId: 'DE*BLF*E1002*1' });
    // It has told nothing yet.
    const unseen = await shop.paid({ evseId: 'DE*BLF*E1001*1' });
    await shop.pass(60);
    await sendReading(seen, 100);
    await sendReading(silent, 77);
    // Looks at the sessions of May, and is ready to remove it.
    expect(await closeMonth(contextAt(95))).toEqual({ isMore: true, gone: null });
    await shop.stations.plugIn(unseen.authorizationReference, shop.clock.now());
    await sendReading(unseen, 40);
    await sendReading(seen, 200);
    const reported = () => Promise.all([seen, unseen, silent].map(readingsOf));
    const before = await reported();
    expect(before.map(readings => readings.at(-1)?.energyWh)).toEqual([200, 40, 77]);
    expect(await closeAll(95)).toEqual([MAY]);
    expect(await reported()).toEqual(before);
    expect(Object.keys(await countByPartition(unseen))).toEqual(['meter_values_other']);
    // A value that is told again is known, and a larger one at its instant counts.
    await sendReading(seen, 200);
    await sendReading(unseen, 50);
    expect((await reported()).map(readings => [readings.length, readings.at(-1)?.energyWh])).toEqual([
      [before[0]?.length, 200],
      [before[1]?.length, 50],
      [before[2]?.length, 77],
    ]);
    for (const ordered of [seen, unseen, silent]) {
      await billed(shop, ordered, 4000);
      expect((await readingsOf(ordered)).at(-1)?.energyWh).toBe(4000);
    }
  });

  it('is removed once by several processes, whichever of them ends in between', async () => {
    const ordered = await chargedOver();
    const other = createStore(openPostgres(url));
    // One has its turn, and is gone.
    await closeMonth(contextAt(91, other, 'other'));
    expect(await closeMonth(contextAt(91))).toEqual({ isMore: false, gone: null });
    await other.close();
    const stores = Array.from({ length: 3 }, () => createStore(openPostgres(url)));
    const removed = await Promise.all(stores.map((store, n) => closeAll(92, store, `process-${n}`)));
    expect(removed.flat()).toEqual([MAY]);
    expect((await readingsOf(ordered)).length).toBeLessThan(12);
    await Promise.all(stores.map(store => store.close()));
  });
});

describe('A report of a running session', () => {
  it('looks at each part by its key, and at none of the months before the instant it asks from', async () => {
    const ordered = await chargedOver();
    const { db } = shop.store;
    const parts = (await listMeterMonths(shop.store)).length + 1;
    const latest = 'select max(at) from meter_values where session_id = $1';
    const plan = await meterPartOf(db, latest, [ordered.sessionId]);
    expect(plan.scanned).toEqual([]);
    expect(plan.parts.length).toBeLessThanOrEqual(parts);
    const from = `select * from meter_values where session_id = $1 and at >= $2 order by at`;
    const since = await meterPartOf(db, from, [ordered.sessionId, Date.UTC(YEAR, 5, 1)]);
    expect(since.parts).toEqual(['06', '07'].map(month => `meter_values_${YEAR}_${month}`).concat('meter_values_other'));
  });
});
