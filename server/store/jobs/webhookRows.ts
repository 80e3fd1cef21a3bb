import { sql } from 'kysely';
import type { WebhookEventType } from '../../../shared/console/webhooks.ts';
import { publishAfterCommit, WEBHOOKS } from '../engine/changeFeed.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { codecOf } from '../tables/codec.ts';
import type { OutboxRecord } from '../tables/tables.ts';
import {
  WEBHOOK_DELIVERY,
  WEBHOOK_ENDPOINT,
  type WebhookDeliveryRecord,
  type WebhookEndpointRecord,
} from '../tables/webhookTables.ts';
import { enqueueAll } from './outboxRows.ts';

export type { WebhookDeliveryRecord, WebhookEndpointRecord } from '../tables/webhookTables.ts';

const endpointCodec = codecOf(WEBHOOK_ENDPOINT);
const deliveryCodec = codecOf(WEBHOOK_DELIVERY);

/** What `emit` needs to know of an endpoint that is on. */
export type KnownEndpoint = Pick<WebhookEndpointRecord, 'id' | 'clients' | 'types'>;

export async function listKnownEndpoints(db: Db): Promise<readonly KnownEndpoint[]> {
  const rows = await db.selectFrom('webhook_endpoints').select(['id', 'clients', 'types']).where('is_on', '=', 1).execute();
  return rows.map(({ id, clients, types }) => ({
    id,
    clients: WEBHOOK_ENDPOINT.clients.decode(clients),
    types: WEBHOOK_ENDPOINT.types.decode(types) as readonly WebhookEventType[] | null,
  }));
}

/** Lists all endpoints, oldest first. */
export async function listEndpoints(db: Db): Promise<readonly WebhookEndpointRecord[]> {
  const rows = await db.selectFrom('webhook_endpoints').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(endpointCodec.decode);
}

const endpointById = compiledOnce((db, { id }: { id: string }) =>
  db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id),
);

export async function findEndpoint(db: Db, id: string): Promise<WebhookEndpointRecord | null> {
  const [row] = (await endpointById(db, { id })).rows;
  return row ? endpointCodec.decode(row) : null;
}

export async function addEndpoint(trx: Trx, endpoint: WebhookEndpointRecord): Promise<void> {
  publishAfterCommit(trx, WEBHOOKS);
  await trx.insertInto('webhook_endpoints').values(endpointCodec.encode(endpoint)).execute();
}

export async function updateEndpoint(trx: Trx, id: string, changes: Partial<WebhookEndpointRecord>): Promise<void> {
  if ('isOn' in changes) publishAfterCommit(trx, WEBHOOKS);
  await trx.updateTable('webhook_endpoints').set(endpointCodec.encodePart(changes)).where('id', '=', id).execute();
}

/** Removes an endpoint with its deliveries. Their jobs then find nothing to send. */
export async function removeEndpoint(trx: Trx, id: string): Promise<void> {
  publishAfterCommit(trx, WEBHOOKS);
  await trx.deleteFrom('webhook_deliveries').where('endpoint_id', '=', id).execute();
  await trx.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
}

export interface NewDelivery {
  endpointId: string;
  eventId: string;
  type: string;
  subject: string;
  body: string;
  at: Date;
}

/** Adds deliveries with their first jobs, which are due at once. */
export async function addDeliveries(db: Db, deliveries: readonly NewDelivery[]): Promise<void> {
  const rows = deliveries.map(({ endpointId, eventId, type, subject, body, at }) => ({
    ...{ endpoint_id: endpointId, event_id: eventId, type, subject, body, state: 'waiting' as const },
    ...{ job_n: 1, attempts: 0, next_at: at.getTime(), created_at: at.getTime() },
    ...{ last_status: null, last_answer: null, last_at: null },
  }));
  const added = await db.insertInto('webhook_deliveries').values(rows).returning(['id', 'created_at']).execute();
  await enqueueAll(
    db,
    added.map(({ id, created_at }) => ({ kind: 'send-webhook', subjectId: String(id), at: new Date(created_at) })),
  );
}

const deliveryById = compiledOnce((db, { id }: { id: number }) =>
  db.selectFrom('webhook_deliveries').selectAll().where('id', '=', id),
);

