import { sql } from 'kysely';
import type { SessionState } from '../../../shared/charging/session.ts';
import type { ContactForm } from '../../../shared/forms/contact.ts';
import type { Db, Trx } from '../engine/database.ts';
import type { PaymentState } from '../tables/tables.ts';

/**
 * Which orders' contact details are to be counted or deleted: those of a brand before a time, those with an e-mail address, or
 * those of one session (`transaction`: its nine-digit number).
 */
export type Whose = { clientId: string; before: Date } | { email: string } | { transaction: number };

const EMPTY_CONTACT: ContactForm = { firstName: '', lastName: '', email: '', emailConfirmation: '' };
const EMPTY = JSON.stringify(EMPTY_CONTACT);
/**
 * Empty contact details. A literal instead of a parameter: the database uses the index `orders_contact` only if the query
 * repeats its condition.
 */
const NOTHING = sql.lit(EMPTY);
/** States in which a session has ended or never began. */
export const AT_REST: readonly SessionState[] = ['completed', 'cancelled', 'draft'];
const SETTLED: readonly PaymentState[] = ['captured', 'released', 'capture_failed', 'expired'];

/**
 * Selects orders that still have contact details. `before` is compared with the end of the session, or with the creation of the
 * order if the session has no end.
 */
function ordersOf(db: Db, whose: Whose) {
  const query = db
    .selectFrom('orders')
    .innerJoin('sessions', 'sessions.order_id', 'orders.id')
    .leftJoin('payments', 'payments.id', 'orders.payment_id')
    .select('orders.id')
    .where('orders.contact', '<>', NOTHING);
  if ('email' in whose) return query.where('orders.email', '=', whose.email.trim().toLowerCase());
  if ('transaction' in whose) return query.where('sessions.number', '=', whose.transaction);
  return (
    query
      .where('orders.client_id', '=', whose.clientId)
      // Lets the database use the index. If a wrong station clock dated the end of the session before the order, the details are
      // kept a little longer.
      .where('orders.created_at', '<', whose.before.getTime())
      .where(eb => eb.fn.coalesce('sessions.ended_at', 'orders.created_at'), '<', whose.before.getTime())
  );
}

/**
 * Selects orders whose session has ended and whose payment is settled. Earlier, the app may still have to write to the driver.
 */
const settledOf = (db: Db, whose: Whose) =>
  ordersOf(db, whose)
    .where('sessions.state', 'in', AT_REST)
    .where(eb => eb.or([eb('orders.payment_id', 'is', null), eb('payments.state', 'in', SETTLED)]));

/** Lists the ids of orders that still have contact details, at most `limit`. */
export async function listOrdersOf(db: Db, whose: Whose, limit: number): Promise<readonly string[]> {
  return (await ordersOf(db, whose).limit(limit).execute()).map(({ id }) => id);
}

/**
 * Deletes the contact details of at most `limit` settled orders.
 * @returns the number of orders
 */
export async function forgetOrders(trx: Trx, whose: Whose, limit: number): Promise<number> {
  const rows = await settledOf(trx, whose).limit(limit).execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await trx.updateTable('payments').set({ card_key: '' }).where('order_id', 'in', ids).execute();
  await trx
    .updateTable('orders')
    .set({ contact: EMPTY, email: '', visitor: '', fingerprint: '' })
    .where('id', 'in', ids)
    .execute();
  return rows.length;
}

/** Lists the ids of all sessions of a driver. */
export async function listSessionsOf(db: Db, whose: Exclude<Whose, { before: Date }>): Promise<readonly string[]> {
  const sessions = db.selectFrom('sessions').select('sessions.id');
  const theirs =
    'transaction' in whose
      ? sessions.where('sessions.number', '=', whose.transaction)
      : sessions
          .innerJoin('orders', 'orders.id', 'sessions.order_id')
          .where('orders.email', '=', whose.email.trim().toLowerCase());
  return (await theirs.execute()).map(({ id }) => id);
}

/** Counts the orders that keep their contact details, because their session or payment is not settled. */
export async function countUnsettled(db: Db, whose: Whose): Promise<number> {
  const [all, settled] = [await ordersOf(db, whose).execute(), await settledOf(db, whose).execute()];
  return all.length - settled.length;
}

/** Counts the documents of these orders. They are never deleted, because tax law requires that documents are kept as issued. */
export async function countDocuments(db: Db, whose: Whose): Promise<number> {
  const rows = await db
    .selectFrom('documents')
    .innerJoin('sessions', 'sessions.id', 'documents.session_id')
    .select('documents.id')
    .where('sessions.order_id', 'in', ordersOf(db, whose))
    .execute();
  return rows.length;
}

/**
 * Deletes name and e-mail address from declarations of withdrawal. The declaration and its time stay, because the payment
 * depends on them. `before` is compared with the time of receipt, so that the operator can reply during the whole retention
 * time.
 * @returns the number of declarations
 */
export async function forgetWithdrawals(trx: Trx, whose: Whose): Promise<number> {
  const query = trx.updateTable('withdrawals').set({ name: '', email: '' }).where(sql<boolean>`(name <> '' or email <> '')`);
  const done =
    'email' in whose
      ? query.where(eb => eb.fn<string>('lower', ['email']), '=', whose.email.trim().toLowerCase())
      : query.where(eb => {
          const sessions = eb.selectFrom('sessions').select('sessions.id');
          if ('transaction' in whose) return eb('session_id', 'in', sessions.where('sessions.number', '=', whose.transaction));
          const own = sessions
            .whereRef('sessions.id', '=', 'withdrawals.session_id')
            .where('sessions.client_id', '=', whose.clientId);
          return eb.and([eb('received_at', '<', whose.before.getTime()), eb.exists(own)]);
        });
  return Number((await done.executeTakeFirst()).numUpdatedRows);
}

/**
 * Deletes the network fingerprints of orders before a time. No limit counts these orders any more.
 * @returns the number of orders
 */
export async function forgetVisitors(trx: Trx, before: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('orders')
    .set({ visitor: '' })
    .where('visitor', '>', '')
    .where('created_at', '<', before.getTime())
    .where(eb => {
      const session = eb.selectFrom('sessions').select('sessions.id').whereRef('sessions.order_id', '=', 'orders.id');
      return eb.not(eb.exists(session.where('sessions.state', 'not in', AT_REST)));
    })
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Deletes the fingerprints of cards whose payments were settled before a time.
 * @returns the number of payments
 */
export async function forgetCards(trx: Trx, before: Date): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('payments')
    .set({ card_key: '' })
    .where('card_key', '>', '')
    .where('settled_at', '<', before.getTime())
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
