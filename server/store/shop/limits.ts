import { DAY_MS } from '../../../shared/model/time.ts';
import type { Db, Trx } from '../engine/database.ts';

/** Who starts for free: known by e-mail address, or else by a fingerprint of the network. */
export interface FreeStarter {
  by: 'email' | 'visitor';
  value: string;
}

/** Free orders of one starter. Behind a network only those count that named nobody. */
const freeOrders = (db: Db, { by, value }: FreeStarter) => {
  const orders = db.selectFrom('orders').where(`orders.${by}`, '=', value).where('orders.limit_minor', 'is', null);
  return by === 'visitor' ? orders.where('orders.email', '=', '') : orders;
};

/** How often somebody has started for free since `since`, besides one order. */
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

/** Free starts of one network that no vehicle was plugged in for, or not yet. */
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

/** A form may be sent for a day, and each time with another amount it opens another page. */
const FORM_LIFE_MS = DAY_MS;

/**
 * Of one network: payment pages on which no hold has come to be, and sessions too small to be charged, with whatever cards.
 * Closed pages count as well: the provider had to make them.
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

/** Sessions of one card that were too small to be charged. */
export async function countSmallOfCard(db: Db, { cardKey, since }: { cardKey: string; since: Date }): Promise<number> {
  const row = await db
    .selectFrom('payments')
    .select(eb => eb.fn.countAll().as('count'))
    .where('card_key', '=', cardKey)
    .where('waived_at', '>=', since.getTime())
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** False: another order was placed with this code. */
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

/** Codes that have been old for long need not be remembered. */
export async function forgetCodes(trx: Trx, before: Date): Promise<void> {
  await trx.deleteFrom('used_codes').where('used_at', '<', before.getTime()).execute();
}
