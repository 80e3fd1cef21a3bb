import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/model/time.ts';
import { type Given, type GivenOrder, type OpenContext, openContext } from '../../../../test/support/openContext.ts';
import type { Cdr } from '../../../core/ports/stationPort.ts';
import type { BillReview } from '../../../core/records/billReview.ts';
import { later } from '../../../core/records/instants.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import type { OutboxRecord } from '../../../store/jobs/outboxRows.ts';
import { applyCdrUpdate } from '../accounts/cdrUpdates.ts';
import { reportAnomaly } from '../lifecycle/anomalies.ts';
import { isOverdue } from '../lifecycle/overdue.ts';
import { applyReport } from '../reports/reports.ts';
import { enqueuePaymentAdvice, handlePaymentAdvice } from './paymentAdvice.ts';
import { checkReview } from './reviewCdr.ts';

let open: OpenContext;
beforeAll(async () => {
  open = await openContext();
});
afterAll(() => open.close());

const minutes = (count: number) => later(open.clock.now(), count * MINUTE_MS);
const hours = (count: number) => later(open.clock.now(), count * HOUR_MS);
const given = (session: NonNullable<Given['session']>, payment: NonNullable<Given['payment']> = {}) =>
  open.given({
    order: { state: 'held' },
    session: { createdAt: minutes(-60), startedAt: minutes(-30), ...session },
    payment: { state: 'authorised', captureBefore: hours(100), ...payment },
  });

/** A CDR over half an hour and 2 kWh at 0.49 € per kWh, VAT of 19 % included: 0.98 €. */
const completeCdr = (): Cdr => ({
  reference: 'CDR-1',
  currency: 'EUR',
  total: { net: 823_529, gross: 980_000 },
  tariffIds: [],
  startedAt: minutes(-30),
  endedAt: minutes(0),
  energyWh: 2000,
  invoiceReference: null,
});
/** Applies the last report of a session, with a CDR. */
async function reportFinal(order: GivenOrder, cdr: Partial<Cdr> = {}): Promise<void> {
  const { authorizationReference } = await order.session();
  const readings = [{ at: minutes(0), energyWh: 2000, powerW: 11_000, isCharging: true }];
  await applyReport(open.context, authorizationReference, {
    authorizationReference,
    state: 'ended',
    startedAt: minutes(-30),
    endedAt: minutes(0),
    readings,
    signedValues: [],
    isFinal: true,
    cdr: { ...completeCdr(), ...cdr },
  });
}
const DEARER = { total: { net: 1_000_000, gross: 1_190_000 } };
const WHY = 'the bill differs from the station’s account';

describe('An account of a station’s source', () => {
  it('that says the same as our bill lets it be taken', async () => {
    const order = await given({ state: 'running' });
    await reportFinal(order, { invoiceReference: 'INV-7' });
    expect(await order.session()).toMatchObject({ state: 'completed', totalMinor: 98, review: null, invoiceReference: 'INV-7' });
    expect((await order.payment()).captureMinor).toBe(98);
  });

  it('that asks for more lets the bill wait for a person, and the hold with it', async () => {
    const order = await given({ state: 'running', powerW: 11_000 });
    await reportFinal(order, DEARER);
    expect(await order.session()).toMatchObject({
      state: 'stopping',
      endedAt: minutes(0),
      stopRequestedAt: open.clock.now(),
      powerW: 0,
      nextCheckAt: hours(1),
      review: {
        reference: 'CDR-1',
        why: ['another price'],
        energyWh: 2000,
        endedAt: minutes(0).toISOString(),
        oursMinor: 98,
        theirsMinor: 119,
        maxMinor: 98,
      },
    });
    expect((await order.payment()).state).toBe('authorised');
    expect(await order.alerts()).toEqual([
      { why: WHY, reason: 'another price', account: 'CDR-1', occasion: open.clock.now().getTime() },
    ]);
    const { version } = await order.session();
    await reportFinal(order, DEARER);
    expect((await order.session()).version).toBe(version + 1);
    expect(await order.alerts()).toHaveLength(1);
  });

  it('that asks for less is what is taken where nobody decides', async () => {
    const order = await given({ state: 'stopping', stopRequestedAt: minutes(-5) });
    await reportFinal(order, { total: { net: 420_168, gross: 500_000 } });
    expect((await order.session()).review).toMatchObject({ oursMinor: 98, theirsMinor: 50, maxMinor: 50 });
    expect((await order.session()).stopRequestedAt).toEqual(minutes(-5));
  });

  it('that tells another time or energy than was told before is doubted', async () => {
    const order = await given({ state: 'running', energyWh: 2000 });
    await reportFinal(order, { startedAt: minutes(-50), energyWh: 1500 });
    const review = { why: expect.arrayContaining(['less energy than told before', 'other times than told before']) };
    expect((await order.session()).review).toMatchObject(review);
  });

  test.each([
    [100, 60],
    [13, 60],
    [12.5, 30],
    [12, 0],
    [5, 0],
    [null, 60],
  ])('is looked at again before its hold lapses: in %d hours, so after %i minutes', async (lapsesInHours, checkInMinutes) => {
    const order = await given({ state: 'running' }, { captureBefore: lapsesInHours === null ? null : hours(lapsesInHours) });
    await reportFinal(order, DEARER);
    expect((await order.session()).nextCheckAt).toEqual(minutes(checkInMinutes));
  });

  // At 0.04 € per minute, the half hour costs 1.20 €. The twenty minutes until the station accepted the stop cost 0.80 €.
  test.each([
    [1_200_000, 'completed'],
    [1_160_000, 'stopping'],
    [790_000, 'completed'],
    [600_000, 'stopping'],
  ])('of %i millionths leaves a bill of 0.80 €: only what we give away ourselves is no difference (%s)', async (gross, state) => {
    const plug = { evseId: 'DE*BLF*E1005*2', connector: '2' };
    const order = await open.given({
      order: { state: 'held', ...plug },
      session: { ...plug, state: 'stopping', createdAt: minutes(-60), startedAt: minutes(-30), stopAcceptedAt: minutes(-10) },
      payment: { state: 'authorised', captureBefore: hours(100) },
    });
    await reportFinal(order, { total: { net: Math.round(gross / 1.19), gross } });
    const session = await order.session();
    expect(session.state).toBe(state);
    expect(session.totalMinor ?? session.review?.oursMinor).toBe(80);
  });

  it('of what nothing is held for, or costs nothing, waits for nobody', async () => {
    const order = await given({ state: 'running' }, { state: 'released' });
    await reportFinal(order, DEARER);
    expect((await order.session()).state).toBe('completed');
  });
});

