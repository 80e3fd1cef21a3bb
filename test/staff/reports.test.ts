import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHolidays } from '../../server/core/pricing/holidays.ts';
import { later } from '../../server/core/records/instants.ts';
import { getReport } from '../../server/staff/ledger/report.ts';
import type { Report } from '../../shared/console/reports.ts';
import type { Currency } from '../../shared/model/money.ts';
import type { LineKind } from '../../shared/model/tariff.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { CURRENCIES, TAXES } from '../support/bookMonths/history.ts';
import { clear, readSample, type Sample, writeDocument, writeRefund, writeSale } from '../support/bookMonths/shopRows.ts';
import { bothEngines } from '../support/bothEngines.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';
import { fc, runs } from '../support/property.ts';

const SUPPLIERS = ['blaufink', 'farnwald'] as const;
const PLUGS = [
  { evseId: 'DE*BLF*E1001*1', connector: '1' },
  { evseId: 'DE*BLF*E1002*1', connector: '1' },
  { evseId: 'DE*BLF*E1006*1', connector: '2' },
] as const;
const KINDS: readonly LineKind[] = ['energy', 'start', 'blocking'];

/** What happens in a session, with all amounts in minor units. */
interface Happening {
  /** Minutes between the end of this session and midnight UTC of the first day. */
  minute: number;
  lastedMinutes: number;
  /** Minutes between the end and the settlement. */
  settledAfter: number;
  supplier: (typeof SUPPLIERS)[number];
  currency: Currency;
  tax: (typeof TAXES)[number];
  plug: (typeof PLUGS)[number];
  energyWh: number;
  /** Amounts of the bill lines, one per kind. */
  amounts: readonly number[];
  kind: 'sale' | 'free' | 'taken without order';
  /** Share of the bill that is refunded, in per cent, and the minutes between settlement and refund. Zero: no refund. */
  refundPercent: number;
  refundedAfter: number;
}

const FIRST = Date.parse('2026-02-20T00:00:00Z');
const happening = fc.record<Happening>({
  // Many sessions end within an hour of midnight, where days of different time zones differ.
  minute: fc.oneof(
    fc.integer({ min: 0, max: 50 * 1440 }),
    fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: -180, max: 60 })).map(([day, more]) => day * 1440 + more),
  ),
  lastedMinutes: fc.integer({ min: 0, max: 300 }),
  settledAfter: fc.integer({ min: 0, max: 90 }),
  supplier: fc.constantFrom(...SUPPLIERS),
  currency: fc.constantFrom(...CURRENCIES),
  tax: fc.constantFrom(...TAXES),
  plug: fc.constantFrom(...PLUGS),
  energyWh: fc.integer({ min: 0, max: 90_000 }),
  amounts: fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: KINDS.length }),
  kind: fc.constantFrom('sale', 'sale', 'sale', 'free', 'taken without order'),
  refundPercent: fc.constantFrom(0, 0, 40, 100),
  refundedAfter: fc.integer({ min: 0, max: 3000 }),
});

const timesOf = ({ minute, lastedMinutes, settledAfter, refundedAfter }: Happening) => {
  const endedAt = new Date(FIRST + minute * MINUTE_MS);
  const settledAt = later(endedAt, settledAfter * MINUTE_MS);
  return {
    endedAt,
    startedAt: later(endedAt, -lastedMinutes * MINUTE_MS),
    settledAt,
    refundedAt: later(settledAt, refundedAfter * MINUTE_MS),
  };
};
const totalOf = ({ amounts }: Happening): number => amounts.reduce((sum, amount) => sum + amount, 0);
const refundOf = (each: Happening): number => (each.kind === 'sale' ? Math.floor((totalOf(each) * each.refundPercent) / 100) : 0);

/** Sums by a text key, in plain loops. */
type Sums = Record<string, number>;
const add = (sums: Sums, key: string, amount: number): void => {
  if (amount !== 0) sums[key] = (sums[key] ?? 0) + amount;
};

