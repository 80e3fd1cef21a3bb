import { randomBytes } from 'node:crypto';

interface ProcessErrorDependencies {
  process: Pick<NodeJS.Process, 'on'>;
  log: { bug(error: unknown, facts?: Readonly<Record<string, string>>): void };
  /** Shuts the process down as a deployment does, but with a failure exit code. */
  end(): void;
}

/** Codes of connection errors: the peer has closed the connection or cannot be reached. */
const OF_CONNECTIONS: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * Logs uncaught errors, each with an id. After an unhandled rejection the process continues: nobody was waiting for that work,
 * and its state is in the database, where the outbox and the sweeper retry it. An uncaught exception, however, has interrupted a
 * function; what it held in memory, such as a lock or an open transaction, would never be released. So open requests are
 * answered and the process ends; the next one continues from the database. An uncaught connection error does not end the
 * process, because it comes from Node.js itself and interrupts no function of the app.
 */
export function watchProcessErrors({ process, log, end }: ProcessErrorDependencies): void {
  const note = (error: unknown, uncaught: string) => log.bug(error, { uncaught, id: randomBytes(6).toString('hex') });
  process.on('unhandledRejection', reason => note(reason, 'rejection'));
  process.on('uncaughtException', error => {
    note(error, 'exception');
    if (!OF_CONNECTIONS.includes((error as NodeJS.ErrnoException).code)) end();
  });
}
