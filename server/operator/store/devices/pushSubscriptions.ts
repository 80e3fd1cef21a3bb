import { randomUUID } from 'node:crypto';
import { AT_REST, type Whose } from '../contacts.ts';
import type { Db, Trx } from '../store.ts';
import { codecOf } from '../tables/codec.ts';
import { PUSH_SUBSCRIPTION, type PushEvent, type PushSubscriptionRecord } from '../tables/smallTables.ts';

export type { PushEvent, PushSubscriptionRecord } from '../tables/smallTables.ts';

const codec = codecOf(PUSH_SUBSCRIPTION);

export async function listPushSubscriptions(db: Db, sessionId: string): Promise<readonly PushSubscriptionRecord[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(codec.decode);
}

export async function findPushSubscription(db: Db, id: string): Promise<PushSubscriptionRecord | null> {
  const row = await db.selectFrom('push_subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** The same device again has new keys at most: what it was told of before, it is not told again. */
export async function putPushSubscription(trx: Trx, subscription: Omit<PushSubscriptionRecord, 'id' | 'told'>): Promise<void> {
  const { p256dh, auth } = subscription;
  await trx
    .insertInto('push_subscriptions')
    .values(codec.encode({ ...subscription, id: randomUUID(), told: [] }))
    .onConflict(conflict => conflict.columns(['session_id', 'endpoint']).doUpdateSet({ p256dh, auth }))
    .execute();
}

export async function setTold(trx: Trx, { id }: Pick<PushSubscriptionRecord, 'id'>, told: readonly PushEvent[]): Promise<void> {
  await trx.updateTable('push_subscriptions').set(codec.encodePart({ told })).where('id', '=', id).execute();
}

export async function removePushSubscription(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

export async function removeDevice(db: Db, { sessionId, endpoint }: { sessionId: string; endpoint: string }): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).where('endpoint', '=', endpoint).execute();
}

/** Removes the devices of sessions that are over; those younger than this are kept, for the receipt may be on its way. */
export async function forgetPushes(trx: Trx, before: Date): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where('created_at', '<', before.getTime())
    .where(eb => {
      const session = eb
        .selectFrom('sessions')
        .select('sessions.id')
        .whereRef('sessions.id', '=', 'push_subscriptions.session_id');
      return eb.not(eb.exists(session.where('sessions.state', 'not in', AT_REST)));
    })
    .execute();
}

/** Removes the devices of a driver, whatever their sessions are at. */
export async function forgetDevices(trx: Trx, whose: Exclude<Whose, { before: Date }>): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where('session_id', 'in', eb => {
      const sessions = eb.selectFrom('sessions').select('sessions.id');
      if ('transaction' in whose) return sessions.where('sessions.number', '=', whose.transaction);
      return sessions
        .innerJoin('orders', 'orders.id', 'sessions.order_id')
        .where('orders.email', '=', whose.email.trim().toLowerCase());
    })
    .execute();
}
