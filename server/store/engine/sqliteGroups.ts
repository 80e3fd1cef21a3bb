import { setImmediate } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResult } from 'kysely';
import { isBusy } from './sqliteFailures.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** The connection to the database file. No call blocks: if the file is locked, the call fails at once. */
export interface SqliteFile {
  /** Runs one statement. */
  run(sql: string, parameters: readonly unknown[]): QueryResult<unknown>;
  isInTransaction(): boolean;
  /** Converts an error of SQLite to the app's error. */
  failure(error: unknown): unknown;
  close(): void;
}

/** How long a write waits for the lock of another process. */
const PATIENCE_MS = 5000;
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

type Free = () => void;
type Parameters = readonly unknown[];

/** Transactions and writes that are committed together. */
interface Group {
  /** Resolves after the commit. Rejects if nothing of the group was committed. */
  over: Promise<void>;
  store(): void;
  lose(error: unknown): void;
}

/** A transaction that has exclusive use of the connection until the transaction ends. */
export interface Part {
  run(sql: string, parameters: Parameters): QueryResult<unknown>;
  /** Ends the exclusive use. Resolves after the commit. */
  store(): Promise<void>;
  /** Rolls back this transaction only, and ends the exclusive use. */
  undo(): void;
}

/** Runs the statements of one connection one at a time, and commits writes in groups. */
export interface Groups {
  read(sql: string, parameters: Parameters): Promise<QueryResult<unknown>>;
  write(sql: string, parameters: Parameters): Promise<QueryResult<unknown>>;
  begin(): Promise<Part>;
  /** Resolves when no write waits for a commit. */
  settled(): Promise<void>;
}

interface State {
  file: SqliteFile;
  /** The group that waits for its commit. Null: none. */
  group: Group | null;
}

/**
 * Commits all transactions and writes of one iteration of the event loop together at the end of the iteration. Each transaction
 * has a savepoint, so a failed one does not roll back the others. Results are returned only after the commit, including results
 * of reads that may contain uncommitted data. If the commit fails, all of the writes fail (docs/decisions/0034).
 */
export function createGroups(file: SqliteFile): Groups {
  const acquire = createExclusiveRunner();
  const state: State = { file, group: null };

  /**
   * Returns the current group, or opens one, which is committed at the end of this iteration of the event loop.
   * @throws if the file is locked
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
      started.store();
    } catch (error) {
      started.lose(file.failure(error));
    } finally {
      free();
    }
  }

  /**
   * Runs `act` with exclusive use of the connection, and retries while the file is locked. `free` ends the exclusive use.
   * @throws at once for any other error, and if the file is still locked after `PATIENCE_MS`
   */
  async function patiently<T>(act: () => T): Promise<{ result: T; free: Free }> {
    const until = performance.now() + PATIENCE_MS;
    for (let waitMs = MIN_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, MAX_PAUSE_MS)) {
      const free = await acquire();
      try {
        // A transaction that could not be rolled back, as on a failing disk, must not contain the next statements.
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

/** Converts an error. If the disk fails, SQLite may have rolled back the whole group automatically. */
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
 * @param ask.isFirst true if this transaction opened the group: no other one can join before the end, so a savepoint is
 * unnecessary
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
        // No other transaction has joined the group. `store` releases callers of `settled`.
        joined.store();
      }
      file.run(isFirst ? 'rollback' : 'rollback to part', []);
      if (!isFirst) file.run('release part', []);
    } catch (error) {
      // The transaction could not be rolled back alone, so the whole group is lost.
      const failure = file.failure(error);
      loseGroup(state, failure);
      throw failure;
    } finally {
      free();
    }
  }
  return {
    run(sql, parameters) {
      // Outside of the group, SQLite would commit this statement at once.
      if (state.group !== joined)
        throw new DatabaseUnavailable('The transaction was rolled back because one of its statements failed.');
      return attempt(() => file.run(sql, parameters));
    },
    async store() {
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
  const { promise: over, resolve: store, reject: lose } = Promise.withResolvers<void>();
  // Prevents an unhandled rejection, because possibly no caller awaits `over`.
  over.catch(() => undefined);
  return { over, store, lose };
}

const isCommitted = ({ over }: Group): Promise<boolean> =>
  over.then(
    () => true,
    () => false,
  );

/** Grants exclusive use in the order of the calls. The caller ends the use by the returned function. */
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
