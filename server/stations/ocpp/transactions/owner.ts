import type { AnomalyListener, StationListener } from '../../../core/ports/stationPort.ts';
import type { OcppStore } from '../chargePoints/storage.ts';
import type { TransactionUpdate } from '../messages/updates.ts';
import type { MeterKeys } from './meterKeys.ts';
import type { Starts } from './starts.ts';
import type { StoredStart, StoredTransaction } from './storedTransaction.ts';
import type { TransactionRows } from './transactionRows.ts';
import { disowned, withoutUnowned } from './unowned.ts';
import type { UnusableStarts } from './unusableStarts.ts';

export interface TransactionsDependencies extends UnusableStarts, MeterKeys {
  store: OcppStore;
  starts: Starts;
  listener(): StationListener & AnomalyListener;
  now(): Date;
  /** Returns the milliseconds by which a station's clock is behind the app's clock. */
  offsetMs(stationId: string): number;
  /**
   * Stops a transaction that nobody pays for, and repeats this while it continues.
   * @returns true if its station is connected to this process
   */
  stopUnknown(stationId: string, transactionId: string): boolean;
  /** Drops a stop that was not sent yet, because a start of the app has claimed the transaction. */
  cancelStop(stationId: string, transactionId: string): void;
  /** Requests the meter reading of a transaction. Does not wait for the station. */
  requestMeter(transaction: StoredTransaction): void;
  note(event: string, facts: Readonly<Record<string, string>>): void;
}

export type TransactionsContext = TransactionsDependencies & { rows: TransactionRows };

export const WRONG_PLUG = 'a session of one start at another plug';

/** Finds the start of a transaction by its token or its remoteStartId. */
export async function startOf(
  { starts }: TransactionsContext,
  stationId: string,
  { token, remoteStartId }: TransactionUpdate,
): Promise<StoredStart | null> {
  const byToken = token === null ? null : await starts.load(token);
  if (byToken?.stationId === stationId) return byToken;
  return remoteStartId === null ? null : starts.findByRemoteId(stationId, remoteStartId);
}

/**
 * Assigns a transaction to a start of the app. A start has one transaction. A second one replaces the first only if the first
 * has neither ended nor delivered energy.
 */
export async function claim(
  { starts, rows, listener, stopUnknown, cancelStop }: TransactionsContext,
  known: StoredTransaction,
  start: StoredStart,
): Promise<StoredTransaction> {
  const { stationId, transactionId } = known;
  const { authorizationReference } = start;
  const former = start.transactionId === null ? null : await rows.load(stationId, start.transactionId);
  const isFirst = former?.transactionId !== transactionId && former?.authorizationReference === authorizationReference;
  const isOver = former?.state === 'ended' || (former?.last?.energyWh ?? 0) > 0;
  if (former && isFirst && (isOver || former.firstMessageAt > known.firstMessageAt)) {
    await listener().reportAnomaly({ why: 'a second session of one start', authorizationReference, session: transactionId });
    stopUnknown(stationId, transactionId);
    return known;
  }
  if (start.transactionId !== transactionId) await starts.started(authorizationReference, transactionId);
  if (known.unowned) cancelStop(stationId, transactionId);
  return { ...withoutUnowned(known), authorizationReference };
}

/** Reports a transaction that runs at another plug than its start requested. The transaction is not assigned to the start. */
export async function reportWrongPlug(
  { listener }: TransactionsContext,
  known: StoredTransaction,
  { authorizationReference }: StoredStart,
) {
  await listener().reportAnomaly({ why: WRONG_PLUG, authorizationReference, session: known.transactionId });
  return known;
}

/** Removes the assignment of a transaction to a start if the start has another transaction by now. */
export async function unlessReplaced({ starts }: TransactionsContext, known: StoredTransaction): Promise<StoredTransaction> {
  const start = known.authorizationReference === null ? null : await starts.load(known.authorizationReference);
  const isReplaced = start !== null && start.transactionId !== null && start.transactionId !== known.transactionId;
  return isReplaced ? disowned(known) : known;
}
