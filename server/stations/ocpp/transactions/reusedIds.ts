import type { TransactionUpdate } from '../messages/updates.ts';
import type { Starts } from './starts.ts';
import { isSameStart, type StoredStart, type StoredTransaction } from './storedTransaction.ts';
import type { TransactionRows } from './transactionRows.ts';

/** A start that was given up may give a little energy before it is stopped: more than this is told. */
export const UNWANTED_SESSION_MS = 60_000;

/** A station that counts from one after each power cut: this one is over, and what begins now was asked for since. */
export function beginsAnew(known: StoredTransaction, { phase, transactionId }: TransactionUpdate, asked: StoredStart): boolean {
  const isRequestedSince = asked.sentAt !== null && known.heardAt < asked.sentAt;
  const isFree = asked.transactionId === null || asked.transactionId === transactionId;
  return (
    phase === 'started' &&
    known.state === 'ended' &&
    known.settleAt === null &&
    isRequestedSince &&
    isFree &&
    !isSameStart(asked, known)
  );
}

/** Keeps it under a name that no station gives, for its own start. */
export async function setAside(
  { rows, starts }: { rows: TransactionRows; starts: Starts },
  known: StoredTransaction,
): Promise<string> {
  const aside = await rows.copy(known, `${known.transactionId} until ${known.endedAt ?? known.heardAt}`);
  if (known.authorizationReference !== null)
    await starts.change(known.authorizationReference, { transactionId: aside.transactionId });
  await rows.remove(known);
  return aside.transactionId;
}

/** It comes late: of a time before this one was heard of. */
export const isOfFormer = ({ heardAt, offsetMs }: StoredTransaction, { at, token, phase }: TransactionUpdate): boolean =>
  at !== null && token === null && phase !== 'started' && at.getTime() + offsetMs < Date.parse(heardAt) - UNWANTED_SESSION_MS;
