import { createHash } from 'node:crypto';
import { documentsToExport } from '../../../shared/charging/expenseExport.ts';
import { emailError } from '../../../shared/forms/contact.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { ForwardReceiptsRequest } from '../../core/ports/backend.ts';
import { MailRefused } from '../../core/ports/mailPort.ts';
import { decrypted, encrypted } from '../../platform/sealed.ts';
import { type AlertKind, raiseAlertOnce, settleAlert } from '../../runtime/alerts.ts';
import type { OperatorContext, Outcome } from '../../runtime/context.ts';
import type { Db, Trx } from '../../store/engine/database.ts';
import { countAudit, writeAudit } from '../../store/jobs/audit.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { enqueue, listEnqueued, listWaiting, type OutboxRecord } from '../../store/jobs/outboxRows.ts';
import { listDocuments } from '../../store/shop/documents.ts';
import { findSession, type SessionRecord } from '../../store/shop/sessions.ts';
import { sendForward } from '../mail/forward.ts';
import { openReceipt } from './openReceipt.ts';
import { viewDocuments } from './receiptDocuments.ts';
import { MAX_RECEIPT_REQUESTS } from './receiptMail.ts';

/** A forwarding that has not been sent yet. Deleted once the e-mail has been sent or given up. */
interface PendingForward {
  /** The recipient, encrypted with SECRET, so that the database or a backup does not reveal the address. */
  email: string;
  locale: Locale;
  sessions: readonly string[];
  documents: readonly string[];
  requestedAt: number;
}

const FORWARDED = 'receipts forwarded';
const KIND = 'forward-receipts';
/** Sending is retried for this long. Then the forwarding is deleted together with the address. */
const FORWARD_LIFETIME_MS = DAY_MS;

const pendingForwards = (db: Db) => createKeyValueStore(db, 'forwards');

/**
 * Returns the job id of a forwarding. A repeated request with the same form, address and sessions has the same id and sends no
 * second e-mail.
 */
const idOf = ({ formToken, email }: Pick<ForwardReceiptsRequest, 'formToken' | 'email'>, sessions: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(['forward', formToken, email.trim().toLowerCase(), sessions.toSorted()]))
    .digest('base64url')
    .slice(0, 22);
const keyOf = ({ secret }: Pick<OperatorContext, 'secret'>) => ({ secret, purpose: 'forwarded receipts' });

/**
 * E-mails the documents of sessions to an address that the driver enters, in one e-mail per brand. A session can be forwarded at
 * most `MAX_RECEIPT_REQUESTS` times.
 * @throws Problem 'invalid-input', 'no-receipt', 'link-expired', 'invoice-not-ready', 'too-many'
 */
export async function forwardReceipts(context: OperatorContext, request: ForwardReceiptsRequest): Promise<void> {
  const fault = emailError(request.email, { isRequired: true });
  if (fault) throw new Problem('invalid-input', { fields: { email: fault } });
  const opened: SessionRecord[] = [];
  for (const receipt of request.receipts) opened.push(await openReceipt(context, receipt));
  const brands = Map.groupBy(opened, ({ clientId }) => clientId).values();
  const forwards = [...brands].map(sessions => [...new Set(sessions.map(({ id }) => id))]);
  const email = encrypted(request.email.trim(), keyOf(context));
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    for (const sessions of forwards)
      await enqueueForward(trx, { id: idOf(request, sessions), sessions, email, locale: request.locale, now });
  });
  context.logEvent('receipt forwarding requested', { sessions: forwards.flat().length });
}

interface EnqueueForwardOptions extends Pick<PendingForward, 'email' | 'locale' | 'sessions'> {
  id: string;
  now: Date;
}

async function enqueueForward(trx: Trx, { id, sessions, email, locale, now }: EnqueueForwardOptions): Promise<void> {
  // A repeated request, for example after a second click, is ignored, even if the e-mail of the first request was sent long ago.
  if ((await listEnqueued(trx, { kind: KIND, subjectId: id })).length > 0) return;
  const documents: string[] = [];
  for (const session of sessions) {
    if ((await countAudit(trx, { subjectId: session, what: FORWARDED })) >= MAX_RECEIPT_REQUESTS) throw new Problem('too-many');
    documents.push(...(await documentsOf(trx, session)));
    await writeAudit(trx, { at: now, subjectId: session, what: FORWARDED });
  }
  const forward: PendingForward = { email, locale, sessions, documents, requestedAt: now.getTime() };
  await pendingForwards(trx).put(id, forward);
  await enqueue(trx, { kind: KIND, subjectId: id, at: now });
}

