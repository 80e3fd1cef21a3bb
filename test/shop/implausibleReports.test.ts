import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { MeterReading, StationSession } from '../../server/core/ports/stationPort.ts';
import { MINUTE_S } from '../../shared/model/time.ts';
import { charged, whFor } from '../support/money.ts';
import { msBetween } from '../support/msBetween.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

/** A plug whose tariff has a price per minute and none for energy, so that a wrong clock changes the price. */
const BY_THE_MINUTE = { clientId: 'canarybolt', evseId: 'DE*CNB*E3004*1' };

const reading = (energyWh: number, at = shop.clock.now()): MeterReading => ({ at, energyWh, powerW: 11_000, isCharging: true });

/** Sends a station report that contains only the given fields. */
async function sendReport({ authorizationReference }: Ordered, words: Partial<StationSession>): Promise<void> {
  const nothing = { startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: false };
  await shop.operator.report(authorizationReference, { authorizationReference, state: 'charging', ...nothing, ...words });
  await shop.pass(0);
}

const sendEnd = (ordered: Ordered, words: Partial<StationSession>) =>
  sendReport(ordered, { state: 'ended', endedAt: shop.clock.now(), isFinal: true, ...words });

const capturedAmounts = () => shop.payments.takings.map(({ amountMinor }) => amountMinor);

describe('A station whose clock is wrong', () => {
  it('begins charging in 1970: decades are not charged for, and an alert is raised', async () => {
    const ordered = await shop.paid(BY_THE_MINUTE);
    await sendReport(ordered, { startedAt: new Date(0), readings: [reading(0)] });
    await shop.pass(20 * MINUTE_S);
    await sendEnd(ordered, { startedAt: new Date(0), readings: [reading(3000)] });
    expect((await shop.session(ordered)).totalMinor).toBeLessThan(500);
    expect(await shop.attention()).toEqual(['clock of the station is wrong']);
  });

  it('begins charging tomorrow: the time from now on is charged for', async () => {
    const ordered = await shop.paid(BY_THE_MINUTE);
    const tomorrow = new Date(shop.clock.now().getTime() + 86_400_000);
    await sendReport(ordered, { startedAt: tomorrow, readings: [reading(0, tomorrow)] });
    await shop.pass(60 * MINUTE_S);
    await sendEnd(ordered, { readings: [reading(9000)] });
    const { startedAt, endedAt } = await shop.session(ordered);
    expect(msBetween(startedAt, endedAt)).toBe(3_600_000);
    expect(capturedAmounts()).toHaveLength(1);
  });

  it('ends charging in 2099: what is charged for ends now', async () => {
    const ordered = await shop.charging(BY_THE_MINUTE);
    await shop.pass(20 * MINUTE_S);
    await sendEnd(ordered, { endedAt: new Date('2099-01-01'), readings: [reading(3000)] });
    const { startedAt, endedAt } = await shop.session(ordered);
    expect(msBetween(startedAt, endedAt)).toBe(20 * 60_000);
    expect(await shop.attention()).toEqual(['clock of the station is wrong']);
  });

  it('tells of the beginning after the end, and later than it: the session has no length, and is billed', async () => {
    const ordered = await shop.paid();
    await shop.stations.plugIn(ordered.authorizationReference, shop.clock.now(), { isSilent: true });
    await shop.operator.cancelStart(ordered);
    await shop.pass(MINUTE_S);
    await sendEnd(ordered, { isFinal: false });
    await shop.pass(20 * MINUTE_S);
    await sendEnd(ordered, { startedAt: shop.clock.now(), readings: [reading(whFor(853))] });
    const { startedAt, endedAt } = await shop.session(ordered);
    expect(startedAt).not.toBeNull();
    expect(msBetween(startedAt, endedAt)).toBeGreaterThanOrEqual(0);
    expect(capturedAmounts()).toEqual([853]);
  });

  it('that is behind by minutes needs no person: charging begins at the request, not before', async () => {
    const ordered = await shop.paid();
    const fiveBefore = () => new Date(shop.clock.now().getTime() - 5 * 60_000);
    await sendReport(ordered, { startedAt: fiveBefore(), readings: [reading(0, fiveBefore())] });
    await shop.pass(20 * MINUTE_S);
    await sendEnd(ordered, { endedAt: fiveBefore(), readings: [reading(whFor(853), fiveBefore())] });
    const { startedAt, endedAt } = await shop.session(ordered);
    expect(msBetween(startedAt, endedAt)).toBe(15 * 60_000);
    expect(capturedAmounts()).toEqual([853]);
    expect(await shop.attention()).toEqual([]);
  });
});

