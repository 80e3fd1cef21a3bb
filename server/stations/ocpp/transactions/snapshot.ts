import type { SignedValue, StationSession } from '../../../core/ports/stationPort.ts';
import type { StoredStart, StoredTransaction } from './storedTransaction.ts';

/** Returns the report of a start without a session. */
export const notStarted = (
  { authorizationReference }: Pick<StoredStart, 'authorizationReference'>,
  state: 'waiting' | 'refused' | 'cancelled',
): StationSession => ({
  authorizationReference,
  state,
  startedAt: null,
  endedAt: null,
  readings: [],
  signedValues: [],
  isFinal: false,
});

/** A transaction that ended before a vehicle was plugged in can no longer become a session, so the start counts as cancelled. */
function idleOf({ state }: StoredStart, transaction: StoredTransaction | null): 'waiting' | 'refused' | 'cancelled' {
  if (state === 'refused') return state;
  return state === 'cancelled' || transaction?.state === 'ended' ? 'cancelled' : 'waiting';
}

/** Returns the report of a start's current state, with its last meter reading if that is later than `since`. */
export function snapshotOf(
  start: StoredStart,
  transaction: StoredTransaction | null,
  { since, signedValues }: { since: Date | null; signedValues: readonly SignedValue[] },
): StationSession {
  const nothing = notStarted(start, idleOf(start, transaction));
  if (!transaction?.startedAt || (start.state === 'cancelled' && (transaction.last?.energyWh ?? 0) === 0)) return nothing;
  const { last, startedAt, endedAt, state, isFinal, activity, unbilledWh } = transaction;
  const at = new Date(last?.at ?? startedAt);
  const isCharging = activity !== 'paused by the vehicle';
  const reading = { at, energyWh: last?.energyWh ?? 0, powerW: last?.powerW ?? 0, isCharging };
  return {
    ...nothing,
    state,
    startedAt: new Date(startedAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
    readings: since === null || at > since ? [reading] : [],
    signedValues: isFinal ? signedValues : [],
    isFinal,
    ...(unbilledWh === undefined ? {} : { unbilledWh }),
  };
}
