import { Kysely, type KyselyConfig, PostgresDialect, type PostgresPool } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const BIGINT_OID = 20;
/** Transactions are short and never wait for anybody outside, so few connections carry many visitors. */
const MOST_CONNECTIONS = 10;

/**
 * Classes of SQLSTATE that tell of the server and not of the statement: connection, undone because of others, resources,
 * operator intervention, system error, damage; and a server that only lets read.
 */
const OUTSIDE = /^(?:08|40|53|57|58|XX)|^25006$/;

/**
 * Opens a PostgreSQL database through a pool. Nothing is set that a pooler in transaction mode would refuse or forget.
 * @param url postgres://user:password@host:port/database
 */
export function openPostgres(url: string, { log }: Pick<KyselyConfig, 'log'> = {}): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: () => openPool(url) }), ...(log ? { log } : {}) });
}

async function openPool(url: string): Promise<PostgresPool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    keepAlive: true,
    application_name: 'charging',
    connectionTimeoutMillis: 5000,
    query_timeout: 30_000,
    types: { getTypeParser: (oid: number) => (oid === BIGINT_OID ? readBigint : pg.types.getTypeParser(oid)) },
  });
  /** What comes without a SQLSTATE is not from the server: the connection is gone, or no answer came in time. */
  const fail = (cause: unknown): never => {
    const isOutside =
      cause instanceof pg.DatabaseError
        ? OUTSIDE.test(cause.code ?? '')
        : !(cause instanceof RangeError || cause instanceof TypeError);
    if (isOutside) throw new DatabaseUnavailable(`The database failed: ${(cause as Error).message}`, { cause });
    throw cause;
  };
  // A connection that dies between two queries, idle in the pool or inside a transaction, has nobody waiting for it: the next
  // query fails or gets another one. Without a listener its error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', client => {
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
    Object.assign(client, { query: (text: string, values?: unknown[]) => query(text, values).catch(fail) });
  });
  const connect = () =>
    pool.connect().catch((cause: Error & { code?: string }) => {
      throw new DatabaseUnavailable(`No connection to the database: ${cause.message || cause.code}`, { cause });
    });
  return { options: pool.options, connect, end: () => pool.end() };
}

/** Times and amounts are numbers in all of the app; one that would lose its last digits is refused. */
function readBigint(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('The database holds a number that is too large');
  return number;
}
