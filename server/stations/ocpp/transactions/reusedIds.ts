import type { TransactionUpdate } from '../messages/updates.ts';
import type { Starts } from './starts.ts';
import { isSameStart, type StoredStart, type StoredTransaction } from './storedTransaction.ts';
import type { TransactionRows } from './transactionRows.ts';

/** A cancelled start may deliver a little energy before the stop. A session that lasts longer is reported. */
export const UNWANTED_SESSION_MS = 60_000;

/**
 * True if a station uses the id of an old transaction again, for example because it counts from one after each power cut. The
 * old transaction is over, and the new start was sent after that.
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
 * Stores an old transaction under an id that no station assigns, and links the old start to it.
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

/** True if a message belongs to the earlier transaction of this id: its time is before the first message of the present one. */
export const isOfFormer = ({ firstMessageAt, offsetMs }: StoredTransaction, { at, token, phase }: TransactionUpdate): boolean =>
  at !== null &&
  token === null &&
  phase !== 'started' &&
  at.getTime() + offsetMs < Date.parse(firstMessageAt) - UNWANTED_SESSION_MS;
