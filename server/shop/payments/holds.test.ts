import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { HOUR_MS } from '../../../shared/model/time.ts';
import { type GivenOrder, type OpenContext, openContext } from '../../../test/support/openContext.ts';
import type { Hold } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import { listDocuments } from '../../store/shop/documents.ts';
import type { PaymentRecord } from '../../store/shop/payments.ts';
import { applyHold } from './holds.ts';

let open: OpenContext;
beforeAll(async () => {
  open = await openContext();
});
afterAll(() => open.close());

const HELD: Hold = {
  ref: 'ref',
  state: 'authorised',
  currency: 'EUR',
  authorisedMinor: 8000,
  capturedMinor: 0,
  refundedMinor: 0,
  isDisputed: false,
  captureBefore: null,
  cardDigits: ['4242'],
  cardBrand: 'visa',
  cardFingerprint: 'card',
};
const inHours = (hours: number) => later(open.clock.now(), hours * HOUR_MS);

/** Applies a state of the payment provider that was read after the current version of the row. */
async function applyProviderState(given: GivenOrder, hold: Partial<Hold>): Promise<PaymentRecord> {
  await applyHold(open.context, await given.payment(), { ...HELD, ...hold });
  return given.payment();
}
/** A charging point of the demo data, with a tariff. */
const SOLD = { evseId: 'DE*BLF*E1001*1' };
/** Gives each order a charging point of its own, so that no order occupies the connector of another one. */
let points = 0;
const given: OpenContext['given'] = ({ order, session, payment = {} } = {}) => {
  const evseId = `DE*BLF*E${++points}`;
  return open.given({ order: { evseId, ...order }, session: { evseId, ...session }, payment });
};

