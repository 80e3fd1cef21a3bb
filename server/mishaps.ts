import { randomBytes } from 'node:crypto';

interface MishapDependencies {
  process: Pick<NodeJS.Process, 'on'>;
  log: { bug(error: unknown, facts?: Readonly<Record<string, string>>): void };
  /** Ends the process in an orderly way, as a deployment would, but with a failure. */
  end(): void;
}

/** Errors of a connection whose other end is gone or out of reach. */
const OF_CONNECTIONS: readonly unknown[] = ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'];

/**
 * What nobody has caught. Each is a bug of ours and one line in the log, with an id to find it by.
 *
 * A rejection that nobody awaited ends nothing: whoever began that work did not wait for it, so nothing stands half done
 * behind it but the work itself. What counts is in the database, and is looked at again by the outbox and the sweeper.
 *
 * An exception has left some function in the middle, and what that function was about to set right in memory (a turn, a place
 * in a queue, an open transaction) stays as it is for ever. There going on is not safe: open requests are answered, the
 * process ends, and the next one begins from the database. An error of a connection that nobody listened to is no such thing:
 * it comes out of Node's event loop, and no function of ours was on its way.
 */
export function watchMishaps({ process, log, end }: MishapDependencies): void {
  const note = (error: unknown, uncaught: string) => log.bug(error, { uncaught, id: randomBytes(6).toString('hex') });
  process.on('unhandledRejection', reason => note(reason, 'rejection'));
  process.on('uncaughtException', error => {
    note(error, 'exception');
    if (!OF_CONNECTIONS.includes((error as NodeJS.ErrnoException).code)) end();
  });
}
