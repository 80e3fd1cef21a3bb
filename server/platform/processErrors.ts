import { randomBytes } from 'node:crypto';

interface ProcessErrorDependencies {
  process: Pick<NodeJS.Process, 'on'>;
  log: { bug(error: unknown, facts?: Readonly<Record<string, string>>): void };
  /** Shuts the process down in the same way as a deployment, but with a failure exit code. */
  end(): void;
}

/** Codes of connection errors: the peer has closed the connection or cannot be reached. */
const OF_CONNECTIONS: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Logs uncaught errors, each with an id. After an unhandled rejection, the process continues: nobody was waiting for the failed
 * work, and the outbox and the sweeper retry it from the database. After an uncaught exception, the process answers open
 * requests and ends, because the interrupted function may hold a lock or an open transaction in memory for ever. An uncaught
 * connection error comes from Node.js itself and interrupts no function of the app, so the process continues.
 */
export function watchProcessErrors({ process, log, end }: ProcessErrorDependencies): void {
  const note = (error: unknown, uncaught: string) => log.bug(error, { uncaught, id: randomBytes(6).toString('hex') });
  process.on('unhandledRejection', reason => note(reason, 'rejection'));
  process.on('uncaughtException', error => {
    note(error, 'exception');
    if (!OF_CONNECTIONS.includes((error as NodeJS.ErrnoException).code)) end();
  });
}
