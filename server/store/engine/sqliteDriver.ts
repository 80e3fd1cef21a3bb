import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isBusy } from './sqliteFailures.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** What is needed of the one connection to the file. It never blocks: where the file is busy the call fails at once. */
export interface SqliteFile {
  /** Runs one statement. */
  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown>;
  isInTransaction(): boolean;
  /** The error as the app knows it. */
  failure(error: unknown): unknown;
  close(): void;
}

interface Connection extends DatabaseConnection {
  begin(): Promise<void>;
  commit(): void;
  rollback(): void;
}

type Release = () => void;

/** How long a statement waits for a transaction of another process. */
const MAX_WAIT_MS = 5000;
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

/**
 * One connection, which a transaction has to itself. SQLite's own busy timeout would block the whole process while it waits
 * for a lock of another one. Here such a call fails and is tried again after a pause, and readers go on meanwhile: with a
 * journal in WAL mode no writer blocks them.
 */
export function createSqliteDriver(file: SqliteFile): Driver {
  const acquire = createExclusiveLock();
  return {
    init: async () => undefined,
    acquireConnection: async () => connect(file, acquire),
    beginTransaction: connection => (connection as Connection).begin(),
    commitTransaction: async connection => (connection as Connection).commit(),
    rollbackTransaction: async connection => (connection as Connection).rollback(),
    releaseConnection: async () => undefined,
    async destroy() {
      const release = await acquire();
      file.close();
      release();
    },
  };
}

function connect(file: SqliteFile, acquire: () => Promise<Release>): Connection {
  /** Set while this connection has a transaction. */
  let releaseLock: Release | null = null;

  /** Runs a statement with the lock of the process. @throws DatabaseUnavailable when another process has the file for too long */
  async function runLocked(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<{ result: QueryResult<unknown>; release: Release }> {
    const until = performance.now() + MAX_WAIT_MS;
    for (let waitMs = MIN_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, MAX_PAUSE_MS)) {
      const release = await acquire();
      try {
        // A transaction whose rollback has failed, as on a failing disk, must not contain the next statements.
        if (file.isInTransaction()) file.run('rollback', []);
        return { result: file.run(sql, parameters), release };
      } catch (error) {
        release();
        if (!isBusy(error) || performance.now() >= until) throw file.failure(error);
      }
      await pause(waitMs);
    }
  }

  function runInTransaction(sql: string, parameters: readonly unknown[]): QueryResult<unknown> {
    // SQLite rolls back by itself where the disk fails. A later statement would be committed alone.
    if (!file.isInTransaction())
      throw new DatabaseUnavailable('SQLite rolled the transaction back when a statement of it failed.');
    try {
      return file.run(sql, parameters);
    } catch (error) {
      throw file.failure(error);
    }
  }

  /** Ends the transaction once, even where its end fails: the next transaction has the lock by then. */
  function end(work: () => void): void {
    const release = releaseLock;
    releaseLock = null;
    if (release === null) return;
    try {
      work();
    } finally {
      release();
    }
  }

  const rollback = () => {
    if (file.isInTransaction()) runInTransaction('rollback', []);
  };
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      if (releaseLock) return runInTransaction(sql, parameters) as QueryResult<R>;
      const { result, release } = await runLocked(sql, parameters);
      release();
      return result as QueryResult<R>;
    },
    streamQuery() {
      throw new Error('The SQLite driver does not support streaming.');
    },
    async begin() {
      releaseLock = (await runLocked('begin immediate', [])).release;
    },
    commit: () =>
      end(() => {
        try {
          runInTransaction('commit', []);
        } catch (error) {
          rollback();
          throw error;
        }
      }),
    rollback: () => end(rollback),
  };
}

/** One holder at a time, in the order of the calls. */
function createExclusiveLock(): () => Promise<Release> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    await before;
    return resolve;
  };
}