describe('A card on whose page nobody had paid yet', () => {
  it('is held: charging is ordered, once, and the hold is looked at again in a day', async () => {
    const order = await given();
    const now = open.clock.now();
    open.reported.length = 0;
    expect(await applyProviderState(order, {})).toMatchObject({
      state: 'authorised',
      authorisedAt: now,
      captureBefore: null,
      cardDigits: ['4242'],
      cardBrand: 'visa',
      cardKey: expect.stringMatching(/^[\w-]{22}$/),
      nextCheckAt: inHours(24),
    });
    expect((await order.order()).state).toBe('held');
    expect(await order.session()).toMatchObject({ state: 'starting', startBy: later(now, 180_000) });
    expect(await order.jobs()).toEqual({ 'start 1': 0, 'start-timeout 1': 180 });
    expect(open.reported).toEqual(['wake', 'payment authorised', `notify ${(await order.session()).id}`]);
    const { id } = await order.payment();
    const audit = await open.store.db.selectFrom('audit').select(['what', 'facts']).where('subject_id', '=', id).execute();
    expect(audit).toEqual([{ what: 'payment authorised', facts: '{"from":"created"}' }]);
    const { version } = await applyProviderState(order, {});
    await applyProviderState(order, { captureBefore: inHours(48) });
    expect((await order.payment()).version).toBe(version);
    expect(open.reported).toHaveLength(3);
  });

  test.each([
    [48, 36],
    [13, 1],
  ])('and lapses in %i hours is looked at again in %i, half a day before', async (lapsesInHours, checkInHours) => {
    const order = await given();
    const { nextCheckAt, captureBefore } = await applyProviderState(order, { captureBefore: inHours(lapsesInHours) });
    expect([captureBefore, nextCheckAt]).toEqual([inHours(lapsesInHours), inHours(checkInHours)]);
  });

  test.each<[string, Parameters<typeof given>[0]]>([
    ['whose order is over', { order: { state: 'over' } }],
    ['that was paid for by another payment', { order: { paymentId: 'another' } }],
    ['whose session was given up', { session: { state: 'cancelled' } }],
  ])('of an order %s is given back', async (_, rows) => {
    const order = await given(rows);
    expect(await applyProviderState(order, {})).toMatchObject({ state: 'releasing', nextCheckAt: null, cardDigits: ['4242'] });
    expect(await order.jobs()).toEqual({ 'release 1': 0 });
    expect(await order.alerts()).toEqual([]);
  });

  test.each<[string, Partial<Hold>, number]>([
    ['of less than was asked for', { authorisedMinor: 7999 }, 7999],
    ['in other money', { currency: 'CHF' }, 8000],
  ])('with a hold %s starts nothing: it is given back, and somebody is told', async (_, hold, heldMinor) => {
    const order = await given();
    expect(await applyProviderState(order, hold)).toMatchObject({ state: 'releasing' });
    expect(await order.order()).toMatchObject({ state: 'over', why: 'payment-failed' });
    expect(await order.session()).toMatchObject({ state: 'cancelled', why: 'payment-failed', endedAt: open.clock.now() });
    expect(await order.jobs()).toEqual({ 'release 1': 0 });
    const why = 'another amount is held than was asked for';
    expect(await order.alerts()).toEqual([{ why, requestedMinor: 8000, heldMinor }]);
  });

  it.each([12.99, 12, 5, -1])('starts nothing where it would be stopped within the hour: it lapses in %d hours', async hours => {
    const order = await given();
    const captureBefore = inHours(hours);
    for (let n = 0; n < 2; n++)
      expect(await applyProviderState(order, { captureBefore })).toMatchObject({ state: 'releasing', captureBefore });
    expect(await order.order()).toMatchObject({ state: 'over', why: 'payment-failed' });
    expect(await order.session()).toMatchObject({ state: 'cancelled', why: 'payment-failed', startBy: null });
    expect(await order.jobs()).toEqual({ 'release 1': 0 });
    expect(await order.alerts()).toEqual([
      {
        why: 'too late to charge on the hold: released',
        pageUntil: (await order.payment()).expiresAt.toISOString(),
        lapsesAt: captureBefore.toISOString(),
      },
    ]);
  });

  it.each([null, 7 * 24])('starts nothing when its page has long closed, however long it lasts (%p hours)', async hours => {
    const expiresAt = later(open.clock.now(), -600_000);
    const order = await given({ payment: { state: 'pending', expiresAt } });
    expect(await applyProviderState(order, { captureBefore: hours === null ? null : inHours(hours) })).toMatchObject({
      state: 'releasing',
    });
    expect(await order.session()).toMatchObject({ state: 'cancelled', why: 'payment-expired' });
    expect(await order.jobs()).toEqual({ 'release 1': 0 });
    const justNow = await given({ payment: { state: 'pending', expiresAt: later(expiresAt, 1000) } });
    expect(await applyProviderState(justNow, {})).toMatchObject({ state: 'authorised' });
  });

  it('starts nothing at a plug that somebody else has by then', async () => {
    const other = await given({ session: { state: 'running' } });
    const { evseId } = await other.session();
    const order = await given({ order: { evseId }, session: { evseId } });
    expect(await applyProviderState(order, {})).toMatchObject({ state: 'releasing' });
    expect(await order.order()).toMatchObject({ state: 'over', why: 'plug-taken' });
    expect(await order.jobs()).toEqual({ 'release 1': 0 });
  });

  test.each(['expired', 'released'] as const)('and whose page is %s ends its order, and is looked at once more', async state => {
    const order = await given({ payment: { state: 'pending' } });
    const now = open.clock.now();
    expect(await applyProviderState(order, { state })).toMatchObject({
      state: 'expired',
      settledAt: now,
      nextCheckAt: later(now, 60_000),
    });
    expect(await order.order()).toMatchObject({ state: 'over', why: 'payment-expired' });
    expect(await order.session()).toMatchObject({ state: 'cancelled', why: 'payment-expired', nextCheckAt: null });
    expect(await order.jobs()).toEqual({});
  });

  it('ends no order that another payment was begun for', async () => {
    const order = await given({ order: { paymentId: 'another' } });
    expect(await applyProviderState(order, { state: 'expired' })).toMatchObject({ state: 'expired' });
    expect((await order.order()).state).toBe('open');
    expect((await order.session()).state).toBe('draft');
  });

  it('waits while its page is open', async () => {
    const order = await given();
    expect(await applyProviderState(order, { state: 'open' })).toMatchObject({ state: 'created', version: 1 });
  });
});