/** Computes the sums of a month without the code of the report: `Intl` decides the day, and loops add. */
function counted(
  all: readonly Happening[],
  { month, timeZone, supplier }: { month: string; timeZone: string; supplier: string | null },
) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const dayOf = (at: Date): string => format.format(at);
  const fourWeeksAfter = (day: string): string => new Date(Date.parse(day) + 28 * DAY_MS).toISOString().slice(0, 10);
  const sums: Sums = {};
  const put = (at: Date, what: string, amount: number): void => {
    if (dayOf(at).startsWith(month)) add(sums, `${dayOf(at)} ${what}`, amount);
    const compared = fourWeeksAfter(dayOf(at));
    if (compared.startsWith(month) && /^(sessions|energy|captured)/.test(what)) add(sums, `${compared} before ${what}`, amount);
  };
  for (const each of all) {
    if (supplier !== null && each.supplier !== supplier) continue;
    const { endedAt, settledAt, refundedAt } = timesOf(each);
    const whose = `${each.supplier} ${each.currency}`;
    put(endedAt, 'sessions', 1);
    put(endedAt, 'energy', each.energyWh);
    if (dayOf(endedAt).startsWith(month))
      add(sums, `plug ${each.plug.evseId} ${each.plug.connector} minutes`, each.lastedMinutes);
    if (each.kind !== 'free') put(settledAt, `captured ${whose}`, totalOf(each));
    if (each.kind !== 'sale') continue;
    each.amounts.forEach((amount, place) => {
      if (dayOf(endedAt).startsWith(month)) add(sums, `part ${whose} ${KINDS[place]}`, amount);
    });
    const netOf = (minor: number): number => Math.round((minor * 100) / (100 + each.tax.percent));
    put(settledAt, `net ${whose}`, netOf(totalOf(each)));
    put(settledAt, `vat ${whose}`, totalOf(each) - netOf(totalOf(each)));
    const refund = refundOf(each);
    put(refundedAt, `refunded ${whose}`, refund);
    put(refundedAt, `credited ${whose}`, refund);
    put(refundedAt, `net ${whose}`, 0 - netOf(refund));
    put(refundedAt, `vat ${whose}`, netOf(refund) - refund);
  }
  return nonZero(sums);
}

const nonZero = (sums: Sums): Sums => Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));

/** Lists the sums of a report under the keys of `counted`. */
function reported({ steps, parts, locations }: Report): Sums {
  const sums: Sums = {};
  for (const { name, sessions, energyWh, money, before } of steps) {
    add(sums, `${name} sessions`, sessions);
    add(sums, `${name} energy`, energyWh);
    add(sums, `${name} before sessions`, before.sessions);
    add(sums, `${name} before energy`, before.energyWh);
    for (const { supplier, currency, capturedMinor } of before.captured)
      add(sums, `${name} before captured ${supplier} ${currency}`, capturedMinor);
    for (const { supplier, currency, ...each } of money) {
      const whose = `${supplier} ${currency}`;
      add(sums, `${name} captured ${whose}`, each.capturedMinor);
      add(sums, `${name} refunded ${whose}`, each.refundedMinor);
      add(sums, `${name} credited ${whose}`, each.creditedMinor);
      add(sums, `${name} net ${whose}`, each.netMinor);
      add(sums, `${name} vat ${whose}`, each.vatMinor);
    }
  }
  for (const { supplier, currency, kind, amountMinor } of parts) add(sums, `part ${supplier} ${currency} ${kind}`, amountMinor);
  for (const { plugs } of locations)
    for (const { evseId, connector, occupiedMs } of plugs)
      add(sums, `plug ${evseId} ${connector} minutes`, occupiedMs / MINUTE_MS);
  return sums;
}

