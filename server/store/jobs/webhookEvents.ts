import { randomUUID } from 'node:crypto';
import type { WebhookEvents, WebhookEventType } from '../../../shared/console/webhooks.ts';
import { iso } from '../../../shared/model/time.ts';
import type { DatabaseAccess, Db } from '../engine/database.ts';
import { findOutlet, isWanted } from './webhookOutlet.ts';
import { addDeliveries } from './webhookRows.ts';

export { isWanted } from './webhookOutlet.ts';

interface NewEvent<Type extends WebhookEventType> {
  /** What the event is about. An endpoint receives the events about one subject in their order. */
  subject: string;
  /** The brand. Null: the event has no brand, and only endpoints for all brands receive the event. */
  clientId: string | null;
  data: WebhookEvents[Type];
}

/** Maximum size of a body in bytes. */
const MAX_BODY_BYTES = 20_000;

/** Returns the body of an event as it is sent. */
export const bodyOf = (type: string, { at, data }: { at: Date; data: unknown }): string =>
  JSON.stringify({ type, timestamp: iso(at), data });

export const createEventId = (): string => `evt_${randomUUID()}`;

/**
 * Writes an event in the transaction of its change, with one job for each webhook endpoint that wants the event. Without such an
 * endpoint, no statement runs, and `make` is not called.
 * @param make returns the event. It may read from the transaction
 */
export async function emit<Type extends WebhookEventType>(
  trx: Db,
  type: Type,
  make: () => NewEvent<Type> | Promise<NewEvent<Type>>,
): Promise<void> {
  const open = findOutlet(trx);
  const endpoints = (await open?.endpoints(type)) ?? [];
  if (!open || endpoints.length === 0) return;
  const { subject, clientId, data } = await make();
  const wanting = endpoints.filter(({ clients }) => clients === null || (clientId !== null && clients.includes(clientId)));
  if (wanting.length === 0) return;
  const at = open.outlet.now();
  const body = bodyOf(type, { at, data });
  if (Buffer.byteLength(body) > MAX_BODY_BYTES) throw new Error(`The event ${type} is too large`);
  const eventId = createEventId();
  await addDeliveries(
    trx,
    wanting.map(({ id }) => ({ endpointId: id, eventId, type, subject, body, at })),
  );
}

/**
 * Runs a change of a single statement. If an endpoint wants one of the events of the change, the change runs in a transaction
 * together with its event.
 */
export async function withEvents<T>(
  access: DatabaseAccess,
  types: readonly WebhookEventType[],
  change: (db: Db) => Promise<T>,
): Promise<T> {
  return (await isWanted(access.db, types)) ? access.inTransaction(change) : change(access.db);
}