export async function findDelivery(db: Db, id: number): Promise<WebhookDeliveryRecord | null> {
  const [row] = (await deliveryById(db, { id })).rows;
  return row ? deliveryCodec.decode(row) : null;
}

export async function updateDelivery(trx: Trx, id: number, changes: Partial<WebhookDeliveryRecord>): Promise<void> {
  await trx.updateTable('webhook_deliveries').set(deliveryCodec.encodePart(changes)).where('id', '=', id).execute();
}

/** Lists the newest deliveries to an endpoint. */
export async function listDeliveries(
  db: Db,
  { endpointId, limit }: { endpointId: string; limit: number },
): Promise<readonly WebhookDeliveryRecord[]> {
  const query = db.selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId);
  return (await query.orderBy('created_at', 'desc').limit(limit).execute()).map(deliveryCodec.decode);
}

/** A literal instead of a parameter: the database uses the partial index only if the query repeats its condition. */
const IS_WAITING = sql<boolean>`state = 'waiting'`;

const waitingBefore = compiledOnce((db, { endpointId, subject, id }: { endpointId: string; subject: string; id: number }) =>
  db
    .selectFrom('webhook_deliveries')
    .select('next_at')
    .where('endpoint_id', '=', endpointId)
    .where('subject', '=', subject)
    .where('id', '<', id)
    .where(IS_WAITING)
    .orderBy('id')
    .limit(1),
);

/**
 * Finds the next attempt of an earlier event about the same subject that still waits. Null: there is none, so the delivery may be
 * sent.
 */
export async function earlierAttempt(
  db: Db,
  { endpointId, subject, id, createdAt }: WebhookDeliveryRecord,
): Promise<Date | null> {
  const [row] = (await waitingBefore(db, { endpointId, subject, id })).rows;
  return row ? new Date(Number(row.next_at ?? createdAt)) : null;
}

/**
 * Sends deliveries again: one, or all that were made since a time.
 * @returns how many
 */
export async function redeliver(
  trx: Trx,
  { endpointId, only, now }: { endpointId: string; only: { id: number } | { since: Date }; now: Date },
): Promise<number> {
  const own = trx.selectFrom('webhook_deliveries').select(['id', 'job_n']).where('endpoint_id', '=', endpointId);
  const chosen =
    'id' in only
      ? own.where('id', '=', only.id)
      : own.where('created_at', '>=', only.since.getTime()).orderBy('created_at').limit(MAX_REDELIVERED);
  const rows = await chosen.execute();
  for (let n = 0; n < rows.length; n += ROWS_AT_ONCE) {
    const some = rows.slice(n, n + ROWS_AT_ONCE);
    const ids = some.map(({ id }) => id);
    await trx
      .updateTable('webhook_deliveries')
      .set(eb => ({ state: 'waiting', attempts: 0, next_at: now.getTime(), job_n: eb('job_n', '+', 1) }))
      .where('id', 'in', ids)
      .execute();
    const jobs = some.map(({ id, job_n }) => ({ kind: 'send-webhook' as const, subjectId: String(id), n: job_n + 1, at: now }));
    await enqueueAll(trx, jobs);
  }
  return rows.length;
}

/** Maximum number of deliveries that one act sends again. */
export const MAX_REDELIVERED = 10_000;
const ROWS_AT_ONCE = 200;

/** Deletes the row of a finished job, so that events leave no rows behind. */
export async function removeJob(trx: Trx, { id, claimId }: OutboxRecord): Promise<void> {
  await trx.deleteFrom('outbox').where('id', '=', id).where('claim_id', '=', claimId).execute();
}

/** Deletes the deliveries that were made before a time, with all their attempts. */
export async function removeOldDeliveries(db: Db, before: Date): Promise<void> {
  for (;;) {
    const old = db.selectFrom('webhook_deliveries').select('id').where('created_at', '<', before.getTime()).orderBy('created_at');
    const ids = (await old.limit(ROWS_AT_ONCE).execute()).map(({ id }) => id);
    if (ids.length > 0) await db.deleteFrom('webhook_deliveries').where('id', 'in', ids).execute();
    if (ids.length < ROWS_AT_ONCE) return;
  }
}