describe('A station that charges on', () => {
  const stops = ({ authorizationReference }: Ordered) =>
    shop.stations.calls.filter(({ step, ...call }) => step === 'stop' && call.authorizationReference === authorizationReference);

  it('after it has said that charging is over is asked to stop', async () => {
    const ordered = await shop.charging();
    await shop.pass(MINUTE_S);
    await sendEnd(ordered, { isFinal: false });
    expect(stops(ordered)).toEqual([]);
    await sendReport(ordered, { readings: [reading(5000)] });
    expect(stops(ordered)).toHaveLength(1);
  });

  it('after it has accepted our stop is asked again each minute, and no oftener', async () => {
    const ordered = await shop.charging();
    await shop.operator.stopSession(ordered);
    for (let n = 0; n < 12; n++) {
      await shop.pass(10);
      await shop.stations.meter(ordered.authorizationReference, reading(1000 + n));
    }
    expect(stops(ordered)).toHaveLength(3);
    await shop.pass(10);
    await sendEnd(ordered, { readings: [reading(whFor(853))] });
    await shop.pass(5 * MINUTE_S);
    expect(stops(ordered)).toHaveLength(3);
    expect(capturedAmounts()).toEqual([853]);
  });
});

describe('A meter value', () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 1e16])(
    'of %p is left out, and does not keep the bill from being made',
    async broken => {
      const ordered = await shop.charging();
      await shop.pass(MINUTE_S);
      await sendReport(ordered, { readings: [reading(broken), reading(1000)] });
      await shop.pass(MINUTE_S);
      await sendEnd(ordered, { readings: [reading(whFor(853))] });
      expect(capturedAmounts()).toEqual([853]);
      expect(await shop.attention()).toEqual(['meter value is not usable']);
    },
  );

  it('that is the last one and broken is waited for, like one that has not come', async () => {
    const ordered = await shop.charging();
    await shop.pass(MINUTE_S);
    await sendEnd(ordered, { readings: [reading(whFor(400)), reading(Number.NaN)] });
    expect((await shop.session(ordered)).state).toBe('stopping');
    await shop.pass(MINUTE_S);
    await sendEnd(ordered, { readings: [reading(whFor(853))] });
    expect(capturedAmounts()).toEqual([853]);
  });

  it('that arrives late, of an earlier time, takes nothing away from what the driver sees', async () => {
    const ordered = await shop.charging();
    const before = shop.clock.now();
    await shop.pass(10 * MINUTE_S);
    await sendReport(ordered, { readings: [reading(5000)] });
    const seen = () => shop.operator.getSession({ sessionId: ordered.sessionId });
    const shown = await seen();
    expect(shown).toMatchObject({ kind: 'running', values: { energyWh: 5000 } });
    await sendReport(ordered, { readings: [reading(1000, before)] });
    expect(await seen()).toMatchObject({ values: { energyWh: 5000 } });
    await sendReport(ordered, { readings: [{ ...reading(5000), powerW: 7000 }] });
    expect(await seen()).toMatchObject({ values: { energyWh: 5000, powerW: 7000 } });
  });

  it('with a fraction of a watt-hour is counted whole', async () => {
    const ordered = await shop.charging();
    await shop.pass(MINUTE_S);
    await sendEnd(ordered, { readings: [reading(whFor(853) + 0.4)] });
    expect(capturedAmounts()).toEqual([853]);
    expect(await shop.attention()).toEqual([]);
  });

  it('that lies above the last one, which the meter signs, is not billed, and an alert is raised', async () => {
    const ordered = await shop.charging();
    await shop.pass(MINUTE_S);
    await sendReport(ordered, { readings: [reading(whFor(900))] });
    await shop.pass(MINUTE_S);
    await sendEnd(ordered, { readings: [reading(whFor(853))] });
    expect(capturedAmounts()).toEqual([853]);
    expect((await shop.session(ordered)).energyWh).toBe(whFor(853));
    expect(await shop.attention()).toEqual(['meter values above the last one are not billed']);
  });

  it('that comes after the bill changes nothing that the bill can be checked against, and an alert is raised once', async () => {
    const ordered = await charged(shop, 853);
    const before = await shop.session(ordered);
    const readings = () => shop.store.db.selectFrom('meter_values').selectAll().execute();
    const metered = await readings();
    await shop.pass(MINUTE_S);
    for (const energyWh of [99_000, 99_500]) await sendEnd(ordered, { readings: [reading(energyWh)] });
    expect(await readings()).toEqual(metered);
    expect((await shop.session(ordered)).energyWh).toBe(before.energyWh);
    expect(capturedAmounts()).toEqual([853]);
    expect(await shop.attention()).toEqual(['more energy told after the bill']);
  });

  it('with energy means that charging has begun, although nobody told when', async () => {
    const ordered = await shop.paid();
    await shop.pass(MINUTE_S);
    await sendEnd(ordered, { readings: [reading(whFor(853))] });
    expect((await shop.session(ordered)).state).toBe('completed');
    expect(capturedAmounts()).toEqual([853]);
  });
});

