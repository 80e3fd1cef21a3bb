// The SQL of some work, to compare the work with its statements alone.
import { copyFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { LogEvent } from 'kysely';
import { cpuMsOf } from './figures.ts';

/** A statement with its parameters. Null: the end of a transaction. */
type Recorded = { sql: string; parameters: readonly unknown[] } | null;

export interface SqlRecorder {
  log(event: LogEvent): void;
  committed(): void;
  /** Begins to record: forgets the statements so far, and copies the database file. */
  begin(): void;
  /** Returns the statements since `begin`. */
  statements(): readonly Recorded[];
  /** Runs the statements since `begin` on the copy. Returns the milliseconds of processor time. */
  replayMs(): Promise<number>;
}

/** Records the statements of a database file in the order in which they end. Another connection has the file open in WAL mode. */
export function createSqlRecorder(file: string): SqlRecorder {
  const copy = `${file}.copy`;
  let statements: Recorded[] = [];
  return {
    log: ({ query: { sql, parameters } }) => void statements.push({ sql, parameters }),
    committed: () => void statements.push(null),
    begin() {
      const database = new DatabaseSync(file);
      database.exec('pragma wal_checkpoint(truncate)');
      database.close();
      copyFileSync(file, copy);
      statements = [];
    },
    statements: () => statements,
    replayMs: () => cpuMsOf(() => replay(copy, statements)),
  };
}

/** Runs recorded statements on a database file with the SQLite module of Node.js alone, in the same transactions. */
function replay(file: string, statements: readonly Recorded[]): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode=wal; pragma synchronous=full; pragma foreign_keys=on; pragma secure_delete=on');
  const prepared = new Map<string, { statement: StatementSync; isQuery: boolean }>();
  const prepare = (sql: string) => {
    const statement = database.prepare(sql);
    const found = { statement, isQuery: statement.columns().length > 0 };
    prepared.set(sql, found);
    return found;
  };
  for (const recorded of statements) {
    if (recorded === null) {
      if (database.isTransaction) database.exec('commit');
      continue;
    }
    const { sql, parameters } = recorded;
    if (!sql.startsWith('select') && !database.isTransaction) database.exec('begin immediate');
    const { statement, isQuery } = prepared.get(sql) ?? prepare(sql);
    const values = parameters as readonly SQLInputValue[];
    if (isQuery) statement.all(...values);
    else statement.run(...values);
  }
  if (database.isTransaction) database.exec('commit');
  database.close();
}
