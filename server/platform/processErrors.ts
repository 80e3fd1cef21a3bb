import { randomBytes } from 'node:crypto';

interface ProcessErrorDependencies {
  process: Pick<NodeJS.Process, 'on'>;
  log: { bug(error: unknown, facts?: Readonly<Record<string, string>>): void };
  /** Ends the process in an orderly way, as a deployment would, but with a failure. */
  end(): void;
}

/** Errors of a connection whose other end is gone or out of reach. */
const OF_CONNECTIONS: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Errors that nothing has caught. Each is a bug of ours and one line in the log, with an id to find it by.
 *
 * An unhandled rejection does not end the process: no caller waited for that work, so nothing else is left half done. What
 * counts is in the database, where the outbox and the sweeper come back to it.
 *
 * An uncaught exception has left a function in the middle, and what that function held in memory (a lock, a place in a queue, an
 * open transaction) is never given back. Going on would not be safe: open requests are answered, the process ends, and the
 * next one continues from the database. An unhandled error of a connection is different: it comes from Node's event loop, and
 * none of our functions was interrupted.
 */
export function watchProcessErrors({ process, log, end }: ProcessErrorDependencies): void {
  const note = (error: unknown, uncaught: string) => log.bug(error, { uncaught, id: randomBytes(6).toString('hex') });
  process.on('unhandledRejection', reason => note(reason, 'rejection'));
  process.on('uncaughtException', error => {
    note(error, 'exception');
    if (!OF_CONNECTIONS.includes((error as NodeJS.ErrnoException).code)) end();
  });
}
