import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isBusy } from './sqliteFailures.ts';

/** What the driver needs of the one connection to the file. It never waits: whoever is told "busy" may try again. */
export interface SqliteFile {
  /** Runs one statement. */
  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown>;
  isInTransaction(): boolean;
  /** The error as the app knows it. */
  failure(error: unknown): unknown;
  close(): void;
}

/** So long a writer waits for one of another process. */
const PATIENCE_MS = 5000;
const SHORTEST_PAUSE_MS = 2;
const LONGEST_PAUSE_MS = 50;

type Free = () => void;

interface Connection extends DatabaseConnection {
  begin(): Promise<void>;
  commit(): void;
  rollback(): void;
}

/**
 * One connection, of which a transaction has the use alone. SQLite itself would wait for a lock of another process inside of
 * a call, and with it everybody whom this process serves. Here whoever meets such a lock steps back and tries again, so that
 * readers go on meanwhile: with a journal in WAL mode no writer is in their way.
 */
export function createSqliteDriver(file: SqliteFile): Driver {
  const takeTurn = createExclusiveRunner();

  /** Does `act` as soon as nobody is in the way, and answers how to let the next one act. @throws when that takes too long */
  async function patiently<T>(act: () => T): Promise<{ result: T; free: Free }> {
    const until = performance.now() + PATIENCE_MS;
    for (let waitMs = SHORTEST_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)) {
      const free = await takeTurn();
      try {
        // A transaction that could not even be undone, as on a failing disk, must not take in what comes after it.
        if (file.isInTransaction()) file.run('rollback', []);
        return { result: act(), free };
      } catch (error) {
        free();
        if (!isBusy(error) || performance.now() >= until) throw file.failure(error);
      }
      await pause(waitMs);
    }
  }
  function connect(): Connection {
    let free: Free | null = null;
    const end = () => {
      free?.();
      free = null;
    };
    return {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const act = () => file.run(sql, parameters) as QueryResult<R>;
        if (free === null) {
          const done = await patiently(act);
          done.free();
          return done.result;
        }
        try {
          return act();
        } catch (error) {
          throw file.failure(error);
        }
      },
      streamQuery() {
        throw new Error('Nothing is read in parts here');
      },
      async begin() {
        // Deferred, two writers would meet a lock that no waiting resolves.
        ({ free } = await patiently(() => file.run('begin immediate', [])));
      },
      commit() {
        try {
          file.run('commit', []);
        } catch (error) {
          throw file.failure(error);
        }
        end();
      },
      rollback() {
        // Where the disk fails, SQLite may have undone everything by itself.
        try {
          if (file.isInTransaction()) file.run('rollback', []);
        } catch (error) {
          throw file.failure(error);
        } finally {
          end();
        }
      },
    };
  }
  return {
    init: async () => undefined,
    acquireConnection: async () => connect(),
    beginTransaction: connection => (connection as Connection).begin(),
    commitTransaction: async connection => (connection as Connection).commit(),
    rollbackTransaction: async connection => (connection as Connection).rollback(),
    releaseConnection: async () => undefined,
    destroy: async () => file.close(),
  };
}

/** One after the other, in the order in which they came. */
function createExclusiveRunner(): () => Promise<Free> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    await before;
    return resolve;
  };
}
