import { afterEach, describe, expect, it } from '@jest/globals';
import type { MeterReading, StationSession } from '../../server/core/ports/stationPort.ts';
import { DAY_MS, HOUR_MS, MINUTE_S } from '../../shared/model/time.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

/** Rated power of the plug that orders use by default. */
const RATED_W = 22_000;
const CENTS_PER_KWH = 49;
const CHARGES_S = 30 * MINUTE_S;

let shop: OpenOperator;
afterEach(() => shop.close());

const STARTS: readonly (readonly [name: string, start: (right: Date) => Date])[] = [
  ['of 2021', () => new Date('2021-01-01')],
  ['a day early', right => new Date(right.getTime() - DAY_MS)],
  ['an hour early', right => new Date(right.getTime() - HOUR_MS)],
  ['that is right', right => right],
  ['an hour late', right => new Date(right.getTime() + HOUR_MS)],
];
const GRID = STARTS.flatMap(([name, start]) =>
  [0.1, 1, 2, 100].flatMap(factor => [true, false].map(isLive => ({ name, start, factor, isLive }))),
);

it.each(GRID)(
  'With a start $name and $factor of the possible energy nothing impossible is shown or captured (live: $isLive)',
  async ({ start, factor, isLive }) => {
    shop = await openOperator({ isPowerEndless: false });
    const requestedAt = shop.clock.now();
    const ordered = await shop.paid();
    const startedAt = start(shop.clock.now());
    const reading = (energyWh: number): MeterReading => ({ at: shop.clock.now(), energyWh, powerW: 11_000, isCharging: true });
    const report = async (words: Partial<StationSession>) => {
      const nothing = { endedAt: null, readings: [], signedValues: [], isFinal: false };
      const { authorizationReference } = ordered;
      await shop.operator.report(authorizationReference, {
        ...{ authorizationReference, state: 'charging', startedAt },
        ...nothing,
        ...words,
      });
      await shop.pass(0);
    };
    const energyWh = Math.round((factor * RATED_W * CHARGES_S) / 3600);
    await report({});
    await shop.pass(CHARGES_S);
    const sinceMs = shop.clock.now().getTime() - requestedAt.getTime();
    const maxWh = (1.1 * RATED_W * sinceMs) / HOUR_MS + 100;
    if (isLive) await report({ readings: [reading(energyWh)] });
    expect((await shop.session(ordered)).energyWh).toBeLessThanOrEqual(maxWh);
    expect((await shop.session(ordered)).stopReason).toBeNull();
    await report({ state: 'ended', endedAt: shop.clock.now(), isFinal: true, readings: [reading(energyWh)] });
    const captured = shop.payments.takings.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect(captured).toBeLessThanOrEqual(Math.ceil((maxWh / 1000) * CENTS_PER_KWH));
    if (factor <= 1 && start(requestedAt) <= requestedAt) expect(captured).toBe(Math.round((energyWh / 1000) * CENTS_PER_KWH));
    if (factor > 1) {
      expect(await shop.documents()).toEqual([]);
      expect(await shop.attention()).toContain('more energy reported than the plug can give');
    }
  },
);

it('A jump after a long pause counts by the time since the last believed value', async () => {
  shop = await openOperator({ isPowerEndless: false });
  const ordered = await shop.charging();
  await shop.pass(CHARGES_S);
  await shop.stations.meter(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 500, powerW: 0, isCharging: true });
  await shop.pass(MINUTE_S);
  await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 9500 });
  await shop.pass(0);
  expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', energyWh: 500 });
  expect(shop.payments.takings).toEqual([]);
});

const readAt = async (ordered: Ordered, readings: readonly (readonly [afterS: number, energyWh: number])[]) => {
  const shown: number[] = [];
  for (const [afterS, energyWh] of readings) {
    await shop.pass(afterS);
    const reading = { at: shop.clock.now(), energyWh, powerW: 0, isCharging: true };
    await shop.stations.meter(ordered.authorizationReference, reading);
    shown.push((await shop.session(ordered)).energyWh);
  }
  return shown;
};

