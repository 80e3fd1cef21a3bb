import type { TransactionUpdate } from '../messages/updates.ts';
import type { Starts } from './starts.ts';
import { isSameStart, type StoredStart, type StoredTransaction } from './storedTransaction.ts';
import type { TransactionRows } from './transactionRows.ts';

/** How long a cancelled start may deliver a little energy until its stop takes effect. A longer session is reported. */
export const UNWANTED_SESSION_MS = 60_000;

/**
 * True if a station uses the id of an old transaction again, for example because it counts from one after each power cut. The
 * old transaction is over, and its first message is older than the new start.
 */
export function beginsAnew(
  known: StoredTransaction,
  { phase, transactionId }: TransactionUpdate,
  requested: StoredStart,
): boolean {
  const isRequestedSince = requested.sentAt !== null && known.firstMessageAt < requested.sentAt;
  const isFree = requested.transactionId === null || requested.transactionId === transactionId;
  return (
    phase === 'started' &&
    known.state === 'ended' &&
    known.settleAt === null &&
    isRequestedSince &&
    isFree &&
    !isSameStart(requested, known)
  );
}

/**
 * Stores an old transaction under an id that no station assigns, and changes the id in its start.
 * @returns the new id
 */
export async function setAside(
  { rows, starts }: { rows: TransactionRows; starts: Starts },
  known: StoredTransaction,
): Promise<string> {
  const aside = await rows.copy(known, `${known.transactionId} until ${known.endedAt ?? known.firstMessageAt}`);
  if (known.authorizationReference !== null)
    await starts.change(known.authorizationReference, { transactionId: aside.transactionId });
  await rows.remove(known);
  return aside.transactionId;
}

/**
 * True if a message belongs to the earlier transaction with this id, because it is older than the first message of the current
 * one.
 */
export const isOfFormer = ({ firstMessageAt, offsetMs }: StoredTransaction, { at, token, phase }: TransactionUpdate): boolean =>
  at !== null &&
  token === null &&
  phase !== 'started' &&
  at.getTime() + offsetMs < Date.parse(firstMessageAt) - UNWANTED_SESSION_MS;
