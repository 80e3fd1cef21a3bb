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

/** Null also where its station has named a transaction that is another driver's. */
export async function transactionOf(
  { transactions }: Pick<CancelDependencies, 'transactions'>,
  { stationId, transactionId, authorizationReference }: StoredStart,
): Promise<StoredTransaction | null> {
  const named = transactionId === null ? null : await transactions.load(stationId, transactionId);
  return named?.authorizationReference === null || named?.authorizationReference === authorizationReference ? named : null;
}

/** A station that took a start and went away may charge, and tells of it when it is back: so long its hold stays. */
const MAY_BE_AWAY_MS = 2 * HOUR_MS;
/** What it has kept meanwhile comes within so long of its return. */
const RECONNECT_BACKLOG_MS = 60_000;

function mayHaveStartedOffline({ sockets, holds, now }: CancelDependencies, { stationId, sentAt }: StoredStart): boolean {
  const sentMs = Date.parse(sentAt ?? '');
  if (!(now().getTime() - sentMs < MAY_BE_AWAY_MS)) return false;
  const socket = sockets.find(stationId);
  if (!socket) return !holds.find(stationId);
  const sinceMs = socket.since.getTime();
  return sinceMs > sentMs && now().getTime() - sinceMs < RECONNECT_BACKLOG_MS;
}

/** Nothing begins by a start any more, as far as its station can be made to say so. */
export async function cancelStart(
  dependencies: CancelDependencies,
  ask: StationCall,
): Promise<'cancelled' | 'never-starts' | 'already-started' | 'unknown'> {
  const { starts, transactions } = dependencies;
  const { before, after } = await starts.cancel(ask);
  const named = await transactionOf(dependencies, after);
  // A station may name the transaction of a cable, of which no message says yet that the start has it.
  const isOnlyNamed = named !== null && named.authorizationReference === null && named.state !== 'ended';
  if (isOnlyNamed) transactions.end(named.stationId, named.transactionId);
  const transaction = isOnlyNamed ? null : named;
  if (!transaction) {
    if (before === null) return 'cancelled';
    if (before.state === 'refused') return 'never-starts';
    // Its station may have named a transaction of which it has told nothing.
    await starts.change(ask.authorizationReference, { state: 'cancelled' });
    if (before.sent === 0) return 'never-starts';
    return mayHaveStartedOffline(dependencies, before) ? 'unknown' : 'cancelled';
  }
  const hasCharged = (transaction.last?.energyWh ?? 0) > 0;
  if (transaction.state === 'ended' && !hasCharged) return 'cancelled';
  // What was given up before and gives nothing is no session: it is being stopped, or will be told of.
  const isUnwanted = before?.state === 'cancelled' && !hasCharged && isYoung(transaction, dependencies.now());
  if (transaction.startedAt !== null && !isUnwanted) return 'already-started';
  // Ended, it can begin no more, where it waits for a vehicle.
  await starts.change(ask.authorizationReference, { state: 'cancelled' });
  transactions.end(transaction.stationId, transaction.transactionId);
  return 'unknown';
}
