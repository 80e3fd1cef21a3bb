import { possibleTime } from '../chargePoints/clocks.ts';
import type { TransactionUpdate } from '../messages/updates.ts';
import type { StoredTransaction } from './storedTransaction.ts';

/** What the time of a message is judged by. */
interface TimeFacts {
  now: Date;
  /** When its start was requested; null: it is not of our start. */
  requestedAt: Date | null;
}

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/** A message is on its way for so long. */
const MAX_TRANSIT_MS = 10_000;

/** The time of a message; null: none that can be. */
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

/** A start whose time cannot be shows how far the clock is off: the messages that follow are dated by the same clock. */
function withStart(known: StoredTransaction, news: TransactionUpdate, facts: TimeFacts): StoredTransaction {
  const isStart = known.startedAt === null && news.phase === 'started' && !news.isOffline && facts.requestedAt !== null;
  if (!isStart || news.at === null || !Number.isFinite(news.at.getTime()) || timeOf(known, news, facts)) return known;
  return { ...known, offsetMs: facts.now.getTime() - news.at.getTime() };
}

/**
 * Our answer to a Heartbeat sets a station's clock, in mid-session as well. Then its times come out in the future, or before what was
 * told already, although they are right as they stand.
 */
export function withClock(before: StoredTransaction, news: TransactionUpdate, facts: TimeFacts): StoredTransaction {
  const { now } = facts;
  const { at, samples, seqNo, isOffline } = news;
  const known = withStart(before, news, facts);
  const { offsetMs, last, startedAt, topSeqNo } = known;
  const latestMs = Math.max(
    ...[at, ...samples.map(sample => sample.at)].map(each => each?.getTime() ?? Number.NEGATIVE_INFINITY),
  );
  const isDelayed = isOffline || (seqNo !== null && seqNo <= topSeqNo);
  if (offsetMs === 0 || startedAt === null || isDelayed || !Number.isFinite(latestMs)) return known;
  const canBe = (ms: number): boolean => ms >= Date.parse(last?.at ?? startedAt) && ms <= now.getTime() + MAX_TRANSIT_MS;
  return !canBe(latestMs + offsetMs) && canBe(latestMs) ? { ...known, offsetMs: 0 } : known;
}
