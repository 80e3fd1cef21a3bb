import { TEST_EVENT, type WebhookOffReason } from '../../../shared/console/webhooks.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { WebhookAnswer } from '../../core/ports/webhookPort.ts';
import { later, latest } from '../../core/records/instants.ts';
import { raiseAlertOnce } from '../../runtime/alerts.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import type { OutboxRecord } from '../../store/jobs/outboxRows.ts';
import {
  earlierAttempt,
  findDelivery,
  findEndpoint,
  removeJob,
  updateDelivery,
  updateEndpoint,
  type WebhookDeliveryRecord,
  type WebhookEndpointRecord,
} from '../../store/jobs/webhookRows.ts';
import { createEndpointLimits } from './endpointLimits.ts';
import { openedSecret } from './webhookSecrets.ts';

/** Waits after the first, second, … failed attempt. After the last one, the delivery has failed. */
export const RETRY_MS: readonly number[] = [
  ...[5000, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map(hours => hours * HOUR_MS),
];
/** An endpoint that has failed for this time is switched off. */
export const OFF_AFTER_MS = 3 * DAY_MS;
/** Wait for an earlier event about the same subject, after the time of its next attempt. */
const AFTER_EARLIER_MS = 1000;

const endpointLimits = createEndpointLimits();

/** Sends one event to one endpoint, and records the answer. Repeats until an attempt succeeds or all attempts have failed. */
export async function handleWebhook(context: OperatorContext, row: OutboxRecord): Promise<Outcome> {
  const { store, clock } = context;
  const delivery = await findDelivery(store.db, Number(row.subjectId));
  const endpoint = delivery && (await findEndpoint(store.db, delivery.endpointId));
  if (!delivery || !endpoint || delivery.jobN !== row.n || delivery.state !== 'waiting') return end(context, row);
  const isTest = delivery.type === TEST_EVENT;
  if (!endpoint.isOn && !isTest) return end(context, row, trx => updateDelivery(trx, delivery.id, FAILED));
  const earlierAt = await earlierAttempt(store.db, delivery);
  if (earlierAt) return { dueAt: later(latest(earlierAt, clock.now()), AFTER_EARLIER_MS) };
  const attempted = await endpointLimits.run(endpoint.id, () => attempt(context, endpoint, delivery));
  if ('waitMs' in attempted) return { dueAt: later(clock.now(), Math.ceil(attempted.waitMs)) };
  return record(context, { row, endpointId: endpoint.id, delivery, answer: attempted.done });
}

const FAILED = { state: 'failed', nextAt: null } as const;

/** Ends a job, and deletes its row in the transaction of `work`. */
async function end({ store }: OperatorContext, row: OutboxRecord, work?: (trx: Trx) => Promise<void>): Promise<Outcome> {
  await store.inTransaction(async trx => {
    await work?.(trx);
    await removeJob(trx, row);
  });
  return 'finished';
}

async function attempt(
  { webhooks, secret, clock }: OperatorContext,
  { url, sealedSecret, olderSecret, olderUntil }: WebhookEndpointRecord,
  { eventId, body }: WebhookDeliveryRecord,
): Promise<WebhookAnswer> {
  const none = (text: string): WebhookAnswer => ({ status: null, text, retryAfterMs: null });
  const newest = openedSecret(sealedSecret, secret);
  if (!webhooks) return none('sending is not configured');
  if (newest === null) return none('SECRET was changed: rotate the secret of this endpoint');
  const isOlderValid = olderSecret !== null && olderUntil !== null && clock.now() < olderUntil;
  const older = isOlderValid ? openedSecret(olderSecret, secret) : null;
  return webhooks.send({ url, id: eventId, body, secrets: older === null ? [newest] : [newest, older] });
}

interface Attempted {
  row: OutboxRecord;
  endpointId: string;
  delivery: WebhookDeliveryRecord;
  answer: WebhookAnswer;
}

async function record(context: OperatorContext, { row, endpointId, delivery, answer }: Attempted): Promise<Outcome> {
  const now = context.clock.now();
  const { id } = delivery;
  const attempts = delivery.attempts + 1;
  const result = { attempts, lastStatus: answer.status, lastAnswer: answer.text, lastAt: now };
  const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const isTest = delivery.type === TEST_EVENT;
  const nextAt = isDelivered || isTest ? null : nextAttempt(now, attempts, answer.retryAfterMs);
  let dueAt: Date | null = null;
  await context.store.inTransaction(async trx => {
    dueAt = null;
    // The endpoint may have been removed, rotated or switched off since the attempt began.
    const endpoint = await findEndpoint(trx, endpointId);
    const current = await findDelivery(trx, id);
    if (!endpoint || current?.jobN !== row.n) return removeJob(trx, row);
    if (isDelivered) {
      await updateDelivery(trx, id, { ...result, state: 'delivered', nextAt: null });
      if (endpoint.failingSince !== null) await updateEndpoint(trx, endpointId, { failingSince: null });
      return removeJob(trx, row);
    }
    // A test is sent once, so its failure says nothing about three days.
    const isOff = !isTest && (await noteFailure(trx, endpoint, { answer, now }));
    if (isOff || nextAt === null) {
      await updateDelivery(trx, id, { ...result, ...FAILED });
      return removeJob(trx, row);
    }
    await updateDelivery(trx, id, { ...result, nextAt });
    dueAt = nextAt;
  });
  return dueAt === null ? 'finished' : { dueAt };
}

/**
 * Returns the time of the next attempt, prolonged at random by up to a tenth, and not before the time that the endpoint asks for.
 * Null: there is none.
 */
function nextAttempt(now: Date, attempts: number, retryAfterMs: number | null): Date | null {
  const wait = RETRY_MS[attempts - 1];
  if (wait === undefined) return null;
  return later(now, Math.max(wait * (1 + Math.random() / 10), Math.min(retryAfterMs ?? 0, DAY_MS)));
}

/**
 * Records a failed attempt of an endpoint. Switches the endpoint off if it is gone, or has failed for three days.
 * @returns true if the endpoint is off
 */
async function noteFailure(
  trx: Trx,
  { id, url, isOn, failingSince }: WebhookEndpointRecord,
  { answer, now }: { answer: WebhookAnswer; now: Date },
): Promise<boolean> {
  if (!isOn) return true;
  const since = failingSince ?? now;
  const offWhy = offReason(answer, now.getTime() - since.getTime());
  if (offWhy === null) {
    if (failingSince === null) await updateEndpoint(trx, id, { failingSince: now });
    return false;
  }
  await updateEndpoint(trx, id, { isOn: false, offWhy, failingSince: since });
  const alert = {
    at: now,
    subjectId: id,
    why: 'a webhook endpoint is switched off',
    facts: { reason: `${URL.parse(url)?.host}: ${answer.status ?? answer.text}` },
  } as const;
  await raiseAlertOnce(trx, { ...alert, occasion: now.getTime() });
  return true;
}

function offReason({ status }: WebhookAnswer, failingMs: number): WebhookOffReason | null {
  if (status === 410) return 'gone';
  return failingMs >= OFF_AFTER_MS ? 'failing' : null;
}