async function documentsOf(trx: Trx, sessionId: string): Promise<readonly string[]> {
  const rows = await listDocuments(trx, sessionId);
  const handedIn = new Set(documentsToExport(viewDocuments(rows)).map(({ number }) => number));
  const chosen = rows.filter(({ number }) => handedIn.has(number));
  if (chosen.length === 0 || chosen.some(({ isDrawn }) => !isDrawn)) throw new Problem('invoice-not-ready');
  return chosen.map(({ id }) => id);
}

/**
 * Job handler: sends a forwarding. The stored address is deleted when the e-mail was sent, was refused, or could not be sent
 * within a day.
 */
export async function handleForward(context: OperatorContext, { subjectId: id }: OutboxRecord): Promise<Outcome> {
  const forwards = pendingForwards(context.store.db);
  const forward = (await forwards.get(id)) as PendingForward | null;
  if (!forward) return 'done';
  const outcome = await trySending(context, id, forward);
  const why = WHY_NOT[outcome];
  if (why) await giveUp(context, { id, letter: forward, why });
  else await forwards.delete(id);
  context.logEvent('receipt forwarding finished', { sessions: forward.sessions.length, outcome });
  return 'done';
}

/** Maps an outcome to the alert that staff receive. The outcomes 'sent' and 'refused' raise no alert. */
const WHY_NOT: Readonly<Record<string, AlertKind>> = {
  'given up': 'receipts could not be forwarded',
  unreadable: 'receipts could not be forwarded: SECRET changed',
};

/**
 * Gives up a forwarding and raises an alert for each of its sessions. The page has announced the e-mail, so the driver may ask
 * support about it.
 */
function giveUp(
  { store, clock }: OperatorContext,
  { id, letter: { sessions }, why }: { id: string; letter: PendingForward; why: AlertKind },
): Promise<void> {
  const at = clock.now();
  return store.inTransaction(async trx => {
    for (const subjectId of sessions) await raiseAlertOnce(trx, { at, subjectId, why, occasion: at.getTime() });
    // The outbox has raised this alert to report retries, which have ended.
    await settleAlert(trx, { subjectId: id, why: `${KIND} fails`, reason: 'sending stopped', now: at });
    await pendingForwards(trx).delete(id);
  });
}

/**
 * Tries to send the e-mail once.
 * @throws an error of the mail transport if the job should be retried
 */
async function trySending(
  context: OperatorContext,
  id: string,
  letter: PendingForward,
): Promise<'sent' | 'refused' | 'given up' | 'unreadable'> {
  if (context.clock.now().getTime() - letter.requestedAt >= FORWARD_LIFETIME_MS) return 'given up';
  const to = addressOf(context, letter);
  const [sessionId = ''] = letter.sessions;
  const session = await findSession(context.store.db, sessionId);
  if (to === null) return 'unreadable';
  if (!session) return 'given up';
  try {
    await sendForward(context, { key: `${KIND}:${id}`, to, session, ...letter });
    return 'sent';
  } catch (error) {
    if (error instanceof MailRefused) return 'refused';
    throw error;
  }
}

/**
 * Deletes the pending forwardings to an address, and those of the given sessions; their jobs then find nothing to send. Without
 * `secret`, forwardings cannot be found by address.
 * @returns `letters`: the number of deleted forwardings; `unopened`: the number of other forwardings whose address could not be
 * decrypted
 */
export async function forgetForwards(
  trx: Trx,
  { email, sessions, secret }: { email: string | null; sessions: ReadonlySet<string>; secret: Secret | undefined },
): Promise<{ letters: number; unopened: number }> {
  const waiting = (await pendingForwards(trx).getSome(await listWaiting(trx, KIND))) as ReadonlyMap<string, PendingForward>;
  let [letters, unopened] = [0, 0];
  for (const [id, letter] of waiting) {
    const to = email !== null && secret !== undefined ? addressOf({ secret }, letter)?.toLowerCase() : undefined;
    const isTheirs = letter.sessions.some(session => sessions.has(session)) || (email !== null && to === email);
    if (isTheirs) await pendingForwards(trx).delete(id);
    if (isTheirs) letters++;
    else if (email !== null && to === undefined) unopened++;
  }
  return { letters, unopened };
}

/**
 * Decrypts the recipient's address.
 * @returns null if SECRET has changed since the address was encrypted
 */
function addressOf(context: Pick<OperatorContext, 'secret'>, { email }: PendingForward): string | null {
  try {
    return decrypted(email, keyOf(context));
  } catch {
    return null;
  }
}
