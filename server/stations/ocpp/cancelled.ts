import { HOUR_MS } from '../../../shared/model/time.ts';
import type { StationCall } from '../../core/ports/stationPort.ts';
import type { Holds } from './connectionLeases.ts';
import type { Sockets } from './sockets/sockets.ts';
import type { Starts } from './transactions/starts.ts';
import type { StoredStart, StoredTransaction } from './transactions/storedTransaction.ts';
import { isYoung, type Transactions } from './transactions/transactions.ts';

interface CancelDependencies {
  starts: Starts;
  transactions: Transactions;
  sockets: Sockets;
  holds: Holds;
  now(): Date;
}

/**
 * Loads the transaction whose id the station has sent in its response to a start, even if no message has linked it to the start
 * yet.
 * @returns null if the station has sent no id, or if the transaction belongs to another start
 */
export async function transactionOf(
  { transactions }: Pick<CancelDependencies, 'transactions'>,
  { stationId, transactionId, authorizationReference }: StoredStart,
): Promise<StoredTransaction | null> {
  const named = transactionId === null ? null : await transactions.load(stationId, transactionId);
  return named?.authorizationReference === null || named?.authorizationReference === authorizationReference ? named : null;
}

/**
 * If a station disconnects after a start was sent to it, it may be charging. It can report the session only after a reconnect,
 * so the hold is kept for this long.
 */
const MAY_BE_AWAY_MS = 2 * HOUR_MS;
/** Time within which a station sends its queued messages after a reconnect. */
const RECONNECT_BACKLOG_MS = 60_000;

function mayHaveStartedOffline({ sockets, holds, now }: CancelDependencies, { stationId, sentAt }: StoredStart): boolean {
  const sentMs = Date.parse(sentAt ?? '');
  if (!(now().getTime() - sentMs < MAY_BE_AWAY_MS)) return false;
  const socket = sockets.find(stationId);
  if (!socket) return !holds.find(stationId);
  const sinceMs = socket.since.getTime();
  return sinceMs > sentMs && now().getTime() - sinceMs < RECONNECT_BACKLOG_MS;
}

/**
 * Cancels a start. If its transaction is already running, its stop is requested. `Stations.cancelStart` describes the results.
 */
export async function cancelStart(
  dependencies: CancelDependencies,
  request: StationCall,
): Promise<'cancelled' | 'never-starts' | 'already-started' | 'unknown'> {
  const { starts, transactions } = dependencies;
  const { before, after } = await starts.cancel(request);
  const named = await transactionOf(dependencies, after);
  // The station may have answered the start with the id of a transaction that began when the cable was plugged in. No message has
  // linked it to the start yet.
  const isOnlyNamed = named !== null && named.authorizationReference === null && named.state !== 'ended';
  if (isOnlyNamed) transactions.end(named.stationId, named.transactionId);
  const transaction = isOnlyNamed ? null : named;
  if (!transaction) {
    if (before === null) return 'cancelled';
    if (before.state === 'refused') return 'never-starts';
    // `starts.cancel` does not change a start that has a transaction id. If no message about that transaction has arrived, the
    // start is cancelled by this call.
    await starts.change(request.authorizationReference, { state: 'cancelled' });
    if (before.sent === 0) return 'never-starts';
    return mayHaveStartedOffline(dependencies, before) ? 'unknown' : 'cancelled';
  }
  const hasCharged = (transaction.last?.energyWh ?? 0) > 0;
  if (transaction.state === 'ended' && !hasCharged) return 'cancelled';
  // If the start was cancelled before and no energy has flowed, a stop is under way. The transaction then counts as a session
  // only if it lasts longer than 60 s.
  const isUnwanted = before?.state === 'cancelled' && !hasCharged && isYoung(transaction, dependencies.now());
  if (transaction.startedAt !== null && !isUnwanted) return 'already-started';
  // The transaction waits for a vehicle, or its start was cancelled before. Once it has stopped, no session can begin.
  await starts.change(request.authorizationReference, { state: 'cancelled' });
  transactions.end(transaction.stationId, transaction.transactionId);
  return 'unknown';
}
