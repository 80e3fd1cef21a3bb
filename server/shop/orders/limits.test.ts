import { afterEach, beforeEach, describe, expect, it, test } from '@jest/globals';
import { LIMITS } from '../../../shared/charging/limits.ts';
import type { PlugState, SessionState } from '../../../shared/charging/session.ts';
import { someOrder, somePayment, someSession } from '../../../test/support/rows.ts';
import { later } from '../../core/records/instants.ts';
import type { Store } from '../../store/engine/database.ts';
import { openSqlite } from '../../store/engine/sqlite.ts';
import { setPlugState } from '../../store/shop/catalogue.ts';
import { addOrder, type OrderRecord } from '../../store/shop/orders.ts';
import { addPayment, type PaymentRecord } from '../../store/shop/payments.ts';
import { addSession, type SessionRecord } from '../../store/shop/sessions.ts';
import { createStore } from '../../store/store.ts';
import { cardKeyOf, whyNotToBegin } from '../payments/cardLimits.ts';
import { mayEmail } from '../sessions/notices/emailJobs.ts';
import { refuseFree, refusePaid } from './limits.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const secondsAgo = (seconds: number) => later(NOW, -seconds * 1000);

let store: Store;
let count = 0;
beforeEach(async () => {
  store = createStore(openSqlite(':memory:'));
  await store.migrate();
});
afterEach(() => store.close());

interface Rows {
  order?: Partial<OrderRecord>;
  session?: Partial<SessionRecord>;
  payment?: Partial<PaymentRecord>;
}

/** Stores past orders, each at a connector of its own, with a session and, if `payment` is given, a payment. */
async function past({ order = {}, session = {}, payment }: Rows, times = 1): Promise<void> {
  for (let n = 0; n < times; n++) {
    const id = String(++count);
    const names = { id, formToken: id, paymentId: null, evseId: `DE*BLF*E${id}` };
    const sessionNames = { id, watchId: id, number: count, orderId: id, authorizationReference: id, evseId: names.evseId };
    await store.inTransaction(async trx => {
      await addOrder(trx, someOrder({ ...names, ...order }));
      await addSession(trx, someSession({ ...sessionNames, state: 'cancelled', ...session }));
      if (payment) await addPayment(trx, somePayment({ id, orderId: id, ref: id, ...payment }));
    });
  }
}
const inTransaction = <T>(act: Parameters<typeof store.inTransaction<T>>[0]) => store.inTransaction(act);

describe('A free start', () => {
  const FREE = { limitMinor: null, createdAt: secondsAgo(60) };
  const STARTED = { startedAt: secondsAgo(50) };
  const start = (more: Partial<OrderRecord> = {}) =>
    inTransaction(trx => refuseFree(trx, someOrder({ limitMinor: null, email: '', visitor: '', ...more }), NOW));
  const tooMany = { code: 'too-many', retryAfterS: 3600 };

  it.each([
    ['one e-mail address', { email: 'ada@example.org' }, { email: 'eve@example.org' }, LIMITS.freeStartsPerEmail.limit],
    ['one network without an address', { visitor: 'one', email: '' }, { visitor: 'two' }, LIMITS.freeStartsWithoutEmail.limit],
  ])('is had so often in an hour by %s, and by others then', async (_, who, others, limit) => {
    await past({ order: { ...FREE, ...who }, session: STARTED }, limit - 1);
    await past({ order: { ...FREE, ...who, createdAt: secondsAgo(3601) }, session: STARTED }, 2);
    await past({ order: { ...FREE, ...who, limitMinor: 8000 }, session: STARTED });
    await start(who);
    // A start exactly one hour ago still counts towards the limit.
    await past({ order: { ...FREE, ...who, createdAt: secondsAgo(3600) }, session: STARTED });
    await expect(start(who)).rejects.toMatchObject(tooMany);
    await start(others);
  });

  it('behind one network counts apart for those who name an address', async () => {
    await past({ order: { ...FREE, visitor: 'one', email: 'ada@example.org' }, session: STARTED }, 9);
    await start({ visitor: 'one' });
    await start({ visitor: 'one', email: 'eve@example.org' });
  });

  it('of nobody known is not counted', async () => {
    await past({ order: { ...FREE, visitor: '', email: '' }, session: {} }, 12);
    await start();
  });

  it.each<[SessionState, boolean]>([
    ['starting', true],
    ['running', true],
    ['stopping', true],
    ['completed', false],
    ['cancelled', false],
  ])('is one at a time: beside one that is %s, refused %s', async (state, isRefused) => {
    await past({ order: { ...FREE, email: 'ada@example.org' }, session: { ...STARTED, state } });
    const second = start({ email: 'ada@example.org' });
    if (isRefused) await expect(second).rejects.toMatchObject({ code: 'not-now' });
    else await second;
    await start({ email: 'eve@example.org' });
  });

  it('is not had at a plug that another session has', async () => {
    await past({ order: FREE, session: { state: 'running', evseId: 'DE*BLF*E1001*1', connector: '1' } });
    await expect(start()).rejects.toMatchObject({ code: 'plug-taken' });
    await start({ connector: '2' });
  });

  it('is refused to a network that starts at plug after plug and plugs in nowhere, whatever addresses it invents', async () => {
    const idle = LIMITS.idleFreeStartsPerNetwork;
    for (let n = 1; n < idle.limit; n++) await past({ order: { ...FREE, visitor: 'one', email: `${n}@example.org` } });
    await past({ order: { ...FREE, visitor: 'one', email: 'a@example.org', createdAt: secondsAgo(3601) } });
    await past({ order: { ...FREE, visitor: 'one', email: 'b@example.org' }, session: STARTED });
    await past({ order: { ...FREE, visitor: 'one', email: 'c@example.org', limitMinor: 8000 } });
    await past({ order: { ...FREE, visitor: 'two', email: 'd@example.org' } });
    await start({ visitor: 'one', email: 'new@example.org' });
    await past({ order: { ...FREE, visitor: 'one', email: 'e@example.org', createdAt: secondsAgo(3600) } });
    await expect(start({ visitor: 'one', email: 'new@example.org' })).rejects.toMatchObject(tooMany);
    await start({ visitor: 'two', email: 'new@example.org' });
  });
});

