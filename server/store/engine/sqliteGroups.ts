import { setImmediate } from 'node:timers';
import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResult } from 'kysely';
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

/** How long a writer waits for one of another process. */
const PATIENCE_MS = 5000;
const MIN_PAUSE_MS = 2;
const MAX_PAUSE_MS = 50;

type Free = () => void;
type Parameters = readonly unknown[];

/** What is committed at once. */
interface Group {
  /** Rejects where nothing of it was kept. */
  over: Promise<void>;
  store(): void;
  lose(error: unknown): void;
}

/** A transaction that has its turn: nobody else uses the connection until it ends. */
export interface Part {
  run(sql: string, parameters: Parameters): QueryResult<unknown>;
  /** Ends its turn, and resolves when it has been committed. */
  store(): Promise<void>;
  /** Undoes it alone, and ends its turn. */
  undo(): void;
}

/** The statements of one connection in turns, and what they write in groups. */
export interface Groups {
  read(sql: string, parameters: Parameters): Promise<QueryResult<unknown>>;
  write(sql: string, parameters: Parameters): Promise<QueryResult<unknown>>;
  begin(): Promise<Part>;
  /** Resolves when nothing waits to be committed. */
  settled(): Promise<void>;
}

interface State {
  file: SqliteFile;
  /** What waits to be committed; null: nothing. */
  group: Group | null;
}

/**
 * Transactions and writes that come in one turn of the event loop are committed together at its end, each in a savepoint, so
 * that what fails undoes nothing of the others. None is answered before that commit, and neither are reads that may have seen
 * what it was to keep. Where the commit fails, each of them fails as if it had been alone (docs/decisions/0034).
 */
export function createGroups(file: SqliteFile): Groups {
  const acquire = createExclusiveRunner();
  const state: State = { file, group: null };

  /** The group as it goes on; a new one is committed at the end of this turn of the event loop. @throws when the file is busy */
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

  /** Runs `act` when its turn has come and the file is not busy; `free` ends the turn. @throws when that takes too long */
  async function patiently<T>(act: () => T): Promise<{ result: T; free: Free }> {
    const until = performance.now() + PATIENCE_MS;
    for (let waitMs = MIN_PAUSE_MS; ; waitMs = Math.min(waitMs * 2, MAX_PAUSE_MS)) {
      const free = await acquire();
      try {
        // A transaction that could not be rolled back, as on a failing disk, must not take in the next statements.
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

/** The error as the app knows it. Where the disk fails, SQLite may have rolled back by itself, and all of the group with it. */
function failed(state: State, error: unknown): unknown {
  const failure = state.file.failure(error);
  if (!state.file.isInTransaction()) loseGroup(state, failure);
  return failure;
}

function loseGroup(state: State, failure: unknown): void {
  state.group?.lose(failure);
  state.group = null;
}

/** @param ask.isFirst it has the turn since its group began, so the group is this part, and has no savepoint */
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
        // Nobody else has joined; whoever waits for all to be settled waits for this one, too.
        joined.store();
      }
      file.run(isFirst ? 'rollback' : 'rollback to part', []);
      if (!isFirst) file.run('release part', []);
    } catch (error) {
      // It could not be undone by itself, so nothing is kept of the others either.
      const failure = file.failure(error);
      loseGroup(state, failure);
      throw failure;
    } finally {
      free();
    }
  }
  return {
    run(sql, parameters) {
      // By itself it would be committed at once.
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
  // Nobody may be waiting for it.
  over.catch(() => undefined);
  return { over, store, lose };
}

const isCommitted = ({ over }: Group): Promise<boolean> =>
  over.then(
    () => true,
    () => false,
  );

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