describe('A page whose address nobody ever got', () => {
  const neverShown = async (order: GivenOrder) => applyHold(open.context, await order.payment(), 'never shown');

  it('is closed when its time is over, and needs no further look', async () => {
    const order = await given({ payment: { ref: null } });
    await neverShown(order);
    expect(await order.payment()).toMatchObject({ state: 'expired', nextCheckAt: null });
    expect(await order.order()).toMatchObject({ state: 'over', why: 'payment-expired' });
  });

  it('ends its order also where it was closed before', async () => {
    const order = await given({ payment: { ref: null, state: 'expired' } });
    await neverShown(order);
    expect(await order.order()).toMatchObject({ state: 'over', why: 'payment-expired' });
  });

  it('changes nothing once it was shown after all', async () => {
    const order = await given({ payment: { state: 'pending' } });
    await neverShown(order);
    expect(await order.payment()).toMatchObject({ state: 'pending', version: 1 });
    expect((await order.order()).state).toBe('open');
  });
});

describe('An answer', () => {
  it('that is older than the row is asked for again', async () => {
    const order = await given();
    const snapshot = { ...(await order.payment()), version: 0 };
    const { ref } = await open.payments.createCheckout({
      paymentId: snapshot.id,
      key: 'k',
      amountMinor: 8000,
      currency: 'EUR',
    } as never);
    await open.store.db.updateTable('payments').set({ ref }).where('id', '=', snapshot.id).execute();
    await applyHold(open.context, snapshot, HELD);
    expect((await order.payment()).state).toBe('created');
    open.payments.pay(ref);
    await applyHold(open.context, snapshot, { ...HELD, state: 'expired' });
    expect((await order.payment()).state).toBe('authorised');
  });

  it('about a payment that is not there changes nothing', async () => {
    await applyHold(open.context, { id: 'nothing', version: 1 }, HELD);
  });
});

describe('While a vehicle charges, a hold', () => {
  const charging = (state: 'starting' | 'running' | 'paused' | 'stopping' | 'completed', nextCheckAt: Date | null = null) =>
    given({
      order: { state: 'held' },
      session: { state, stopRequestedAt: inHours(-1), ...SOLD },
      payment: { state: 'authorised', nextCheckAt },
    });

  it('that lasts is looked at again in a day, where nobody knows how long', async () => {
    const order = await charging('running');
    expect(await applyProviderState(order, {})).toMatchObject({ state: 'authorised', nextCheckAt: inHours(24) });
    const known = await charging('running', inHours(3));
    expect(await applyProviderState(known, { captureBefore: inHours(13) })).toMatchObject({
      nextCheckAt: inHours(3),
      version: 1,
    });
    expect((await known.session()).state).toBe('running');
  });

  test.each(['running', 'paused'] as const)('that is about to lapse stops one that is %s', async state => {
    const order = await charging(state);
    expect(await applyProviderState(order, { captureBefore: inHours(12) })).toMatchObject({
      state: 'authorised',
      nextCheckAt: inHours(1),
    });
    expect(await order.session()).toMatchObject({ state: 'stopping', stopReason: 'hold-expiry' });
    expect(await order.jobs()).toEqual({ 'stop 1': 0 });
    expect(await order.alerts()).toEqual([]);
  });

  it('that is about to lapse gives a start up that nobody has answered', async () => {
    const order = await charging('starting');
    expect(await applyProviderState(order, { captureBefore: inHours(12) })).toMatchObject({
      state: 'authorised',
      nextCheckAt: inHours(1),
    });
    expect(await order.session()).toMatchObject({ state: 'cancelling', why: 'payment-failed' });
    expect(await order.jobs()).toEqual({ 'cancel-start 1': 0 });
    expect(await order.alerts()).toEqual([]);
  });

  it('that is about to lapse while the end is long awaited is told of, once', async () => {
    const order = await charging('stopping');
    for (let n = 0; n < 2; n++) await applyProviderState(order, { captureBefore: inHours(11) });
    expect(await order.alerts()).toEqual([{ why: 'hold about to lapse, and the session is not over' }]);
  });

  test.each([
    ['released', 'running', 'stopping'],
    ['expired', 'paused', 'stopping'],
    ['released', 'completed', 'completed'],
  ] as const)('that is gone (%s) ends one that is %s', async (gone, state, after) => {
    const order = await charging(state);
    expect(await applyProviderState(order, { state: gone })).toMatchObject({
      state: 'released',
      nextCheckAt: null,
      settledAt: open.clock.now(),
    });
    expect((await order.session()).state).toBe(after);
    expect(await order.alerts()).toEqual([{ why: 'hold lapsed while charging' }]);
  });

  it('that is gone before the start was answered gives the start up', async () => {
    const order = await charging('starting');
    await applyProviderState(order, { state: 'released' });
    expect(await order.session()).toMatchObject({ state: 'cancelling', why: 'payment-failed' });
    expect(await order.jobs()).toEqual({ 'cancel-start 1': 0 });
  });
});