it('A refused register stays refused, however much time passes, until a possible lower value comes', async () => {
  shop = await openOperator({ isPowerEndless: false });
  const ordered = await shop.charging();
  const steps = [
    [MINUTE_S, 300],
    [MINUTE_S, 9000],
    [30 * MINUTE_S, 9010],
    [MINUTE_S, 9011],
  ] as const;
  expect(await readAt(ordered, steps)).toEqual([300, 300, 300, 300]);
  expect((await shop.session(ordered)).refused).toMatchObject({ energyWh: 9000, maxWh: expect.any(Number) });
  expect(
    await readAt(ordered, [
      [MINUTE_S, 8000],
      [MINUTE_S, 8300],
    ]),
  ).toEqual([8000, 8300]);
  expect((await shop.session(ordered)).refused).toBeNull();
});

it('A refused register is billed by nothing but a person', async () => {
  shop = await openOperator({ isPowerEndless: false });
  const ordered = await shop.charging();
  await readAt(ordered, [
    [MINUTE_S, 300],
    [MINUTE_S, 9000],
  ]);
  await shop.pass(30 * MINUTE_S);
  await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 9000 });
  await shop.pass(0);
  expect(await shop.session(ordered)).toMatchObject({ state: 'stopping', energyWh: 300 });
  expect(shop.payments.takings).toEqual([]);
});

describe('A person who sees that more energy was reported than the plug can give', () => {
  const operating = () => shop.operator.console.operatingAs({ name: 'Petra Lindqvist', may: 'act', by: 'link' }, 'request');
  const acts = async () => (await operating().getToday()).attention.map(({ acts: possible }) => possible);

  it('stops the session first, and bills or waives only then', async () => {
    shop = await openOperator({ isPowerEndless: false });
    const ordered = await shop.charging();
    await readAt(ordered, [[MINUTE_S, 9000]]);
    expect(await acts()).toEqual([['stop']]);
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 9000 });
    await shop.pass(0);
    expect((await acts())[0]).toEqual(['bill', 'waive']);
  });

  it('may bill the energy that was read at the meter where the reported one is impossible', async () => {
    shop = await openOperator({ isPowerEndless: false });
    const ordered = await shop.charging();
    await readAt(ordered, [[30 * MINUTE_S, 2000]]);
    const { id, number, startedAt } = await shop.session(ordered);
    const review = {
      ...{
        reference: 'CDR-1',
        why: ['more energy than the plug can give'],
        energyWh: 900_000,
        endedAt: startedAt?.toISOString(),
      },
      ...{ oursMinor: 44_100, theirsMinor: null, maxMinor: 98 },
    };
    await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh: 900_000 });
    await shop.pass(0);
    await shop.store.db
      .updateTable('sessions')
      .set({ review: JSON.stringify(review) as never })
      .where('id', '=', id)
      .execute();
    const seen = await operating().getSession({ number });
    expect(seen?.can).toContainEqual({ does: 'bill', would: { key: 'acts.bill.read' } });
    expect(seen?.route[1]?.name).toEqual({ key: 'session.route.waits.decision' });
    const bill = { does: 'bill', number, energyWh: 2100, endedAt: null, reason: 'Read at the meter' } as const;
    const preview = await operating().preview(bill);
    expect(preview).toMatchObject({ kind: 'possible', after: [{ amount: { amountMinor: 103 } }, {}] });
    if (preview.kind === 'possible') await operating().act({ ...bill, seen: preview.seen, form: 'form-1' });
    await shop.pass(60);
    expect(shop.payments.takings.map(({ amountMinor }) => amountMinor)).toEqual([103]);
  });
});

it('A register of whole kilowatt-hours may be ahead by one', async () => {
  shop = await openOperator({ isPowerEndless: false });
  const ordered = await shop.charging();
  expect(
    await readAt(ordered, [
      [10, 1000],
      [MINUTE_S, 1000],
      [10, 3000],
    ]),
  ).toEqual([1000, 1000, 1000]);
});
