import type { TransactionUpdate } from '../messages/updates.ts';
import { isOpenStart, type StoredStart, type StoredTransaction, type Unowned } from './storedTransaction.ts';

/** If a register rises by more than this, energy is flowing. Less may be rounding. */
const FLOW_WH = 10;
/**
 * If energy flows in a transaction that is assigned to no start, it is stopped after this many messages or `FLOW_MS`. It is not
 * stopped earlier, because the token may follow seconds after the first message.
 */
const FLOW_MESSAGES = 2;
const FLOW_MS = 10_000;
/** If a station is disconnected for longer, the stop waits for its next message. */
const MAX_WAIT_MS = 15 * 60_000;

const NEW: Unowned = { hasToken: false, firstWh: null, flowsSince: null, flowMessages: 0 };

/** Removes the notes of a transaction that was assigned to a start or has ended. A scheduled check is dropped. */
export function withoutUnowned({ unowned, ...known }: StoredTransaction): StoredTransaction {
  return unowned === undefined ? known : { ...known, settleAt: null };
}

/** Removes the assignment of a transaction whose start has another transaction by now. */
export const disowned = (known: StoredTransaction): StoredTransaction => ({
  ...known,
  authorizationReference: null,
  unowned: { ...NEW, ...known.unowned, hasToken: true },
});

interface UnownedOptions {
  before: StoredTransaction | null;
  changes: TransactionUpdate;
  now: Date;
}

/**
 * Notes what a message says about a transaction that is assigned to no start (EVConnectedPreSession in OCPP 2.0.1 E02). A
 * plugged-in cable alone is no reason for a stop. A repeated or offline message does not describe the present.
 */
export function noteUnowned(known: StoredTransaction, { before, changes, now }: UnownedOptions): StoredTransaction {
  if (known.authorizationReference !== null || known.state === 'ended') return withoutUnowned(known);
  const former = known.unowned ?? NEW;
  const registers = changes.samples.flatMap(({ registerWh }) => registerWh ?? []);
  const firstWh = former.firstWh ?? registers[0] ?? null;
  const noted = { ...former, firstWh, hasToken: former.hasToken || changes.token !== null };
  const isOfNow = !changes.isOffline && (changes.seqNo === null || changes.seqNo > (before?.topSeqNo ?? -1));
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

/**
 * True if a transaction that is assigned to no start must be stopped.
 * @param starts the app's open starts at the station
 */
export function isToStop(known: StoredTransaction, { now, starts }: { now: Date; starts: readonly StoredStart[] }): boolean {
  const { unowned } = known;
  if (!unowned || known.state === 'ended') return false;
  if (unowned.hasToken) return true;
  if (unowned.flowsSince === null || starts.some(start => canClaim(start, known))) return false;
  return unowned.flowMessages >= FLOW_MESSAGES || now.getTime() - Date.parse(unowned.flowsSince) >= FLOW_MS;
}

/** True if a start may still claim the transaction, because its token may arrive with a later message. */
const canClaim = (start: StoredStart, { evse, transactionId }: StoredTransaction): boolean =>
  isOpenStart(start) &&
  !start.isStopWanted &&
  (start.transactionId === null || start.transactionId === transactionId) &&
  (evse === null || start.address.chargePoint === null || start.address.chargePoint.evse === evse);

/**
 * Schedules the next check of a transaction.
 * @returns null if the station is not connected to this process, which then cannot stop the transaction
 */
export function afterFlow(
  known: StoredTransaction,
  { now, isStopped, isHere }: { now: Date; isStopped: boolean; isHere: boolean },
): StoredTransaction | null {
  const isOld = now.getTime() - Date.parse(known.unowned?.flowsSince ?? '') > MAX_WAIT_MS;
  if (!isHere && !isOld) return null;
  return { ...known, settleAt: isStopped || isOld ? null : later(now, FLOW_MS) };
}
