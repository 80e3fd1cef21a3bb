import type { TransactionUpdate } from '../messages/updates.ts';
import { isOpenStart, type StoredStart, type StoredTransaction, type Unowned } from './storedTransaction.ts';

/** More than the rounding of a register means that energy flows. */
const FLOW_WH = 10;
/**
 * Energy without an owner is stopped after this number of messages or this time. A token may follow the Started message by
 * seconds.
 */
const FLOW_MESSAGES = 2;
const FLOW_MS = 10_000;
/** If a station is disconnected for longer, its next message triggers the stop. */
const MAX_WAIT_MS = 15 * 60_000;

const NEW: Unowned = { hasToken: false, firstWh: null, flowsSince: null, flowMessages: 0 };

/** Removes the notes of a transaction that has an owner or has ended. A scheduled check is dropped. */
export function withoutUnowned({ unowned, ...known }: StoredTransaction): StoredTransaction {
  return unowned === undefined ? known : { ...known, settleAt: null };
}

/** Removes the owner of a transaction whose start has another transaction. */
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
 * Notes the information of a message about a transaction without an owner (OCPP 2.0.1 E02: EVConnectedPreSession). A cable alone
 * is no reason for a stop. A repeated or offline message does not describe the present.
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
 * True if a transaction without an owner must be stopped.
 * @param starts the app's open starts at the station
 */
export function isToStop(known: StoredTransaction, { now, starts }: { now: Date; starts: readonly StoredStart[] }): boolean {
  const { unowned } = known;
  if (!unowned || known.state === 'ended') return false;
  if (unowned.hasToken) return true;
  if (unowned.flowsSince === null || starts.some(start => canClaim(start, known))) return false;
  return unowned.flowMessages >= FLOW_MESSAGES || now.getTime() - Date.parse(unowned.flowsSince) >= FLOW_MS;
}

/** True if a start may claim a transaction, because the token may arrive with a later message. */
const canClaim = (start: StoredStart, { evse, transactionId }: StoredTransaction): boolean =>
  isOpenStart(start) &&
  !start.isStopWanted &&
  (start.transactionId === null || start.transactionId === transactionId) &&
  (evse === null || start.address.chargePoint === null || start.address.chargePoint.evse === evse);

/**
 * Schedules the next check of a transaction.
 * @returns null if the station is not connected to this process, which therefore cannot stop the transaction
 */
export function afterFlow(
  known: StoredTransaction,
  { now, isStopped, isHere }: { now: Date; isStopped: boolean; isHere: boolean },
): StoredTransaction | null {
  const isOld = now.getTime() - Date.parse(known.unowned?.flowsSince ?? '') > MAX_WAIT_MS;
  if (!isHere && !isOld) return null;
  return { ...known, settleAt: isStopped || isOld ? null : later(now, FLOW_MS) };
}