describe.each(bothEngines())('Reports, on %s', (_, openStore) => {
  let shop: OpenOperator;
  let sample: Sample;
  beforeAll(async () => {
    shop = await openOperator({ store: await openStore(), startsAt: '2026-02-10T10:00:00Z' });
    const ordered = await shop.charging();
    await shop.pass(30);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
    await shop.pass(60);
    sample = await readSample(shop.store);
  }, 120_000);
  afterAll(() => shop.close());

  const report = (
    period: string,
    { timeZone = 'Europe/Berlin', supplier = null as string | null, now = '2026-06-01T00:00:00Z' } = {},
  ) =>
    getReport(
      { store: shop.store, documentFiles: null, holidays: createHolidays(), now: new Date(now), timeZone, payoutDays: 14 },
      { period, supplier },
    );

  async function write(n: number, each: Happening): Promise<void> {
    const { store } = shop;
    const { endedAt, startedAt, settledAt, refundedAt } = timesOf(each);
    const total = totalOf(each);
    const isWithoutOrder = each.kind === 'taken without order';
    const sale = { n, supplier: each.supplier, currency: each.currency, at: settledAt, ...each.tax, capturedMinor: total };
    await writeSale(store, sample, { ...sale, billMinor: isWithoutOrder ? null : total });
    const lines = each.amounts.map((amountMinor, place) => ({ kind: KINDS[place], quantity: 1, amountMinor }));
    const isBilled = each.kind === 'sale';
    await store.db
      .updateTable('sessions')
      .set({
        ended_at: endedAt.getTime(),
        started_at: startedAt.getTime(),
        energy_wh: each.energyWh,
        total_minor: isBilled ? total : 0,
      })
      .set({ evse_id: each.plug.evseId, connector: each.plug.connector })
      .set({ bill: isBilled ? JSON.stringify({ currency: each.currency, lines, totalMinor: total, vat: [] }) : null })
      .where('id', '=', `session-${n}`)
      .execute();
    if (each.kind === 'free') {
      await store.db.deleteFrom('payments').where('id', '=', `payment-${n}`).execute();
      await store.db.deleteFrom('documents').where('session_id', '=', `session-${n}`).execute();
    }
    const refund = refundOf(each);
    if (refund === 0) return;
    await writeRefund(store, { n, at: refundedAt, minor: refund, totalMinor: refund, own: 1 });
    const credit = { kind: 'credit-note', totalMinor: refund, tag: 'G', sequence: 2, refundedAt } as const;
    await writeDocument(store, sample, { sale: { ...sale, billMinor: total }, at: refundedAt, ...credit });
  }

  it('say what plain loops over the sessions say, whatever the time zone, brand, currency and VAT rate', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 1, maxLength: 25 }),
        fc.constantFrom('Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns'),
        fc.constantFrom(null, ...SUPPLIERS),
        async (all, timeZone, supplier) => {
          await clear(shop.store);
          for (const [n, each] of all.entries()) await write(n, each);
          for (const month of ['2026-02', '2026-03', '2026-04']) {
            const found = await report(month, { timeZone, supplier });
            expect(found?.pending).toBe(false);
            expect(found && reported(found)).toEqual(counted(all, { month, timeZone, supplier }));
          }
          const [year, march] = [await report('2026', { timeZone, supplier }), await report('2026-03', { timeZone, supplier })];
          const step = year?.steps.find(({ name }) => name === '2026-03');
          expect(step && { sessions: step.sessions, energyWh: step.energyWh, money: step.money }).toEqual(
            march && { sessions: march.total.sessions, energyWh: march.total.energyWh, money: march.total.money },
          );
        },
      ),
      runs(6),
    );
  }, 600_000);

  it('compare a month that is not over with the same part of the four weeks before', async () => {
    await clear(shop.store);
    const each: Happening = {
      ...{ lastedMinutes: 30, settledAfter: 0, supplier: 'blaufink', currency: 'EUR', tax: TAXES[0], plug: PLUGS[0] },
      ...{ minute: 0, energyWh: 10_000, amounts: [500], kind: 'sale', refundPercent: 0, refundedAfter: 0 },
    };
    // Sessions end at 10:00 and 14:00 UTC on 3 and on 31 March.
    const daysOf = [11, 39];
    const minutes = daysOf.flatMap(day => [day * 1440 + 600, day * 1440 + 840]);
    for (const [n, minute] of minutes.entries()) await write(n, { ...each, minute });
    const running = await report('2026-03', { now: '2026-03-31T12:00:00Z' });
    expect(running?.steps.at(-1)).toMatchObject({
      name: '2026-03-31',
      state: 'running',
      before: { sessions: 2, energyWh: 20_000 },
    });
    expect(running?.totalBefore).toMatchObject({ sessions: 1, energyWh: 10_000, captured: [{ capturedMinor: 500 }] });
    expect(running?.after).toBeNull();
    expect(running?.locations).toMatchObject([
      { sessions: 4, plugs: [{ evseId: PLUGS[0].evseId, occupiedMs: 120 * MINUTE_MS }] },
    ]);
    for (const name of ['2026-13', '2026-1', '26', '2026-03-01', '1999', 'x']) expect(await report(name)).toBeNull();
  }, 60_000);
});