describe('A capture', () => {
  const bill = { currency: 'EUR', lines: [], totalMinor: 700, vat: [] } as const;
  const capturing = () =>
    given({
      order: { state: 'held' },
      session: { state: 'completed', ...SOLD, startedAt: inHours(-1), endedAt: inHours(0), bill, totalMinor: 700 },
      payment: { state: 'capturing', captureMinor: 700, nextCheckAt: inHours(1) },
    });

  it('that was done is noted with what was taken, and the session is told', async () => {
    const order = await capturing();
    const { version } = await order.session();
    expect(await applyProviderState(order, { state: 'captured', capturedMinor: 700 })).toMatchObject({
      state: 'captured',
      capturedMinor: 700,
      settledAt: open.clock.now(),
      nextCheckAt: null,
      cardDigits: ['4242'],
    });
    expect((await order.session()).version).toBe(version + 1);
    expect(await order.alerts()).toEqual([]);
    const [document, ...more] = await listDocuments(open.store.db, (await order.session()).id);
    expect(document?.content).toMatchObject({
      paidAt: open.clock.now().toISOString(),
      cardDigits: null,
      hold: { heldMinor: 8000, chargedMinor: 700, releasedMinor: 7300 },
    });
    expect(more).toEqual([]);
  });

  it('of another amount than was billed is told of', async () => {
    const order = await capturing();
    await applyProviderState(order, { state: 'captured', capturedMinor: 650 });
    expect(await order.alerts()).toEqual([{ why: 'charged otherwise than billed', chargedMinor: 650, billedMinor: 700 }]);
  });

  test.each(['released', 'expired'] as const)('of a hold that is %s has failed, and somebody is told', async state => {
    const order = await capturing();
    expect(await applyProviderState(order, { state })).toMatchObject({
      state: 'capture_failed',
      nextCheckAt: null,
      settledAt: open.clock.now(),
    });
    expect(await order.alerts()).toEqual([{ why: 'hold gone before capture' }]);
  });

  it('that has not been done yet waits', async () => {
    const order = await capturing();
    expect(await applyProviderState(order, {})).toMatchObject({ state: 'capturing', version: 1 });
  });
});

describe('A release', () => {
  const releasing = (state: 'running' | 'completed' | 'cancelled', email = 'ada@example.org') =>
    given({ order: { state: 'over', email }, session: { state }, payment: { state: 'releasing', nextCheckAt: inHours(1) } });

  test.each([
    ['released', 'cancelled', { 'mail-nothing 1': 0 }],
    ['expired', 'completed', { 'mail-nothing 1': 0 }],
    ['released', 'running', {}],
  ] as const)('that was done (%s) is told to the driver whose session is %s', async (gone, state, jobs) => {
    const order = await releasing(state);
    const { version } = await order.session();
    expect(await applyProviderState(order, { state: gone })).toMatchObject({
      state: 'released',
      settledAt: open.clock.now(),
      nextCheckAt: null,
    });
    expect((await order.session()).version).toBe(version + 1);
    expect(await order.jobs()).toEqual(jobs);
  });

  it('of money that somebody took meanwhile is told of', async () => {
    const order = await releasing('cancelled');
    const now = open.clock.now();
    const captured = { state: 'captured', capturedMinor: 500, settledAt: now, nextCheckAt: null };
    expect(await applyProviderState(order, { state: 'captured', capturedMinor: 500 })).toMatchObject(captured);
    expect(await order.alerts()).toEqual([{ why: 'captured while releasing' }]);
    expect(await order.jobs()).toEqual({});
  });

  it('that has not been done yet waits', async () => {
    expect(await applyProviderState(await releasing('cancelled'), {})).toMatchObject({ state: 'releasing', version: 1 });
  });
});