describe('An order that is paid for', () => {
  const { unpaidPagesPerNetwork: pages, smallSessionsPerNetwork: small, smallSessionsPerCard: ofCard } = LIMITS;

  it('is refused to a network that has left so many payment pages unpaid', async () => {
    const at = secondsAgo(pages.withinS);
    const unpaid = { order: { visitor: 'one', createdAt: secondsAgo(86_400) }, payment: { createdAt: at } };
    await past(unpaid, pages.limit - 1);
    await past({ ...unpaid, payment: { createdAt: secondsAgo(pages.withinS + 1) } });
    await past({ ...unpaid, payment: { createdAt: at, authorisedAt: at } });
    await past({ order: { ...unpaid.order, visitor: 'two' }, payment: { createdAt: at } });
    await refusePaid(store.db, { email: '', visitor: 'one' }, NOW);
    await past(unpaid);
    await expect(refusePaid(store.db, { email: '', visitor: 'one' }, NOW)).rejects.toMatchObject({
      code: 'unpaid-orders',
      retryAfterS: pages.withinS,
    });
    await refusePaid(store.db, { email: '', visitor: 'two' }, NOW);
  });

  it('is refused to a network that had so many sessions for nothing', async () => {
    const waived = { order: { visitor: 'one' }, payment: { waivedAt: secondsAgo(small.withinS) } };
    await past(waived, small.limit - 1);
    await past({ ...waived, payment: { waivedAt: secondsAgo(small.withinS + 1) } });
    await past({ ...waived, payment: { waivedAt: null } });
    await past({ ...waived, order: { visitor: 'two' } });
    await refusePaid(store.db, { email: '', visitor: 'one' }, NOW);
    await past(waived);
    await expect(refusePaid(store.db, { email: '', visitor: 'one' }, NOW)).rejects.toMatchObject({
      code: 'small-sessions',
      retryAfterS: small.withinS,
    });
    await refusePaid(store.db, { email: '', visitor: 'two' }, NOW);
  });

  it('of a network that is not known is never refused', async () => {
    await past({ order: { visitor: '' }, payment: { createdAt: NOW, waivedAt: NOW } }, pages.limit);
    await refusePaid(store.db, { email: '', visitor: '' }, NOW);
    await refusePaid(store.db, { email: '', visitor: '' }, NOW);
  });

  const why = (cardKey = '') => inTransaction(trx => whyNotToBegin(trx, { order: someOrder(), cardKey, now: NOW }));

  it('begins no charging with a card that had so many sessions for nothing', async () => {
    const waived = { payment: { cardKey: 'card', waivedAt: secondsAgo(ofCard.withinS) } };
    await past(waived, ofCard.limit - 1);
    await past({ payment: { cardKey: 'card', waivedAt: secondsAgo(ofCard.withinS + 1) } });
    await past({ payment: { cardKey: 'card', waivedAt: null } });
    await past({ payment: { cardKey: '', waivedAt: NOW } }, ofCard.limit);
    expect(await why('card')).toBeNull();
    expect(await why()).toBeNull();
    await past(waived);
    expect(await why('card')).toBe('small-sessions');
    expect(await why('another')).toBeNull();
  });

  test.each<[PlugState, 'plug-taken' | null]>([
    ['available', null],
    ['preparing', null],
    ['charging', 'plug-taken'],
    ['unavailable', 'plug-taken'],
  ])('at a plug that its station calls %s: %s', async (state, expected) => {
    await setPlugState(store.db, { evseId: 'DE*BLF*E1001*1', connector: '1', state, now: NOW });
    await setPlugState(store.db, { evseId: 'DE*BLF*E1001*1', connector: '2', state: 'charging', now: NOW });
    expect(await why()).toBe(expected);
  });

  it('begins no charging at a plug that another session has', async () => {
    await past({ session: { state: 'starting', evseId: 'DE*BLF*E1001*1', connector: '1' } });
    expect(await why()).toBe('plug-taken');
  });
});

test('Cards are told apart by what only we can compute, and not at all where the provider does not tell them apart', () => {
  const key = cardKeyOf('secret', { cardFingerprint: 'card-a' });
  expect(key).toMatch(/^[\w-]{22}$/);
  expect(cardKeyOf('secret', { cardFingerprint: 'card-a' })).toBe(key);
  expect(cardKeyOf('secret', { cardFingerprint: 'card-b' })).not.toBe(key);
  expect(cardKeyOf('another secret', { cardFingerprint: 'card-a' })).not.toBe(key);
  expect(cardKeyOf('secret', { cardFingerprint: null })).toBe('');
});

test('An address that anybody may have typed is written to once a card or a vehicle stands for it', () => {
  expect(mayEmail({ limitMinor: null }, { startedAt: null })).toBe(false);
  expect(mayEmail({ limitMinor: null }, { startedAt: NOW })).toBe(true);
  expect(mayEmail({ limitMinor: 0 }, { startedAt: null })).toBe(true);
});