it('A session that cannot be looked at is named in the log, so that a person finds it among all that charge', async () => {
  await shop.close();
  const logged: { event: string; session?: string }[] = [];
  shop = await openOperator({ logEvent: (event, facts) => void logged.push({ event, ...facts }) });
  const [unusual, other] = [await shop.charging({ evseId: 'DE*BLF*E1003*1' }), await shop.charging({ evseId: 'DE*BLF*E1001*1' })];
  await shop.store.db.updateTable('orders').set({ tariff_version: 'gone' }).where('id', '=', unusual.orderId).execute();
  await shop.pass(3 * MINUTE_S);
  const named = logged.filter(({ event }) => event === 'scheduled check failed, retrying').map(({ session }) => session);
  const nameIn = ({ sessionId }: Ordered) => createHash('sha256').update(sessionId).digest('hex').slice(0, 8);
  expect(new Set(named)).toEqual(new Set([nameIn(unusual)]));
  expect(named).not.toContain(nameIn(other));
});

it('Where hundreds of sessions wait for a word of their stations, all are asked within one sweep', async () => {
  const { store, stations, clock } = shop;
  const one = await shop.charging({ evseId: 'DE*BLF*E1003*1' });
  const row = await store.db.selectFrom('sessions').selectAll().where('id', '=', one.sessionId).executeTakeFirstOrThrow();
  const now = clock.now().getTime();
  const references = Array.from({ length: 350 }, (_, n) => `START${n}`);
  for (const [n, start_id] of references.entries()) {
    const ids = { id: `s${n}`, watch_id: `w${n}`, order_id: `o${n}`, number: `n${n}` as never, start_id };
    const values = { ...row, ...ids, state: 'stopping' as const, stop_requested_at: now, next_check_at: now + 1000 };
    await store.db.insertInto('sessions').values(values).execute();
  }
  await shop.pass(6);
  const readReferences = stations.calls.filter(({ step }) => step === 'read').map(call => call.authorizationReference);
  expect(new Set(readReferences)).toEqual(new Set(references));
});
