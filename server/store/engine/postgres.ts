import { Kysely, type KyselyConfig, PostgresDialect, type PostgresPool } from 'kysely';
import type { DatabaseError, PoolClient } from 'pg';
import type { Tables } from '../tables/tables.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const BIGINT_OID = 20;
/** Transactions are short and never wait for another system, so few connections serve many requests. */
const MAX_CONNECTIONS = 10;

/**
 * Classes of SQLSTATE that tell of the server and not of the statement: connection, undone because of others, resources,
 * operator intervention, system error, damage; and a server that only lets read.
 */
const OUTSIDE = /^(?:08|40|53|57|58|XX)|^25006$/;

/** A connection whose server has vanished without a word never answers again, and the operating system may take hours to notice. */
const ANSWER_LIMIT_MS = 30_000;
const CONNECT_LIMIT_MS = 5000;

interface PostgresOptions extends Pick<KyselyConfig, 'log'> {
  /** After so long without an answer a statement has failed, and its connection is given up. A free connection is waited for no longer. */
  answerLimitMs?: number;
  maxConnections?: number;
}

/**
 * Opens a PostgreSQL database through a pool. Nothing is set that a pooler in transaction mode would refuse or forget, so the limits
 * are kept on this side.
 * @param url postgres://user:password@host:port/database
 */
export const openPostgres = (url: string, { log, ...options }: PostgresOptions = {}): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool: () => openPool(url, options) }), ...(log ? { log } : {}) });

async function openPool(
  url: string,
  { answerLimitMs = ANSWER_LIMIT_MS, maxConnections = MAX_CONNECTIONS }: Omit<PostgresOptions, 'log'>,
): Promise<PostgresPool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    keepAlive: true,
    keepAliveInitialDelayMillis: answerLimitMs,
    application_name: 'charging',
    connectionTimeoutMillis: Math.min(CONNECT_LIMIT_MS, answerLimitMs),
    query_timeout: answerLimitMs,
    types: { getTypeParser: (oid: number) => (oid === BIGINT_OID ? readBigint : pg.types.getTypeParser(oid)) },
  });
  /** In the pool again, they would have whoever comes next wait behind a statement that nobody answers. */
  const silent = new WeakSet<PoolClient>();
  /** What comes without a SQLSTATE is not from the server: the connection is gone, or no answer came in time. */
  const isFromServer = (cause: unknown): cause is DatabaseError => cause instanceof pg.DatabaseError;
  const fail = (cause: unknown): never => {
    const isOutside = isFromServer(cause) ? OUTSIDE.test(cause.code ?? '') : !isFault(cause);
    if (isOutside) throw new DatabaseUnavailable(`The database failed: ${(cause as Error).message}`, { cause });
    throw cause;
  };
  // A connection that dies between two queries, idle in the pool or inside a transaction, has nobody waiting for it: the next
  // query fails or gets another one. Without a listener its error would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', client => {
    client.on('error', () => undefined);
    const query = client.query.bind(client) as (text: string, values?: unknown[]) => Promise<unknown>;
    const run = (text: string, values?: unknown[]) => {
      if (silent.has(client)) return Promise.reject(new DatabaseUnavailable('The database no longer answers'));
      return query(text, values).catch((cause: unknown) => {
        if (!isFromServer(cause) && !isFault(cause)) silent.add(client);
        return fail(cause);
      });
    };
    Object.assign(client, { query: run });
  });
  const connect = async () => {
    const client = await pool.connect().catch((cause: Error & { code?: string }) => {
      throw new DatabaseUnavailable(`No connection to the database: ${cause.message || cause.code}`, { cause });
    });
    const { release } = client;
    return Object.assign(client, { release: (isGivenUp?: boolean) => release(isGivenUp || silent.has(client)) });
  };
  return { options: pool.options, connect, end: () => pool.end() };
}

const isFault = (cause: unknown): boolean => cause instanceof RangeError || cause instanceof TypeError;

/** Times and amounts are numbers in all of the app; one that would lose its last digits is refused. */
function readBigint(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('The database holds a number that is too large');
  return number;
}
