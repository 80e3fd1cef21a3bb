import { randomBytes } from 'node:crypto';

interface ProcessErrorDependencies {
  process: Pick<NodeJS.Process, 'on'>;
  log: { bug(error: unknown, facts?: Readonly<Record<string, string>>): void };
  /** Stops the process like a deployment does, but with an exit code for a failure. */
  end(): void;
}

/** Codes of connection errors: the peer has closed the connection or cannot be reached. */
const OF_CONNECTIONS: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Logs uncaught errors. Each is a bug and gets one log line with an id. An unhandled rejection does not end the process: no
 * caller waited for the work, so no other work is left incomplete. The relevant state is in the database, where the outbox and
 * the sweeper retry. An uncaught exception has interrupted a function. Whatever that function held in memory (a lock, a place in
 * a queue, an open transaction) is never released, so continuing would not be safe. Open requests are answered, the process
 * ends, and the next process continues from the database. An uncaught connection error does not end the process either: it comes
 * from the event loop of Node.js and has interrupted no function of the app.
 */
export function watchProcessErrors({ process, log, end }: ProcessErrorDependencies): void {
  const note = (error: unknown, uncaught: string) => log.bug(error, { uncaught, id: randomBytes(6).toString('hex') });
  process.on('unhandledRejection', reason => note(reason, 'rejection'));
  process.on('uncaughtException', error => {
    note(error, 'exception');
    if (!OF_CONNECTIONS.includes((error as NodeJS.ErrnoException).code)) end();
  });
}