describe('A bill that waits for a person', () => {
  const REVIEW = (): BillReview => ({
    reference: 'CDR-1',
    why: ['another price'],
    energyWh: 2000,
    endedAt: minutes(0).toISOString(),
    oursMinor: 98,
    theirsMinor: 50,
    maxMinor: 60,
  });
  const waiting = (payment: Given['payment'] = {}, session: Given['session'] = {}) =>
    given({ state: 'stopping', endedAt: minutes(0), review: REVIEW(), nextCheckAt: minutes(0), ...session }, payment);
  const check = async (order: GivenOrder, more = {}) => checkReview(open.context, { ...(await order.session()), ...more });
  const REMINDER = { why: 'a bill waits for a decision and its hold lapses' };

  test.each([
    [24.1, []],
    [24, [REMINDER]],
    [12.1, [REMINDER]],
  ])('is told of a day before its hold lapses: %d hours before', async (lapsesInHours, alerts) => {
    const order = await waiting({ captureBefore: hours(lapsesInHours) });
    await check(order);
    await check(order);
    expect(await order.alerts()).toEqual(alerts);
    const nextCheckAt = lapsesInHours === 12.1 ? minutes(6) : hours(1);
    expect(await order.session()).toMatchObject({ state: 'stopping', nextCheckAt });
  });

  test.each<[string, Given['payment'], string, number | null, string[]]>([
    ['half a day before its hold lapses', { captureBefore: new Date('2026-11-20T22:00:00Z') }, 'capturing', 60, ['wake']],
    ['when its hold is gone', { state: 'released' }, 'released', null, []],
  ])('is ended %s, by the lower amount', async (_, payment, state, captureMinor, waked) => {
    const order = await waiting(payment);
    open.reported.length = 0;
    await check(order);
    expect(await order.session()).toMatchObject({
      state: 'completed',
      totalMinor: 60,
      energyWh: 2000,
      review: null,
      nextCheckAt: null,
    });
    expect(await order.payment()).toMatchObject({ state, captureMinor });
    expect(open.reported).toEqual([...waked, 'session completed', `notify ${(await order.session()).id}`]);
  });

  it('of a hold that nobody says the end of is looked at again in an hour', async () => {
    const order = await waiting({ captureBefore: null });
    open.reported.length = 0;
    await check(order);
    expect(await order.session()).toMatchObject({ state: 'stopping', nextCheckAt: hours(1) });
    expect(open.reported).toEqual([]);
  });

  it('and that somebody has decided or looked at meanwhile is left alone', async () => {
    const lapsing = { captureBefore: hours(1) };
    const orders = [
      await waiting(lapsing, { review: null }),
      await waiting(lapsing, { state: 'completed' }),
      await waiting(lapsing),
    ];
    await check(orders[0]!);
    await check(orders[1]!);
    await check(orders[2]!, { nextCheckAt: minutes(-1) });
    for (const order of orders) expect((await order.session()).version).toBe(1);
  });

  it('and cannot be priced is tried again later and later, until its tariff is put right', async () => {
    const order = await waiting({ captureBefore: hours(12) });
    const { id, tariffVersion } = await order.order();
    const ofOrder = (tariff_version: string) =>
      open.store.db.updateTable('orders').set({ tariff_version }).where('id', '=', id).execute();
    await ofOrder('gone');
    const waits: number[] = [];
    for (let n = 0; n < 12; n++) {
      await expect(check(order)).rejects.toThrow();
      const { nextCheckAt } = await order.session();
      const waitMs = (nextCheckAt?.getTime() ?? 0) - open.clock.now().getTime();
      waits.push(Math.round(waitMs / 1000));
      await open.clock.pass(waitMs);
    }
    expect(waits).toEqual([10, 10, 10, 15, 23, 34, 51, 76, 114, 171, 256, 300]);
    expect(await order.alerts()).toMatchObject([{ why: 'the price cannot be worked out' }]);
    await ofOrder(tariffVersion);
    await check(order);
    expect((await order.session()).state).toBe('completed');
    expect((await order.payment()).captureMinor).toBe(60);
  });

  it('is for nothing once its account is taken back', async () => {
    const order = await waiting();
    const { authorizationReference } = await order.session();
    await applyCdrUpdate(open.context, authorizationReference, { kind: 'reversed', reference: 'CDR-2' });
    const review = { ...REVIEW(), reference: 'CDR-2', why: ['taken back'], theirsMinor: 0, maxMinor: 0 };
    expect((await order.session()).review).toEqual(review);
    expect(await order.alerts()).toEqual([]);
  });
});

