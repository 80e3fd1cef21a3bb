import { createHash } from 'node:crypto';
import { pathToPlug } from '../../../shared/charging/paths.ts';
import type { PushMessage } from '../../../shared/charging/session.ts';
import { HOUR_S } from '../../../shared/model/time.ts';
import { MailRefused } from '../../core/ports/mailPort.ts';
import type { PushDevice } from '../../core/ports/ports.ts';
import { settleAlert } from '../../runtime/alerts.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import type { OutboxRecord } from '../../store/jobs/outboxRows.ts';
import type { Offer } from '../catalogue/offers.ts';
import { sendFreeEmail } from '../mail/freeEmail.ts';
import { isExpired, offerOf, recipientOf, type WaitingNotice, waitingNotices } from './waitingNotices.ts';

/**
 * Job handler: sends the message that a plug is free, and deletes its recipient. An e-mail is sent again if the process dies
 * before the deletion, with the same message id, as every e-mail. A push message is sent at most once, as every push message.
 */
export async function handleFreeNotice(context: OperatorContext, { subjectId, attempts }: OutboxRecord): Promise<Outcome> {
  const outcome = await sendNotice(context, subjectId);
  // The outbox raises this alert to report retries, which have ended.
  const alert = { subjectId, why: 'notify-free fails', reason: 'sending ended', now: context.clock.now() } as const;
  if (outcome === 'done' && attempts > 0) await context.store.inTransaction(trx => settleAlert(trx, alert));
  return outcome;
}

async function sendNotice(context: OperatorContext, key: string): Promise<Outcome> {
  const notices = waitingNotices(context.store.db);
  const notice = (await notices.get(key)) as WaitingNotice | null;
  if (!notice) return 'done';
  const to = recipientOf(notice, context);
  const offer = await offerOf(context, notice);
  if (!to || !offer || isExpired(notice, context.clock.now())) {
    await notices.delete(key);
    return 'done';
  }
  if (to.device) {
    await notices.delete(key);
    const outcome = await sendPush(context, { device: to.device, notice, offer, key });
    if (outcome !== 'later') return 'done';
    await notices.put(key, notice);
    return { retry: 'push service' };
  }
  try {
    await sendFreeEmail(context, { to: to.email, locale: notice.locale, offer, key: `notify-free:${key}` });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    context.logEvent('notice of a free plug refused', { evse: notice.evseId });
  }
  await notices.delete(key);
  return 'done';
}

interface PushOptions {
  device: PushDevice;
  notice: WaitingNotice;
  offer: Offer;
  key: string;
}

async function sendPush({ push, translator }: OperatorContext, { device, notice, offer, key }: PushOptions) {
  const { client, point, plug } = offer;
  const { locale } = notice;
  const topic = createHash('sha256').update(key).digest('base64url').slice(0, 32);
  const path = pathToPlug({ locale, clientId: client.id, evseId: point.evseId, plug: plug.id });
  const body = translator(locale, 'notification.free', { number: plug.number, place: point.street });
  const message: PushMessage = { title: client.name, body, lang: locale, path, clientId: client.id, tag: topic };
  return push?.send({ device, payload: JSON.stringify(message), ttlS: HOUR_S / 2, topic, isUrgent: true }) ?? 'refused';
}
