import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { dataOfDriver } from '../../server/staff/upkeep/driverData.ts';
import { forgetDriver, removeOldContacts } from '../../server/staff/upkeep/retention.ts';
import { listAudit } from '../../server/store/jobs/audit.ts';
import { addOrder, findOrder } from '../../server/store/shop/orders.ts';
import { addSession } from '../../server/store/shop/sessions.ts';
import { findWithdrawal } from '../../server/store/shop/withdrawals.ts';
import { DAY_MS } from '../../shared/model/time.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';

const FARNWALD = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1', connector: '1' };
const FREE = { clientId: 'blaufink', evseId: 'DE*BLF*E1005*1', connector: '1', limitMinor: null };
const EMPTY_CONTACT = { firstName: '', lastName: '', email: '', emailConfirmation: '' };
const TYPED = { name: 'Ada Lovelace', email: ' Ada@Example.org ' };

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator({
    startsAt: '2026-11-21T00:50:00Z',
    rules: { contactRetentionDays: 30, emailRequired: false, namesRequired: false, smallInvoiceLimit: { de: 100 } },
  });
});
afterEach(() => shop.close());

const inDays = (days: number) => new Date(shop.clock.now().getTime() + days * DAY_MS);
const contactOf = async (orderId: string) => {
  const order = await findOrder(shop.store.db, orderId);
  return { contact: order?.contact, email: order?.email, fingerprint: order?.fingerprint };
};
const FORGOTTEN = { contact: EMPTY_CONTACT, email: '', fingerprint: '' };
const audit = async (what: string) => (await listAudit(shop.store.db, { what, since: new Date(0) })).map(({ facts }) => facts);

