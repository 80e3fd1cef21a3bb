import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { createGroups, type Groups, type Part, type SqliteFile } from './sqliteGroups.ts';

interface Connection extends DatabaseConnection {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): void;
}

/** Returns true for a statement that only reads. Every other statement counts as a write. */
const isRead = (sql: string): boolean => sql.startsWith('select');

/**
 * Creates a driver with one connection, which one transaction at a time can use. If another process has locked the file, a call
 * fails at once and is retried after a pause, because SQLite's own busy timeout would block this process. Reads continue: in WAL
 * mode, a write blocks no read.
 */
export function createSqliteDriver(file: SqliteFile): Driver {
  const groups = createGroups(file);
  return {
    init: async () => undefined,
    acquireConnection: async () => connect(groups),
    beginTransaction: connection => (connection as Connection).begin(),
    commitTransaction: connection => (connection as Connection).commit(),
    rollbackTransaction: async connection => (connection as Connection).rollback(),
    releaseConnection: async () => undefined,
    async destroy() {
      await groups.settled();
      file.close();
    },
  };
}

function connect(groups: Groups): Connection {
  let part: Part | null = null;
  /**
   * Returns the transaction only once, even if ending it fails. A second attempt could end the next transaction on the
   * connection.
   */
  const leave = (): Part | null => {
    const ended = part;
    part = null;
    return ended;
  };
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const result = part
        ? part.run(sql, parameters)
        : await (isRead(sql) ? groups.read(sql, parameters) : groups.write(sql, parameters));
      return result as QueryResult<R>;
    },
    streamQuery() {
      throw new Error('The SQLite driver does not support streaming');
    },
    async begin() {
      part = await groups.begin();
    },
    async commit() {
      await leave()?.commit();
    },
    rollback: () => leave()?.undo(),
  };
}
