import crypto, { createHash } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** A call of one of the app's functions to the payment provider or to the stations. */
export interface Call {
  to: 'payments' | 'stations';
  step: string;
  request: Readonly<Record<string, string | number | null>>;
}
export type Answer = { value: unknown } | { error: Error };

/**
 * A result that one of the app's functions has received: from the database, the payment provider or the stations. A replay of
 * the log of these results brings the function to the same point again.
 */
export type Entry = { rows: readonly QueryResult<unknown>[] } | { answer: Answer };

/**
 * Where one of the app's functions pauses: before its next use of the database, at a call to the payment provider or the
 * stations, or at its end.
 */
export type Pause =
  | { kind: 'database' }
  | { kind: 'call'; call: Call }
  | { kind: 'end'; value: unknown }
  | { kind: 'error'; error: unknown };

export interface Player {
  dialect: Dialect;
  /**
   * Called by the fake payment provider and the fake stations. Returns the next response in the log. If there is none, pauses
   * the function.
   */
  request(call: Call): Promise<unknown>;
  /**
   * Replays `work` to the end of `log`, then executes one more step: a transaction, or a sequence of reads.
   * @returns the new results, which the caller adds to the log, and the pause
   */
  play(work: () => Promise<unknown>, request: { log: readonly Entry[]; seed: string }): Promise<{ added: Entry[]; pause: Pause }>;
}

interface Run {
  log: readonly Entry[];
  at: number;
  added: Entry[];
  /** Part of its single step that the run has already used. */
  used: 'nothing' | 'reads' | 'all';
  pause(pause: Pause): Promise<never>;
}

interface Connection extends DatabaseConnection {
  transaction: { rows: QueryResult<unknown>[]; at: number; isLive: boolean } | null;
}

/** Queries of tables that never change here. They do not count as a step. */
const STATIC = /from "(?:clients|points|tariffs|tariff_periods|plugs)"/;
const isRead = ({ sql }: CompiledQuery): boolean => sql.startsWith('select');

export function createPlayer(database: DatabaseSync): Player {
  let run: Run | null = null;
  const statements = new Map<string, StatementSync>();
  const execute = ({ sql, parameters }: CompiledQuery): QueryResult<unknown> => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    const values = parameters as SQLInputValue[];
    if (statement.columns().length > 0) return { rows: statement.all(...values) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };

  const current = (): Run => {
    if (!run) throw new Error('Nobody is playing');
    return run;
  };
  /** Returns the next entry of the log; null if the log has been replayed completely. */
  const recall = (): Entry | null => {
    const { log, at } = current();
    current().at = at + 1;
    return log[at] ?? null;
  };
  const mayUse = (isReading: boolean): boolean => {
    const { used } = current();
    return used === 'nothing' || (isReading && used === 'reads');
  };

  const query = async (connection: Connection, compiled: CompiledQuery): Promise<QueryResult<unknown>> => {
    if (STATIC.test(compiled.sql) || !run) return execute(compiled);
    const { transaction } = connection;
    if (transaction && !transaction.isLive) return transaction.rows[transaction.at++] as QueryResult<unknown>;
    if (transaction) {
      const result = execute(compiled);
      transaction.rows.push(result);
      return result;
    }
    const known = recall();
    if (known && 'rows' in known) return known.rows[0] as QueryResult<unknown>;
    const isReading = isRead(compiled);
    if (!mayUse(isReading)) return current().pause({ kind: 'database' });
    current().used = isReading ? 'reads' : 'all';
    const result = execute(compiled);
    current().added.push({ rows: [result] });
    return result;
  };

  const end = async (connection: Connection, word: 'commit' | 'rollback') => {
    const { transaction } = connection;
    connection.transaction = null;
    if (!transaction?.isLive) return;
    database.exec(word);
    run?.added.push({ rows: transaction.rows });
  };
  const driver: Driver = {
    init: async () => undefined,
    async acquireConnection() {
      const connection: Connection = {
        transaction: null,
        executeQuery: compiled => query(connection, compiled) as Promise<QueryResult<never>>,
        streamQuery: () => {
          throw new Error('Nothing is streamed');
        },
      };
      return connection;
    },
    async beginTransaction(connection) {
      if (!run) {
        database.exec('begin');
        (connection as Connection).transaction = { rows: [], at: 0, isLive: true };
        return;
      }
      const known = recall();
      if (known && 'rows' in known) {
        (connection as Connection).transaction = { rows: [...known.rows], at: 0, isLive: false };
        return;
      }
      if (!mayUse(false)) return current().pause({ kind: 'database' });
      current().used = 'all';
      database.exec('begin');
      (connection as Connection).transaction = { rows: [], at: 0, isLive: true };
    },
    commitTransaction: connection => end(connection as Connection, 'commit'),
    rollbackTransaction: connection => end(connection as Connection, 'rollback'),
    releaseConnection: async () => undefined,
    destroy: async () => undefined,
  };

  return {
    dialect: {
      createAdapter: () => new WithoutWaiting(),
      createDriver: () => driver,
      createIntrospector: db => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    async request(call) {
      const known = recall();
      if (!known || !('answer' in known)) return current().pause({ kind: 'call', call });
      if ('error' in known.answer) throw known.answer.error;
      return known.answer.value;
    },
    async play(work, { log, seed }) {
      const { promise, resolve } = Promise.withResolvers<Pause>();
      const never = new Promise<never>(() => undefined);
      const mine: Run = {
        log,
        at: 0,
        added: [],
        used: 'nothing',
        pause(pause) {
          resolve(pause);
          return never;
        },
      };
      run = mine;
      loadDice(seed);
      work().then(
        value => resolve({ kind: 'end', value }),
        (error: unknown) => resolve({ kind: 'error', error }),
      );
      const pause = await promise;
      run = null;
      return { added: mine.added, pause };
    },
  };
}

/** A paused run is abandoned and never releases its connection. Without this class, the next run would wait for it. */
class WithoutWaiting extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

let loadDice: (seed: string) => void = () => undefined;

/**
 * Makes random values repeatable, so that each replay of a function generates the same ids. Also disables timers, because a
 * timeout is a separate event in the model.
 */
export function fixChance(): void {
  let [seed, thrown] = ['', 0];
  const throwOnce = () => createHash('sha256').update(`${seed}:${thrown++}`).digest();
  loadDice = next => {
    [seed, thrown] = [next, 0];
  };
  Object.assign(crypto, {
    randomBytes: (size: number) => throwOnce().subarray(0, size),
    randomInt: (from: number, to: number) => from + (throwOnce().readUIntBE(0, 4) % (to - from)),
    randomUUID: () => throwOnce().toString('hex'),
  });
  syncBuiltinESMExports();
  Object.assign(globalThis, { setTimeout: () => ({ unref: () => undefined }) });
}
