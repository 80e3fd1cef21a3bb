import { setTimeout as pause } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { isBusy } from './sqliteFailures.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** The interface to the single connection. A call never blocks: if the file is busy, the call fails immediately. */
export interface SqliteFile {
  /** Runs one statement. */
  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown>;
  isInTransaction(): boolean;
  /** Converts an error to the app's error. */
  failure(error: unknown): unknown;
  close(): void;
}

interface Connection extends DatabaseConnection {
  begin(): Promise<void>;
  commit(): void;
  rollback(): void;
}

type Release = () => void;

/** Maximum wait of a statement for another process's transaction. */
const MAX_WAIT_MS = 5000;
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

/**
 * Uses one connection, which a transaction has to itself. SQLite's busy timeout would block the whole process while it waits for
 * another process. Here a busy call fails and is retried after a pause, so that readers continue: in WAL mode, no writer blocks
 * them.
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
  /** Set during a transaction of this connection. */
  let releaseLock: Release | null = null;

  /**
   * Runs a statement with the process's lock.
   * @throws DatabaseUnavailable if another process uses the file for too long
   */
  async function runLocked(
    sql: string,
    parameters: readonly unknown[],
  ): Promise<{ result: QueryResult<unknown>; release: Release }> {
    const until = performance.now() + MAX_WAIT_MS;
    for (let waitMs = MIN_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, MAX_PAUSE_MS)) {
      const release = await acquire();
      try {
        // If a rollback has failed, for example on a failing disk, the next statement must not become part of that transaction.
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
    // SQLite rolls back by itself if the disk fails. A later statement would then be committed on its own.
    if (!file.isInTransaction())
      throw new DatabaseUnavailable('SQLite rolled the transaction back when a statement of it failed.');
    try {
      return file.run(sql, parameters);
    } catch (error) {
      throw file.failure(error);
    }
  }

  /** Ends the transaction once and releases the lock, also if the end fails. */
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

/** A lock with one holder at a time, in the order of the calls. */
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
