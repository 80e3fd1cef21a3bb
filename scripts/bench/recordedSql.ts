// The SQL of some work, to compare the work with its statements alone.
import { copyFileSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { LogEvent } from 'kysely';

/** A statement with its parameters. Null: the end of a transaction. */
type Recorded = { sql: string; parameters: readonly unknown[] } | null;

export interface SqlRecorder {
  log(event: LogEvent): void;
  committed(): void;
  /** Forgets the statements so far. */
  clear(): void;
  statements(): readonly Recorded[];
}

/** Records the statements of a database in the order in which they end. */
export function createSqlRecorder(): SqlRecorder {
  let statements: Recorded[] = [];
  return {
    log: ({ query: { sql, parameters } }) => void statements.push({ sql, parameters }),
    committed: () => void statements.push(null),
    clear() {
      statements = [];
    },
    statements: () => statements,
  };
}

/** Copies a database file that another connection has open in WAL mode. */
export function copyDatabase(file: string, to: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
  copyFileSync(file, to);
}

/** Runs recorded statements on a database file with the SQLite module of Node.js alone, in the same transactions. */
export function replay(file: string, statements: readonly Recorded[]): void {
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