describe('Contact details', () => {
  it('are kept as long as the client says, and then removed; documents stay byte by byte', async () => {
    const ordered = await shop.charging({ ...PLAIN, locale: 'en' });
    await billed(shop, ordered);
    const document = () => shop.store.db.selectFrom('documents').selectAll().executeTakeFirstOrThrow();
    const before = await document();
    expect(await removeOldContacts(shop.store, inDays(29))).toEqual({ orders: 0, withdrawals: 0 });
    expect(await contactOf(ordered.orderId)).toMatchObject({ email: 'ada@example.org' });
    expect(await removeOldContacts(shop.store, inDays(30.1))).toEqual({ orders: 1, withdrawals: 0 });
    expect(await contactOf(ordered.orderId)).toEqual(FORGOTTEN);
    expect(await removeOldContacts(shop.store, inDays(31))).toEqual({ orders: 0, withdrawals: 0 });
    expect(await document()).toEqual(before);
    expect(before.json).toContain('Lovelace');
    expect(await shop.operator.getReceipt(receiptOf(ordered))).toMatchObject({ isBilled: true, invoice: 'ready', mail: 'none' });
  });

  it('stay while the session or its money is not settled, however long that takes', async () => {
    const charging = await shop.charging({ ...PLAIN, locale: 'en' });
    expect(await removeOldContacts(shop.store, inDays(400))).toEqual({ orders: 0, withdrawals: 0 });
    const letGo = shop.payments.hold('capture');
    await shop.pass(600);
    await shop.stations.end(charging.authorizationReference, { at: shop.clock.now(), energyWh: 17_408 });
    await shop.pass(0);
    expect((await shop.payment(charging)).state).toBe('capturing');
    expect(await removeOldContacts(shop.store, inDays(400))).toEqual({ orders: 0, withdrawals: 0 });
    expect(await contactOf(charging.orderId)).toMatchObject({ email: 'ada@example.org' });
    letGo();
  });

  it('of orders that came to nothing are removed too, and an e-mail enqueued for later finds no address', async () => {
    const { orderId } = await shop.order({ ...PLAIN, locale: 'en' });
    await shop.operator.cancelOrder({ orderId });
    const refused = await shop.paid({ ...PLAIN, evseId: 'DE*BLF*E1002*1', locale: 'en' });
    await shop.operator.cancelStart(refused);
    await shop.pass(60);
    expect(await removeOldContacts(shop.store, inDays(31))).toEqual({ orders: 2, withdrawals: 0 });
    const emails = shop.emails.length;
    await shop.store.db
      .insertInto('outbox')
      .values({ kind: 'mail-nothing', subject_id: refused.sessionId, n: 2, not_before: 0, first_due_at: 0, attempts: 0 })
      .execute();
    await shop.pass(60);
    expect(shop.emails).toHaveLength(emails);
    const row = await shop.store.db.selectFrom('outbox').select('done_at').where('n', '=', 2).executeTakeFirstOrThrow();
    expect(row.done_at).not.toBeNull();
  });

  it('of a withdrawal are kept from the day it was received; that it was declared, and when, stays', async () => {
    const ordered = await shop.charging({ ...FARNWALD, locale: 'en' });
    await billed(shop, ordered);
    const received = await shop.operator.withdraw({ sessionId: ordered.sessionId, ...TYPED });
    await shop.store.db
      .updateTable('withdrawals')
      .set({ received_at: inDays(20).getTime() })
      .execute();
    expect(await removeOldContacts(shop.store, inDays(40))).toEqual({ orders: 1, withdrawals: 0 });
    expect(await removeOldContacts(shop.store, inDays(51))).toEqual({ orders: 0, withdrawals: 1 });
    expect(await findWithdrawal(shop.store.db, ordered.sessionId)).toMatchObject({ name: '', email: '' });
    expect(Date.parse(received.receivedAt)).toBeGreaterThan(0);
    expect(await shop.operator.getSession(ordered)).toMatchObject({ withdrawal: { isMailed: false } });
  });

  it('are removed once a night, also when the process begins anew, and only their number is told', async () => {
    const ordered = await shop.charging({ ...PLAIN, locale: 'en' });
    await billed(shop, ordered);
    await shop.store.db
      .updateTable('sessions')
      .set({ ended_at: inDays(-31).getTime() })
      .where('id', '=', ordered.sessionId)
      .execute();
    await shop.store.db
      .updateTable('orders')
      .set({ created_at: inDays(-32).getTime() })
      .execute();
    const nights = () => audit('contact details removed');
    // The app ran the clean-up of the previous night when it was opened.
    expect(await nights()).toEqual([{ orders: 0, withdrawals: 0 }]);
    await shop.restart();
    expect(await nights()).toHaveLength(1);
    expect(await contactOf(ordered.orderId)).toMatchObject({ email: 'ada@example.org' });
    await shop.pass(3600 + 600);
    expect(await nights()).toEqual([
      { orders: 0, withdrawals: 0 },
      { orders: 1, withdrawals: 0 },
    ]);
    expect(await contactOf(ordered.orderId)).toEqual(FORGOTTEN);
    await shop.restart();
    await shop.pass(600);
    expect(await nights()).toHaveLength(2);
  });

  it('include the fingerprint of who started for free, a day after', async () => {
    const started = await shop.operator.startSession({
      ...(await shop.request({ ...FREE, contact: EMPTY_CONTACT })),
      visitor: 'fingerprint',
    });
    if (started.kind !== 'charging') throw new Error('Not free');
    const visitors = async () => (await shop.store.db.selectFrom('orders').select('visitor').execute()).map(row => row.visitor);
    await removeOldContacts(shop.store, inDays(2));
    expect(await visitors()).toEqual(['fingerprint']);
    await shop.operator.cancelStart(started);
    await shop.pass(5);
    await removeOldContacts(shop.store, inDays(0.9));
    expect(await visitors()).toEqual(['fingerprint']);
    await removeOldContacts(shop.store, inDays(1.1));
    expect(await visitors()).toEqual(['']);
  });

  it('of very many orders are removed in batches', async () => {
    const { orderId } = await shop.order(PLAIN);
    await shop.operator.cancelOrder({ orderId });
    const order = await findOrder(shop.store.db, orderId);
    const session = await shop.session({ orderId });
    if (!order) throw new Error('No order');
    for (let n = 0; n < 449; n++) {
      const id = `copy-${n}`;
      const ids = { id, watchId: id, orderId: id, authorizationReference: id, number: 100_000_000 + n };
      await shop.store.inTransaction(async trx => {
        await addOrder(trx, { ...order, id, formToken: id, paymentId: null });
        await addSession(trx, { ...session, ...ids });
      });
    }
    expect(await removeOldContacts(shop.store, inDays(31))).toEqual({ orders: 450, withdrawals: 0 });
  });
});

