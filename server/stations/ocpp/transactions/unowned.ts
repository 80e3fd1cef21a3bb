import type { TransactionUpdate } from '../messages/updates.ts';
import { isOpenStart, type StoredStart, type StoredTransaction, type Unowned } from './storedTransaction.ts';

/** More than the rounding of a register: energy flows. */
const FLOW_WH = 10;
/** Energy without an owner is stopped after so many messages, or so much time: a token may follow its Started by seconds. */
const FLOW_MESSAGES = 2;
const FLOW_MS = 10_000;
/** A station that is away for longer is stopped by its next message. */
const MAX_WAIT_MS = 15 * 60_000;

const NEW: Unowned = { hasToken: false, firstWh: null, flowsSince: null, flowMessages: 0 };

/** The same with an owner, or after its end: what was noted before does not count, and a stop that waits for its time is taken back. */
export function withoutUnowned({ unowned, ...known }: StoredTransaction): StoredTransaction {
  return unowned === undefined ? known : { ...known, settleAt: null };
}

/** The same after its start has got another transaction. */
export const disowned = (known: StoredTransaction): StoredTransaction => ({
  ...known,
  authorizationReference: null,
  unowned: { ...NEW, ...known.unowned, hasToken: true },
});

interface UnownedOptions {
  before: StoredTransaction | null;
  news: TransactionUpdate;
  now: Date;
}

/**
 * Notes what a message says of a transaction without an owner (OCPP 2.0.1 E02: EVConnectedPreSession). While only a cable is there, it
 * is nothing to stop. A resent or offline message says nothing of now.
 */
export function noteUnowned(known: StoredTransaction, { before, news, now }: UnownedOptions): StoredTransaction {
  if (known.authorizationReference !== null || known.state === 'ended') return withoutUnowned(known);
  const former = known.unowned ?? NEW;
  const registers = news.samples.flatMap(({ registerWh }) => registerWh ?? []);
  const firstWh = former.firstWh ?? registers[0] ?? null;
  const noted = { ...former, firstWh, hasToken: former.hasToken || news.token !== null };
  const isOfNow = !news.isOffline && (news.seqNo === null || news.seqNo > (before?.topSeqNo ?? -1));
  if (!isOfNow) return { ...known, unowned: noted };
  const risenWh = firstWh === null ? 0 : (known.lastRegisterWh ?? firstWh) - firstWh;
  const flows = known.activity === 'charging' || risenWh > FLOW_WH;
  if (!flows) return { ...known, settleAt: null, unowned: { ...noted, flowsSince: null, flowMessages: 0 } };
  return {
    ...known,
    settleAt: known.settleAt ?? later(now, FLOW_MS),
    unowned: { ...noted, flowsSince: former.flowsSince ?? now.toISOString(), flowMessages: former.flowMessages + 1 },
  };
}

const later = (at: Date, ms: number): string => new Date(at.getTime() + ms).toISOString();

/** Whether a transaction without an owner is stopped. @param starts of ours at its station that are not over */
export function isToStop(known: StoredTransaction, { now, starts }: { now: Date; starts: readonly StoredStart[] }): boolean {
  const { unowned } = known;
  if (!unowned || known.state === 'ended') return false;
  if (unowned.hasToken) return true;
  if (unowned.flowsSince === null || starts.some(start => canClaim(start, known))) return false;
  return unowned.flowMessages >= FLOW_MESSAGES || now.getTime() - Date.parse(unowned.flowsSince) >= FLOW_MS;
}

/** Whether a start may take a transaction over: its token comes with a later message. */
const canClaim = (start: StoredStart, { evse, transactionId }: StoredTransaction): boolean =>
  isOpenStart(start) &&
  !start.isStopWanted &&
  (start.transactionId === null || start.transactionId === transactionId) &&
  (evse === null || start.address.chargePoint === null || start.address.chargePoint.evse === evse);

/** The same after its time has come. Null: the process that the station is connected to stops it. */
export function afterFlow(
  known: StoredTransaction,
  { now, isStopped, isHere }: { now: Date; isStopped: boolean; isHere: boolean },
): StoredTransaction | null {
  const isOld = now.getTime() - Date.parse(known.unowned?.flowsSince ?? '') > MAX_WAIT_MS;
  if (!isHere && !isOld) return null;
  return { ...known, settleAt: isStopped || isOld ? null : later(now, FLOW_MS) };
}