describe('A page that counted as closed', () => {
  const closed = () =>
    given({ order: { state: 'over' }, session: { state: 'cancelled' }, payment: { state: 'expired', nextCheckAt: inHours(1) } });

  it('and was paid after all gives its hold back', async () => {
    const order = await closed();
    expect(await applyProviderState(order, {})).toMatchObject({ state: 'releasing', nextCheckAt: null });
    expect(await order.jobs()).toEqual({ 'release 1': 0 });
  });

  it('and on which somebody took money is told of, once', async () => {
    const order = await closed();
    for (let n = 0; n < 2; n++) await applyProviderState(order, { state: 'captured', capturedMinor: 500 });
    expect(await order.alerts()).toEqual([{ why: 'taken for an order that is over', capturedMinor: 500 }]);
  });

  it('is looked at no more once its hold was released', async () => {
    expect(await applyProviderState(await closed(), { state: 'released' })).toMatchObject({
      state: 'expired',
      nextCheckAt: null,
    });
    expect(await applyProviderState(await closed(), { state: 'expired' })).toMatchObject({
      state: 'expired',
      nextCheckAt: inHours(1),
    });
    expect(await applyProviderState(await closed(), { state: 'open' })).toMatchObject({ state: 'expired', version: 1 });
  });

  it('ends an order that was left open', async () => {
    const order = await given({ payment: { state: 'expired' } });
    await applyProviderState(order, { state: 'open' });
    expect((await order.order()).state).toBe('open');
    await applyProviderState(order, { state: 'expired' });
    expect(await order.order()).toMatchObject({ state: 'over', why: 'payment-expired' });
  });
});

describe('Money that moves at the provider, not here', () => {
  const settled = (state: 'captured' | 'capture_failed' | 'released', refundedMinor = 0) =>
    given({ order: { state: 'over' }, session: { state: 'completed' }, payment: { state, capturedMinor: 700, refundedMinor } });
  const CAPTURED = { state: 'captured', capturedMinor: 700 } as const;

  it('is noted as it goes back, and each sum is told once', async () => {
    const order = await settled('captured');
    for (const refundedMinor of [0, 300, 300, 500]) await applyProviderState(order, { ...CAPTURED, refundedMinor });
    expect((await order.payment()).refundedMinor).toBe(500);
    const why = 'refunded at the provider';
    expect(await order.alerts()).toEqual([
      { why, refundedMinor: 300 },
      { why, refundedMinor: 500 },
    ]);
  });

  it('is told when it comes back', async () => {
    const order = await settled('captured', 300);
    expect(await applyProviderState(order, { ...CAPTURED, refundedMinor: 0 })).toMatchObject({ refundedMinor: 0 });
    expect(await order.alerts()).toEqual([{ why: 'a refund came back', refundedMinor: 0 }]);
  });

  it('is told once when the bank disputes it', async () => {
    const order = await settled('captured');
    for (let n = 0; n < 2; n++) await applyProviderState(order, { ...CAPTURED, isDisputed: true });
    expect(await order.alerts()).toEqual([{ why: 'disputed by the bank' }]);
  });

  test.each(['capture_failed', 'released'] as const)('is told when it was taken although the hold counts as %s', async state => {
    const order = await settled(state);
    await applyProviderState(order, { state: 'released' });
    expect(await order.alerts()).toEqual([]);
    await applyProviderState(order, CAPTURED);
    expect(await order.alerts()).toEqual([{ why: 'taken for an order that is over', capturedMinor: 700 }]);
  });
});
