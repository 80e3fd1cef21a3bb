import { DAY_MS } from '../../../shared/model/time.ts';
import type { Db, Trx } from '../engine/database.ts';

/**
 * A driver who charges for free, identified by e-mail address. Without an address, the network's fingerprint identifies the
 * driver.
 */
export interface FreeStarter {
  by: 'email' | 'visitor';
  value: string;
}

/** Selects a driver's orders of free charging. A network fingerprint selects only orders without an e-mail address. */
const freeOrders = (db: Db, { by, value }: FreeStarter) => {
  const orders = db.selectFrom('orders').where(`orders.${by}`, '=', value).where('orders.limit_minor', 'is', null);
  return by === 'visitor' ? orders.where('orders.email', '=', '') : orders;
};

/** Counts a driver's orders of free charging since a time, without the order `except`. */
export async function countFreeStarts(
  db: Db,
  { since, except, ...starter }: FreeStarter & { since: Date; except: string },
): Promise<number> {
  const row = await freeOrders(db, starter)
    .select(eb => eb.fn.countAll().as('count'))
    .where('orders.created_at', '>=', since.getTime())
    .where('orders.id', '!=', except)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

export async function hasOpenFreeSession(db: Db, starter: FreeStarter): Promise<boolean> {
  const row = await freeOrders(db, starter)
    .innerJoin('sessions', 'sessions.order_id', 'orders.id')
    .select('orders.id')
    .where('sessions.state', 'not in', ['completed', 'cancelled'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a network's orders of free charging for which no vehicle was plugged in. */
export async function countIdleFreeStarts(db: Db, { visitor, since }: { visitor: string; since: Date }): Promise<number> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('sessions', 'sessions.order_id', 'orders.id')
    .select(eb => eb.fn.countAll().as('count'))
    .where('orders.visitor', '=', visitor)
    .where('orders.created_at', '>=', since.getTime())
    .where('orders.limit_minor', 'is', null)
    .where('sessions.started_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * A form can be submitted again for a day. Each time, a changed amount opens another payment page for the same order. An order
 * may therefore be a day older than its payment page.
 */
const FORM_LIFE_MS = DAY_MS;

/**
 * Counts a network's unpaid payment pages, and its sessions that were too small to be charged, with any card. Closed payment
 * pages count, too, because the payment provider had to create them.
 */
export async function countOfNetwork(
  db: Db,
  { visitor, unpaidSince, smallSince }: { visitor: string; unpaidSince: Date; smallSince: Date },
): Promise<{ unpaid: number; small: number }> {
  const row = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(eb => [
      eb.fn
        .countAll()
        .filterWhere('orders.created_at', '>=', unpaidSince.getTime() - FORM_LIFE_MS)
        .filterWhere('payments.created_at', '>=', unpaidSince.getTime())
        .filterWhere('payments.authorised_at', 'is', null)
        .as('unpaid'),
      eb.fn.countAll().filterWhere('payments.waived_at', '>=', smallSince.getTime()).as('small'),
    ])
    .where('orders.visitor', '=', visitor)
    .executeTakeFirstOrThrow();
  return { unpaid: Number(row.unpaid), small: Number(row.small) };
}

/** Counts the sessions of a card that were too small to be charged. */
export async function countSmallOfCard(db: Db, { cardKey, since }: { cardKey: string; since: Date }): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(eb => eb.fn.countAll().as('count'))
    .where('card_key', '=', cardKey)
    .where('waived_at', '>=', since.getTime())
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/**
 * Marks a QR code on a station's screen as used.
 * @returns false if another order has already used it
 */
export async function spendCode(
  trx: Trx,
  { evseId, slot, orderId, now }: { evseId: string; slot: number; orderId: string; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_codes')
    .values({ evse_id: evseId, slot, order_id: orderId, used_at: now.getTime() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows) === 1;
}

/** Deletes the records of QR codes that were used before a time. */
export async function forgetCodes(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('used_codes').where('used_at', '<', before.getTime()).execute();
}
