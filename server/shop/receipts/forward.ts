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

/** What is kept until the letter has been sent, or cannot be. */
interface PendingForward {
  /** Sealed with SECRET: who reads the database or a backup of it learns nobody's address. */
  email: string;
  locale: Locale;
  sessions: readonly string[];
  documents: readonly string[];
  requestedAt: number;
}

const FORWARDED = 'receipts forwarded';
const KIND = 'forward-receipts';
/** So long a letter that cannot be sent is tried, and its address kept. */
const FORWARD_LIFETIME_MS = DAY_MS;

const pendingForwards = (db: Db) => createKeyValueStore(db, 'forwards');

/** The same documents to the same address by the same form: one letter. Another address in it is another letter. */
const idOf = ({ formToken, email }: Pick<ForwardReceiptsRequest, 'formToken' | 'email'>, sessions: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(['forward', formToken, email.trim().toLowerCase(), sessions.toSorted()]))
    .digest('base64url')
    .slice(0, 22);
const keyOf = ({ secret }: Pick<OperatorContext, 'secret'>) => ({ secret, purpose: 'forwarded receipts' });

/**
 * Sends documents to an address that somebody typed, in one letter of each brand that has sold, as often as the receipt is
 * sent again. The address is kept only until then.
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
  // Pressed again, or sent again by a browser: the first one counts, even when it is long sent.
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

/** The address is gone with the letter: sent, refused, or not to be sent for a day. */
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

/** What a person is told; of what was sent or refused nothing. */
const WHY_NOT: Readonly<Record<string, AlertKind>> = {
  'given up': 'receipts could not be forwarded',
  unreadable: 'receipts could not be forwarded: SECRET changed',
};

/** Whoever has asked for it was told that it is on its way, and may ask where it is: each session says that it never went. */
function giveUp(
  { store, clock }: OperatorContext,
  { id, letter: { sessions }, why }: { id: string; letter: PendingForward; why: AlertKind },
): Promise<void> {
  const at = clock.now();
  return store.inTransaction(async trx => {
    for (const subjectId of sessions) await raiseAlertOnce(trx, { at, subjectId, why, occasion: at.getTime() });
    // It said that sending goes on being tried.
    await settleAlert(trx, { subjectId: id, why: `${KIND} fails`, reason: 'sending stopped', now: at });
    await pendingForwards(trx).delete(id);
  });
}

/** @throws where it may be tried again */
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
 * Removes the letters that wait to be sent to this address, or have documents of these sessions. The jobs find nothing to do then.
 * Answers how many it were, and how many others may be to the address: `secret` is not the one they are sealed with.
 * @param whose.secret missing: letters to the address are not found
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

/** Null: SECRET has changed since. */
function addressOf(context: Pick<OperatorContext, 'secret'>, { email }: PendingForward): string | null {
  try {
    return decrypted(email, keyOf(context));
  } catch {
    return null;
  }
}
