import type { Dialect } from './protocols/dialect.ts';
import { CallFailed } from './sockets/calls.ts';
import type { StationSocket } from './sockets/sockets.ts';
import { NOTHING } from './transactions/follow.ts';
import type { Starts } from './transactions/starts.ts';
import type { Transactions } from './transactions/transactions.ts';

interface EndMissingDependencies {
  starts: Starts;
  transactions: Transactions;
  now(): Date;
  dialectOf(socket: StationSocket): Dialect;
}

/**
 * Ends open transactions that their station has lost, for example in a power cut. Their last meter reading will not arrive, so
 * staff are alerted after a while. If the station does not respond, nothing is ended.
 */
export async function endMissing(
  { starts, transactions, now, dialectOf }: EndMissingDependencies,
  socket: StationSocket,
): Promise<void> {
  const { stationId } = socket;
  try {
    for (const { transactionId } of await starts.listOpen(stationId)) {
      const transaction = transactionId === null ? null : await transactions.load(stationId, transactionId);
      if (!transaction || transaction.state === 'ended') continue;
      if (await dialectOf(socket).isMissing(socket, transaction))
        await transactions.apply(stationId, {
          ...NOTHING,
          transactionId: transaction.transactionId,
          at: lastReportedAt(transaction.last, now()),
          stop: 'gone',
        });
    }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
  }
}

/**
 * Returns the time of the last meter reading, because the time of the end is unknown. Without a reading, returns the current
 * time.
 */
const lastReportedAt = (last: { at: string } | null, now: Date): Date => (last ? new Date(last.at) : now);
