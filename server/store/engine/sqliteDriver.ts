import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { createGroups, type Groups, type Part, type SqliteFile } from './sqliteGroups.ts';

interface Connection extends DatabaseConnection {
  begin(): Promise<void>;
  commit(): Promise<void>;
  rollback(): void;
}

/** Every other statement writes, or may. */
const isRead = (sql: string): boolean => sql.startsWith('select');

/**
 * One connection, which a transaction has to itself. SQLite's own busy timeout would block the whole process while it waits
 * for a lock of another one. Here such a call fails and is tried again after a pause, and readers go on meanwhile: with a
 * journal in WAL mode no writer blocks them.
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
  /** Whatever becomes of its end, it must not be ended twice: another one may have the turn by then. */
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
      await leave()?.store();
    },
    rollback: () => leave()?.undo(),
  };
}
