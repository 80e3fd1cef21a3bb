import { MAX_TRANSIT_MS, possibleTime } from '../chargePoints/clocks.ts';
import type { TransactionUpdate } from '../messages/updates.ts';
import type { StoredTransaction } from './storedTransaction.ts';

/** What is needed to judge the time of a message. */
interface TimeFacts {
  now: Date;
  /** When the app requested the start. Null: the app has not requested the transaction. */
  requestedAt: Date | null;
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** Returns the time of a message, corrected by the offset of the station's clock. Null: missing or impossible. */
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

/** If a start has an impossible time, derives the clock's offset from it. The messages that follow use the same clock. */
function withStart(known: StoredTransaction, changes: TransactionUpdate, facts: TimeFacts): StoredTransaction {
  const isStart = known.startedAt === null && changes.phase === 'started' && !changes.isOffline && facts.requestedAt !== null;
  if (!isStart || changes.at === null || !Number.isFinite(changes.at.getTime()) || timeOf(known, changes, facts)) return known;
  return { ...known, offsetMs: facts.now.getTime() - changes.at.getTime() };
}

/**
 * Removes the offset if the station's clock was set during the session, by the response to a Heartbeat. With the offset, new
 * times would be in the future or before earlier readings, although they are right without it.
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
