import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isBusy } from './sqliteFailures.ts';

/** What the driver needs of the one connection to the file. It never blocks: where the file is busy the call fails at once. */
export interface SqliteFile {
  /** Runs one statement. */
  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown>;
  isInTransaction(): boolean;
  /** The error as the app knows it. */
  failure(error: unknown): unknown;
  close(): void;
}

/** How long a writer waits for one of another process. */
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
 * One connection, which a transaction has to itself. SQLite's own busy timeout would block the whole process while it waits
 * for a lock of another one. Here such a call fails and is tried again after a pause, and readers go on meanwhile: with a
 * journal in WAL mode no writer blocks them.
 */
export function createSqliteDriver(file: SqliteFile): Driver {
  const takeTurn = createExclusiveRunner();

  /** Runs `act` when its turn has come and the file is not busy; `free` ends the turn. @throws when that takes too long */
  async function patiently<T>(act: () => T): Promise<{ result: T; free: Free }> {
    const until = performance.now() + PATIENCE_MS;
    for (let waitMs = SHORTEST_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_PAUSE_MS)) {
      const free = await takeTurn();
      try {
        // A transaction that could not be rolled back, as on a failing disk, must not take in the next statements.
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
        // Deferred transactions of two writers could block each other for ever.
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
        // Where the disk fails, SQLite may have rolled back by itself.
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

/** One at a time, in the order of the calls. */
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