describe('News of an account after the bill', () => {
  const update = async (order: GivenOrder, kind: Parameters<typeof applyCdrUpdate>[2]['kind']) =>
    applyCdrUpdate(open.context, (await order.session()).authorizationReference, { kind, reference: 'CDR-2' });

  test.each([
    ['reversed', 'an account was taken back after the bill'],
    ['unclear', 'an account was taken back in an unclear way'],
    ['another', 'another account of a billed session'],
  ] as const)('(%s) is told to a person, once', async (kind, why) => {
    const order = await given({ state: 'completed', totalMinor: 98 });
    for (let n = 0; n < 2; n++) await update(order, kind);
    expect(await order.alerts()).toEqual([{ why, reason: 'CDR-2' }]);
  });

  it('for which nobody paid is nothing to look at', async () => {
    const order = await given({ state: 'completed', totalMinor: 0 });
    await update(order, 'reversed');
    expect(await order.alerts()).toEqual([]);
  });

  it('before the bill is waited for where it was taken back, and told where nobody can follow it', async () => {
    const order = await given({ state: 'stopping' });
    await update(order, 'reversed');
    expect(await order.alerts()).toMatchObject([{ why: 'an account was taken back before the bill' }]);
    await update(order, 'unclear');
    expect(await order.alerts()).toHaveLength(2);
  });

  it('of no session of ours is nothing', async () => {
    await applyCdrUpdate(open.context, 'unknown', { kind: 'reversed', reference: 'CDR-2' });
  });
});

