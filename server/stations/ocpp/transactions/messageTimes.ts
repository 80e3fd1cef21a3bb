import { MAX_TRANSIT_MS, possibleTime } from '../chargePoints/clocks.ts';
import type { TransactionUpdate } from '../messages/updates.ts';
import type { StoredTransaction } from './storedTransaction.ts';

/** The facts by which the time of a message is judged. */
interface TimeFacts {
  now: Date;
  /** Time of the start's request. Null: the transaction is not from a start of the app. */
  requestedAt: Date | null;
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** The corrected time of a message. Null: missing or impossible. */
export const timeOf = (
  known: StoredTransaction,
  { at, phase }: TransactionUpdate,
  { now, requestedAt }: TimeFacts,
): Date | null =>
  possibleTime(at && later(at, known.offsetMs), { notBefore: notBefore(known, phase, requestedAt), receivedAt: now });

function notBefore(
  { startedAt, last }: StoredTransaction,
  phase: TransactionUpdate['phase'],
  requestedAt: Date | null,
): Date | null {
  if (startedAt === null) return requestedAt && later(requestedAt, -MAX_TRANSIT_MS);
  return new Date(phase === 'ended' ? (last?.at ?? startedAt) : startedAt);
}

/** An impossible time of a start shows the offset of the clock. The messages that follow use the same clock. */
function withStart(known: StoredTransaction, changes: TransactionUpdate, facts: TimeFacts): StoredTransaction {
  const isStart = known.startedAt === null && changes.phase === 'started' && !changes.isOffline && facts.requestedAt !== null;
  if (!isStart || changes.at === null || !Number.isFinite(changes.at.getTime()) || timeOf(known, changes, facts)) return known;
  return { ...known, offsetMs: facts.now.getTime() - changes.at.getTime() };
}

/**
 * Removes the offset if the station's clock was set during the session, by the app's response to a Heartbeat. With the old
 * offset, the times would be in the future or before earlier values, although they are right without a correction.
 */
export function withClock(before: StoredTransaction, changes: TransactionUpdate, facts: TimeFacts): StoredTransaction {
  const { now } = facts;
  const { at, samples, seqNo, isOffline } = changes;
  const known = withStart(before, changes, facts);
  const { offsetMs, last, startedAt, topSeqNo } = known;
  const latestMs = Math.max(
    ...[at, ...samples.map(sample => sample.at)].map(each => each?.getTime() ?? Number.NEGATIVE_INFINITY),
  );
  const isDelayed = isOffline || (seqNo !== null && seqNo <= topSeqNo);
  if (offsetMs === 0 || startedAt === null || isDelayed || !Number.isFinite(latestMs)) return known;
  const canBe = (ms: number): boolean => ms >= Date.parse(last?.at ?? startedAt) && ms <= now.getTime() + MAX_TRANSIT_MS;
  return !canBe(latestMs + offsetMs) && canBe(latestMs) ? { ...known, offsetMs: 0 } : known;
}
