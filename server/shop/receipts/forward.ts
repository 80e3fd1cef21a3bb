import { createHash } from 'node:crypto';
import { documentsToExport } from '../../../shared/charging/expenseExport.ts';
import { emailError } from '../../../shared/forms/contact.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import type { ForwardReceiptsRequest } from '../../core/ports/backend.ts';
import { MailRefused } from '../../core/ports/ports.ts';
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

/** The data that is stored until the e-mail has been sent or given up. */
interface PendingForward {
  /** Encrypted with SECRET, so that the database or a backup reveals no address. */
  email: string;
  locale: Locale;
  sessions: readonly string[];
  documents: readonly string[];
  requestedAt: number;
}

const FORWARDED = 'receipts forwarded';
const KIND = 'forward-receipts';
/** Sending is retried for this time, and the address is stored no longer than that. */
const FORWARD_LIFETIME_MS = DAY_MS;

const pendingForwards = (db: Db) => createKeyValueStore(db, 'forwards');

/**
 * The id of a job. The same documents to the same address from the same form are one e-mail. Another address in that form is
 * another e-mail.
 */
const idOf = ({ formToken, email }: Pick<ForwardReceiptsRequest, 'formToken' | 'email'>, sessions: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(['forward', formToken, email.trim().toLowerCase(), sessions.toSorted()]))
    .digest('base64url')
    .slice(0, 22);
const keyOf = ({ secret }: Pick<OperatorContext, 'secret'>) => ({ secret, purpose: 'forwarded receipts' });

/**
 * Sends documents to an address that a visitor entered, in one e-mail for each brand that sold a session. The limit per session
 * is `MAX_RECEIPT_REQUESTS`. The address is stored only until the e-mail has been sent or given up.
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
  // The visitor has pressed the button again, or the browser has repeated the request. The first request counts, even if its
  // e-mail was sent long ago.
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

/** Sends a forwarded e-mail. The stored address is deleted when the e-mail is sent, refused, or not sent within a day. */
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

/** The alerts that staff receive. An e-mail that was sent or refused raises no alert. */
const WHY_NOT: Readonly<Record<string, AlertKind>> = {
  'given up': 'receipts could not be forwarded',
  unreadable: 'receipts could not be forwarded: SECRET changed',
};

/**
 * Raises an alert at each session of the e-mail. The visitor was informed that the e-mail is on the way, and may contact support
 * about the missing e-mail.
 */
function giveUp(
  { store, clock }: OperatorContext,
  { id, letter: { sessions }, why }: { id: string; letter: PendingForward; why: AlertKind },
): Promise<void> {
  const at = clock.now();
  return store.inTransaction(async trx => {
    for (const subjectId of sessions) await raiseAlertOnce(trx, { at, subjectId, why, occasion: at.getTime() });
    // This alert reports that sending is retried, which is no longer true.
    await settleAlert(trx, { subjectId: id, why: `${KIND} fails`, reason: 'sending stopped', now: at });
    await pendingForwards(trx).delete(id);
  });
}

/**
 * Tries to send the e-mail once.
 * @throws an error of the mail transport if the job may be retried
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
 * Deletes the pending e-mails to an address, and those with documents of the given sessions. Their jobs find nothing to send.
 * Without `secret`, e-mails to the address are not found.
 * @returns `letters`, the number of deleted e-mails, and `unopened`, the number of others whose address cannot be decrypted with
 * `secret`
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
 * Decrypts the address.
 * @returns null if SECRET has changed since
 */
function addressOf(context: Pick<OperatorContext, 'secret'>, { email }: PendingForward): string | null {
  try {
    return decrypted(email, keyOf(context));
  } catch {
    return null;
  }
}