describe('A source that wants to know what became of the money', () => {
  const BILL = {
    currency: 'EUR',
    lines: [{ kind: 'energy', quantity: 2000, unitPriceMicro: 490_000, amountMinor: 98, vatPercent: 19 }],
    totalMinor: 98,
    vat: [{ percent: 19, netMinor: 82, vatMinor: 16, grossMinor: 98 }],
  } as const;
  const asking = (answer: 'sent' | 'unknown' = 'sent') => {
    const advices: unknown[] = [];
    const stations: OperatorContext['stations'] = {
      ...open.stations,
      capabilities: address => ({ ...open.stations.capabilities(address), receivesPaymentAdvice: true }),
      async sendPaymentAdvice(request) {
        advices.push(request.payment);
        return answer;
      },
    };
    return { context: { ...open.context, stations }, reported: advices };
  };
  const row = async (order: GivenOrder) => ({ subjectId: (await order.payment()).id }) as OutboxRecord;

  it('is told by a job; others are not', async () => {
    const order = await given({ state: 'completed' });
    const [session, payment, now] = [await order.session(), await order.payment(), open.clock.now()];
    await open.store.inTransaction(trx => enqueuePaymentAdvice(open.context, trx, { session, payment, now }));
    expect(await order.jobs()).toEqual({});
    await open.store.inTransaction(trx => enqueuePaymentAdvice(asking().context, trx, { session, payment, now }));
    expect(await order.jobs()).toEqual({ 'tell-payment 1': 0 });
  });

  it('hears what was billed and what was taken, with its VAT', async () => {
    const card = { cardBrand: 'visa', cardDigits: ['4242', '1111'] };
    const order = await given(
      { state: 'completed', bill: BILL },
      { state: 'captured', capturedMinor: 98, settledAt: minutes(-1), ...card },
    );
    const { context, reported } = asking();
    expect(await handlePaymentAdvice(context, await row(order))).toBe('done');
    const { id } = await order.payment();
    const amounts = { currency: 'EUR', billedMinor: 98, capturedMinor: 98, vat: BILL.vat };
    expect(reported).toEqual([{ id, at: minutes(-1), ...amounts, cardBrand: 'visa', cardDigits: '4242' }]);
  });

  it('hears of nothing where nothing could be taken', async () => {
    const order = await given({ state: 'completed', bill: BILL }, { state: 'capture_failed' });
    const { context, reported } = asking();
    await handlePaymentAdvice(context, await row(order));
    const vat = [{ percent: 19, netMinor: 0, vatMinor: 0, grossMinor: 0 }];
    expect(reported).toMatchObject([{ at: open.clock.now(), capturedMinor: 0, vat, cardBrand: null, cardDigits: null }]);
  });

  it('is told again where it did not answer', async () => {
    const order = await given({ state: 'completed', bill: BILL }, { state: 'captured', capturedMinor: 98 });
    const notBefore = new Date(open.clock.now().getTime() + 1000);
    const first = { ...(await row(order)), attempts: 0 };
    expect(await handlePaymentAdvice(asking('unknown').context, first)).toEqual({ retry: 'not told', notBefore });
  });

  it('is not told before it is decided', async () => {
    const { context, reported } = asking();
    for (const order of [
      await given({ state: 'completed', bill: BILL }, { state: 'capturing' }),
      await given({ state: 'completed', bill: null }, { state: 'captured' }),
    ])
      expect(await handlePaymentAdvice(context, await row(order))).toBe('done');
    expect(await handlePaymentAdvice(context, { subjectId: 'unknown' } as OutboxRecord)).toBe('done');
    expect(reported).toEqual([]);
  });
});

describe('A session', () => {
  test.each([
    ['stopping', { stopRequestedAt: -15 }, true],
    ['stopping', { stopRequestedAt: -14.9 }, false],
    ['cancelling', { startBy: -15 }, true],
    ['cancelling', { startBy: -14.9, stopRequestedAt: -60 }, false],
    ['stopping', {}, true],
    ['running', { stopRequestedAt: -60 }, false],
  ] as const)('that is %s since %j minutes is overdue: %s', async (state, since, isSo) => {
    const times = Object.fromEntries(Object.entries(since).map(([name, ago]) => [name, minutes(ago)]));
    const order = await given({ state, ...times });
    expect(await isOverdue(open.context, open.store.db, await order.session())).toBe(isSo);
    const review = { reference: 'CDR-1' } as BillReview;
    expect(await isOverdue(open.context, open.store.db, { ...(await order.session()), review })).toBe(false);
  });

  it('that no driver asked for is told once, beside the start it came with', async () => {
    const order = await given({ state: 'running' });
    const { authorizationReference } = await order.session();
    const why = 'a second session of one start';
    for (const session of ['S1', 'S1']) await reportAnomaly(open.context, { why, authorizationReference, session });
    expect(await order.alerts()).toEqual([{ why, reason: 'S1' }]);
    for (const [reference, session] of [
      [null, 'S2'],
      ['unknown', 'S3'],
    ] as const)
      await reportAnomaly(open.context, { why: 'a session without a start of ours', authorizationReference: reference, session });
    const subjects = await open.store.db
      .selectFrom('audit')
      .select('subject_id')
      .where('subject_id', 'in', ['S2', 'S3'])
      .execute();
    expect(subjects).toHaveLength(2);
  });

  it('that a connection reports without a start of ours is one alert of the connection, however many sessions there are', async () => {
    const why = 'a session without a start of ours';
    const report = (session: string) =>
      reportAnomaly(open.context, { why, authorizationReference: null, session, connection: 'ocpi:town' });
    for (const session of ['ocpi:town/1', 'ocpi:town/2', 'ocpi:town/3']) await report(session);
    const alerts = open.store.db.selectFrom('audit').select('id').where('subject_id', '=', 'ocpi:town');
    expect(await alerts.execute()).toHaveLength(1);
  });
});
