import { createHash } from 'node:crypto';
import { pathTo } from '../../../shared/charging/paths.ts';
import type { PushMessage } from '../../../shared/charging/session.ts';
import { DAY_S, HOUR_S, MINUTE_MS, MINUTE_S } from '../../../shared/model/time.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import type { OutboxRecord } from '../../store/jobs/outboxRows.ts';
import { findSold } from '../../store/shop/orders.ts';
import { findDevice, type PushEvent, removeDevice, setNotifiedEvents } from '../../store/shop/pushDevices.ts';
import { factsOf } from '../sessions/cost/prices.ts';
import { enqueuePush, eventOf } from '../sessions/notices/pushJobs.ts';
import { MESSAGES } from './messages.ts';
import { type OpenDevice, openDevice } from './sealedDevices.ts';

/**
 * Delivery options of each event: lifetime of the message, the group within which a newer message replaces an older one, and
 * whether the message may wake the device.
 */
const DELIVERY_OPTIONS: Readonly<Record<PushEvent, { ttlS: number; group: string; isUrgent: boolean }>> = {
  ended: { ttlS: HOUR_S, group: 'end', isUrgent: true },
  paused: { ttlS: HOUR_S, group: 'end', isUrgent: true },
  fee: { ttlS: 10 * MINUTE_S, group: 'fee', isUrgent: true },
  limit: { ttlS: HOUR_S / 2, group: 'limit', isUrgent: true },
  receipt: { ttlS: DAY_S, group: 'end', isUrgent: false },
};

/**
 * How long a message is retried; after that it is outdated. This time ends before a job's twelfth attempt, which would raise an
 * alert.
 */
const TRIED_MS = 12 * MINUTE_MS;

/**
 * Job handler that runs at the time of an event: if the event still applies, enqueues its message for all devices of the
 * session.
 */
export function handlePushEvent(event: PushEvent) {
  return async (context: OperatorContext, { subjectId: sessionId }: OutboxRecord): Promise<Outcome> => {
    const { store, clock } = context;
    // Whether the event still applies is checked before its message is enqueued, because each event can be enqueued only once.
    if (await write(context, { sessionId }, event)) {
      await enqueuePush(context, store.db, { sessionId, event, at: clock.now() });
      context.wake();
    }
    return 'done';
  };
}

/**
 * Job handler: sends the message of one event to one device, at most once. The event is recorded before the call to the push
 * service. The record is removed only if the push service has certainly not accepted the message, so a crash in between may lose
 * the message.
 */
export async function handlePush(context: OperatorContext, job: OutboxRecord): Promise<Outcome> {
  const { push, store, clock } = context;
  const event = eventOf(job.n);
  const device = await openDevice(context, store.db, job.subjectId);
  const message = device && event && (await write(context, device, event));
  if (!push || !device || !event || !message) return 'done';
  if (!(await markNotified(context, device, event))) return 'done';
  const { ttlS, group, isUrgent } = DELIVERY_OPTIONS[event];
  const topic = topicOf(device, group);
  const outcome = await push.send({ device, payload: JSON.stringify({ ...message, tag: topic }), ttlS, topic, isUrgent });
  if (outcome !== 'taken') context.logEvent('push message not delivered', { session: device.sessionId, event, outcome });
  // After the receipt, which is the last message, the device is removed. A delayed older message must not replace the receipt on
  // the screen.
  if (outcome === 'gone' || (outcome === 'taken' && event === 'receipt')) await removeDevice(store.db, device.id);
  if (outcome !== 'later') return 'done';
  await unmarkNotified(context, device, event);
  const dueAt = job.firstDueAt;
  return clock.now().getTime() - dueAt.getTime() < TRIED_MS ? { retry: 'push service' } : 'done';
}

/** Writes the message in the language of the order; null if the event no longer applies. */
async function write(
  context: OperatorContext,
  { sessionId }: Pick<OpenDevice, 'sessionId'>,
  event: PushEvent,
): Promise<Omit<PushMessage, 'tag'> | null> {
  const sold = await findSold(context.store.db, { sessionId });
  if (!sold) return null;
  const { session } = sold;
  const priced = factsOf(sold, context);
  const { order, client, point } = priced;
  const { locale } = order;
  const region = { locale, country: point.country, timeZone: point.timeZone };
  const body = await MESSAGES[event]({ context, session, priced, region });
  const path = pathTo('session', { locale, clientId: client.id, sessionId });
  return body === null ? null : { title: client.name, body, lang: locale, path, clientId: client.id };
}

/**
 * Records that an event was sent to a device.
 * @returns false if the event was recorded before
 */
const markNotified = ({ store }: OperatorContext, { id }: OpenDevice, event: PushEvent): Promise<boolean> =>
  store.inTransaction(async trx => {
    const known = await findDevice(trx, id);
    if (!known || known.sentEvents.includes(event)) return false;
    await setNotifiedEvents(trx, known, [...known.sentEvents, event]);
    return true;
  });

const unmarkNotified = ({ store }: OperatorContext, { id }: OpenDevice, event: PushEvent): Promise<void> =>
  store.inTransaction(async trx => {
    const known = await findDevice(trx, id);
    if (known)
      await setNotifiedEvents(
        trx,
        known,
        known.sentEvents.filter(one => one !== event),
      );
  });

/** Returns the id of a message group at one device, as a hash, so that the push service cannot tell sessions or events apart. */
const topicOf = ({ id }: OpenDevice, group: string): string =>
  createHash('sha256').update(`${id} ${group}`).digest('base64url').slice(0, 32);
