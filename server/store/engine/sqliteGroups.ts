import { setImmediate } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResult } from 'kysely';
import { isBusy } from './sqliteFailures.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Connection to the database file. Calls never wait: if another process holds the lock, they fail at once. */
export interface SqliteFile {
  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown>;
  isInTransaction(): boolean;
  /** Converts an error of SQLite into an error of the app. */
  failure(error: unknown): unknown;
  close(): void;
}

/** Maximum wait of a write for the lock of another process. */
const PATIENCE_MS = 5000;
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

type Free = () => void;
type Parameters = readonly unknown[];

/** Transactions and single writes that are committed together. */
interface Group {
  /** Resolves after the commit of the group. Rejects if the group was not committed. */
  over: Promise<void>;
  commit(): void;
  lose(error: unknown): void;
}

/** A transaction. It has exclusive use of the connection until it ends. */
export interface Part {
  run(sql: string, parameters: Parameters): QueryResult<unknown>;
  /** Ends the transaction and frees the connection. Resolves after the commit of the whole group. */
  commit(): Promise<void>;
  /** Rolls back this transaction only, and frees the connection. */
  undo(): void;
}

/** Runs the statements of one connection, one at a time, and commits writes in groups. */
export interface Groups {
  read(sql: string, parameters: Parameters): Promise<QueryResult<unknown>>;
  write(sql: string, parameters: Parameters): Promise<QueryResult<unknown>>;
  begin(): Promise<Part>;
  /** Resolves when no write is waiting for a commit. */
  settled(): Promise<void>;
}

interface State {
  file: SqliteFile;
  /** The group that is not committed yet. Null: no write waits for a commit. */
  group: Group | null;
}

/**
 * Collects all transactions and writes of one event loop iteration, and commits them together at its end. Each transaction has a
 * savepoint, so that its failure does not roll back the others. Results are returned only after the commit, because even a read
 * may contain uncommitted data. If the commit fails, all writes of the group fail (docs/decisions/0034).
 */
export function createGroups(file: SqliteFile): Groups {
  const acquire = createExclusiveRunner();
  const state: State = { file, group: null };

  /**
   * Returns the current group. If there is none, opens a group, which is committed at the end of this event loop iteration.
   * @throws if another process holds the lock
   */
  function join(): Group {
    if (state.group) return state.group;
    file.run('begin immediate', []);
    const opened = createGroup();
    state.group = opened;
    setImmediate(() => void commit(opened));
    return opened;
  }

  async function commit(started: Group): Promise<void> {
    const free = await acquire();
    try {
      if (state.group !== started) return;
      state.group = null;
      file.run('commit', []);
      started.commit();
    } catch (error) {
      started.lose(file.failure(error));
    } finally {
      free();
    }
  }

  /**
   * Runs `act` with exclusive use of the connection, and retries while another process holds the lock. The caller must then call
   * `free`.
   * @throws the lock error after `PATIENCE_MS`, any other error at once
   */
  async function patiently<T>(act: () => T): Promise<{ result: T; free: Free }> {
    const until = performance.now() + PATIENCE_MS;
    for (let waitMs = MIN_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, MAX_PAUSE_MS)) {
      const free = await acquire();
      try {
        // If a rollback has failed, as on a failing disk, its transaction is still open. The next statements must not become part
        // of it.
        if (state.group === null && file.isInTransaction()) file.run('rollback', []);
        return { result: act(), free };
      } catch (error) {
        const failure = failed(state, error);
        free();
        if (!isBusy(error) || performance.now() >= until) throw failure;
      }
      await pause(waitMs);
    }
  }

  return {
    async read(sql, parameters) {
      for (;;) {
        const { result, free } = await patiently(() => ({ rows: file.run(sql, parameters), seen: state.group }));
        free();
        const { rows, seen } = result;
        if (seen === null || (await isCommitted(seen))) return rows;
      }
    },
    async write(sql, parameters) {
      const { result, free } = await patiently(() => ({ joined: join(), rows: file.run(sql, parameters) }));
      free();
      await result.joined.over;
      return result.rows;
    },
    async begin() {
      const { result, free } = await patiently(() => {
        const isFirst = state.group === null;
        const joined = join();
        if (!isFirst) file.run('savepoint part', []);
        return { joined, isFirst };
      });
      return partOf(state, { ...result, free });
    },
    async settled() {
      if (state.group) await isCommitted(state.group);
    },
  };
}

/** Converts an error. If SQLite has rolled back the transaction by itself, as on a failing disk, the whole group is lost. */
function failed(state: State, error: unknown): unknown {
  const failure = state.file.failure(error);
  if (!state.file.isInTransaction()) loseGroup(state, failure);
  return failure;
}

function loseGroup(state: State, failure: unknown): void {
  state.group?.lose(failure);
  state.group = null;
}

/**
 * @param isFirst true if this transaction has opened the group. It then needs no savepoint, because no other transaction can
 * join before it ends
 */
function partOf(state: State, { joined, isFirst, free }: { joined: Group; isFirst: boolean; free: Free }): Part {
  const { file } = state;
  const attempt = <T>(act: () => T): T => {
    try {
      return act();
    } catch (error) {
      throw failed(state, error);
    }
  };
  const isThere = () => state.group === joined && file.isInTransaction();
  function undo(): void {
    try {
      if (!isThere()) return;
      if (isFirst) {
        state.group = null;
        // The group contains no other transaction, so nothing is to be committed. `commit` releases the callers of `settled`.
        joined.commit();
      }
      file.run(isFirst ? 'rollback' : 'rollback to part', []);
      if (!isFirst) file.run('release part', []);
    } catch (error) {
      // If this transaction alone cannot be rolled back, the whole group is lost.
      const failure = file.failure(error);
      loseGroup(state, failure);
      throw failure;
    } finally {
      free();
    }
  }
  return {
    run(sql, parameters) {
      // The group was already rolled back. Outside of a transaction, SQLite would commit this statement at once.
      if (state.group !== joined)
        throw new DatabaseUnavailable('The transaction was rolled back because one of its statements failed.');
      return attempt(() => file.run(sql, parameters));
    },
    async commit() {
      try {
        if (!isFirst && isThere()) attempt(() => file.run('release part', []));
      } catch (error) {
        undo();
        throw error;
      }
      free();
      await joined.over;
    },
    undo,
  };
}

function createGroup(): Group {
  const { promise: over, resolve: commit, reject: lose } = Promise.withResolvers<void>();
  // If no caller awaits `over`, its rejection would be unhandled and end the process.
  over.catch(() => undefined);
  return { over, commit, lose };
}

const isCommitted = ({ over }: Group): Promise<boolean> =>
  over.then(
    () => true,
    () => false,
  );

/** Creates a lock that is granted in the order of the calls. The caller releases it with the returned function. */
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
