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

/** For how long a message is worth anything, whether it takes the place of another, and whether a device may be woken for it. */
const DELIVERY_OPTIONS: Readonly<Record<PushEvent, { ttlS: number; group: string; isUrgent: boolean }>> = {
  ended: { ttlS: HOUR_S, group: 'end', isUrgent: true },
  paused: { ttlS: HOUR_S, group: 'end', isUrgent: true },
  fee: { ttlS: 10 * MINUTE_S, group: 'fee', isUrgent: true },
  limit: { ttlS: HOUR_S / 2, group: 'limit', isUrgent: true },
  receipt: { ttlS: DAY_S, group: 'end', isUrgent: false },
};

/** What a push service has not taken by then is news no more; and nobody is to be alarmed for it, as after twelve tries of a job. */
const TRIED_MS = 12 * MINUTE_MS;

/** The time of an event has come: if it still holds, devices are told, also those that have asked for it since. */
export function handlePushEvent(event: PushEvent) {
  return async (context: OperatorContext, { subjectId: sessionId }: OutboxRecord): Promise<Outcome> => {
    const { store, clock } = context;
    // Looked at before: what is enqueued and then not said could not be enqueued again.
    if (await write(context, { sessionId }, event)) {
      await enqueuePush(context, store.db, { sessionId, event, at: clock.now() });
      context.wake();
    }
    return 'done';
  };
}

/**
 * Tells one device of one event, at most once: it is noted before, and the note is taken back only when the message was
 * certainly not taken. A crash in between loses the message, and nothing else.
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
  // After the receipt nothing more is to be told, and nothing older may take its place.
  if (outcome === 'gone' || (outcome === 'taken' && event === 'receipt')) await removeDevice(store.db, device.id);
  if (outcome !== 'later') return 'done';
  await unmarkNotified(context, device, event);
  const dueAt = job.firstDueAt;
  return clock.now().getTime() - dueAt.getTime() < TRIED_MS ? { retry: 'push service' } : 'done';
}

/** The message in the language of the order; null: there is nothing to be said any more. */
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

/** Whether it had not been told before. */
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

/** Of one session at one device, and told to the push service: nothing can be read from it. */
const topicOf = ({ id }: OpenDevice, group: string): string =>
  createHash('sha256').update(`${id} ${group}`).digest('base64url').slice(0, 32);
