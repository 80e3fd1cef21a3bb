import { DAY_MS } from '../../../shared/model/time.ts';
import type { Db, Trx } from '../engine/database.ts';

/** A driver with free charging, identified by the e-mail address, otherwise by a network fingerprint. */
export interface FreeStarter {
  by: 'email' | 'visitor';
  value: string;
}

/** The free orders of a driver. For a network, only orders without an e-mail address count. */
const freeOrders = (db: Db, { by, value }: FreeStarter) => {
  const orders = db.selectFrom('orders').where(`orders.${by}`, '=', value).where('orders.limit_minor', 'is', null);
  return by === 'visitor' ? orders.where('orders.email', '=', '') : orders;
};

/** The number of a driver's free starts since a time, without the order `except`. */
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

/** The number of a network's free starts without a plugged-in vehicle. */
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

/** A form is valid for a day. Each submission with another amount opens another payment page. */
const FORM_LIFE_MS = DAY_MS;

/**
 * Counts a network's payment pages without a hold, and its sessions that were too small to be charged, over all cards. Closed
 * pages count too, because the provider had to create them.
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

/** The number of a card's sessions that were too small to be charged. */
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
 * Marks a code as used.
 * @returns false if another order has used the code
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

/** Removes used codes that have expired long ago. */
export async function forgetCodes(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('used_codes').where('used_at', '<', before.getTime()).execute();
}
