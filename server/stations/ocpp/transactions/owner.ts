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
  /** By so much a station's clock is behind ours. */
  offsetMs(stationId: string): number;
  /** Ends a transaction that is not paid for, and again while it goes on. Answers whether its station is connected here. */
  stopStray(stationId: string, transactionId: string): boolean;
  /** Takes back a stop that was not sent yet: its transaction has an owner. */
  takeBackStop(stationId: string, transactionId: string): void;
  /** Has the station say what its meter says, without waiting for it. */
  askMeter(transaction: StoredTransaction): void;
  note(event: string, facts: Readonly<Record<string, string>>): void;
}

export type TransactionsContext = TransactionsDependencies & { rows: TransactionRows };

export const WRONG_PLUG = 'a session of one start at another plug';

/** Whose it is, by its token or by the number of the start it follows. */
export async function startOf(
  { starts }: TransactionsContext,
  stationId: string,
  { token, remoteStartId }: TransactionUpdate,
): Promise<StoredStart | null> {
  const byToken = token === null ? null : await starts.load(token);
  if (byToken?.stationId === stationId) return byToken;
  return remoteStartId === null ? null : starts.findByRemoteId(stationId, remoteStartId);
}

/** One start has one transaction; another takes its place only where the first came to nothing. */
export async function claim(
  { starts, rows, listener, stopStray, takeBackStop }: TransactionsContext,
  known: StoredTransaction,
  start: StoredStart,
): Promise<StoredTransaction> {
  const { stationId, transactionId } = known;
  const { authorizationReference } = start;
  const former = start.transactionId === null ? null : await rows.load(stationId, start.transactionId);
  const isFirst = former?.transactionId !== transactionId && former?.authorizationReference === authorizationReference;
  const isOver = former?.state === 'ended' || (former?.last?.energyWh ?? 0) > 0;
  if (former && isFirst && (isOver || former.heardAt > known.heardAt)) {
    await listener().reportOddity({ why: 'a second session of one start', authorizationReference, session: transactionId });
    stopStray(stationId, transactionId);
    return known;
  }
  if (start.transactionId !== transactionId) await starts.begun(authorizationReference, transactionId);
  if (known.unowned) takeBackStop(stationId, transactionId);
  return { ...withoutUnowned(known), authorizationReference };
}

/** It is nobody's: its start is for another plug. */
export async function reportWrongPlug(
  { listener }: TransactionsContext,
  known: StoredTransaction,
  { authorizationReference }: StoredStart,
) {
  await listener().reportOddity({ why: WRONG_PLUG, authorizationReference, session: known.transactionId });
  return known;
}

/** What becomes of a transaction whose start has another one since: it is nobody's. */
export async function unlessReplaced({ starts }: TransactionsContext, known: StoredTransaction): Promise<StoredTransaction> {
  const start = known.authorizationReference === null ? null : await starts.load(known.authorizationReference);
  const isReplaced = start !== null && start.transactionId !== null && start.transactionId !== known.transactionId;
  return isReplaced ? disowned(known) : known;
}