describe('A driver who asks what is stored', () => {
  const dataOf = (email: string) => dataOfDriver(shop.store.db, { email, secret: 'a secret of thirty-two characters' });

  it('gets orders, documents, refunds and the withdrawal under the e-mail address, in any spelling, and of no other driver', async () => {
    const ordered = await shop.charging({ ...FARNWALD, locale: 'en' });
    await billed(shop, ordered);
    await shop.operator.withdraw({ sessionId: ordered.sessionId, ...TYPED });
    const { number } = await shop.session(ordered);
    const others = await shop.charging({ ...PLAIN });
    const otherEmail = { email: 'other@example.org' };
    await shop.store.db.updateTable('orders').set(otherEmail).where('id', '=', others.orderId).execute();
    const data = await dataOf(' Ada@Example.ORG');
    expect(data).toMatchObject({
      email: 'ada@example.org',
      isIncomplete: false,
      orders: [
        {
          contact: { firstName: 'Ada', lastName: 'Lovelace' },
          transaction: number,
          documents: [{ kind: 'invoice' }],
          withdrawal: { name: 'Ada Lovelace' },
        },
      ],
    });
    expect(JSON.stringify(data)).not.toContain('DE*BLF');
  });

  it('gets nothing after the contact details were deleted', async () => {
    const ordered = await shop.charging({ ...PLAIN, locale: 'en' });
    await billed(shop, ordered);
    await removeOldContacts(shop.store, inDays(40));
    expect((await dataOf('ada@example.org')).orders).toEqual([]);
  });
});

describe('A driver who asks to be forgotten', () => {
  const now = new Date('2026-11-21T12:00:00Z');

  it('is forgotten at once by e-mail address, less what is not settled; documents are counted', async () => {
    const done = await shop.charging({ ...FARNWALD, locale: 'en' });
    await billed(shop, done);
    await shop.operator.withdraw({ sessionId: done.sessionId, ...TYPED });
    const running = await shop.charging({ ...PLAIN, locale: 'en' });
    const other = await shop.order({
      ...PLAIN,
      evseId: 'DE*BLF*E1002*1',
      contact: { ...EMPTY_CONTACT, email: 'grace@example.org', emailConfirmation: 'grace@example.org' },
    });
    const whose = { email: 'ADA@example.org ' };
    expect(await forgetDriver(shop.store, { whose, secret: undefined, now })).toEqual({
      orders: 1,
      withdrawals: 1,
      letters: 0,
      unopened: 0,
      unsettled: 1,
      documents: 1,
    });
    expect(await contactOf(done.orderId)).toEqual(FORGOTTEN);
    expect(await contactOf(running.orderId)).toMatchObject({ email: 'ada@example.org' });
    expect(await contactOf(other.orderId)).toMatchObject({ email: 'grace@example.org' });
    await billed(shop, running);
    expect(await forgetDriver(shop.store, { whose, secret: undefined, now })).toMatchObject({
      orders: 1,
      withdrawals: 0,
      unsettled: 0,
    });
    const auditText = JSON.stringify(await audit('driver forgotten'));
    expect(auditText).toContain('"unsettled":1');
    expect(auditText).not.toMatch(/ada|@/i);
  });

  it('is forgotten by the transaction ID of one session', async () => {
    const done = await shop.charging({ ...FARNWALD, locale: 'en' });
    await billed(shop, done);
    const { number } = await shop.session(done);
    expect(await forgetDriver(shop.store, { whose: { transaction: number + 1 }, secret: undefined, now })).toMatchObject({
      orders: 0,
    });
    expect(await forgetDriver(shop.store, { whose: { transaction: number }, secret: undefined, now })).toMatchObject({
      orders: 1,
    });
    expect(await contactOf(done.orderId)).toEqual(FORGOTTEN);
  });
});

const receiptOf = ({ sessionId }: { sessionId: string }) => ({ receipt: sessionId });
