import { Kysely, type KyselyConfig, PostgresDialect, type PostgresPool } from 'kysely';
import type { DatabaseError, PoolClient } from 'pg';
import type { Tables } from '../tables/tables.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const BIGINT_OID = 20;
/** Few connections are sufficient, because transactions are short and never wait for another system. */
const MAX_CONNECTIONS = 10;

/**
 * Matches SQLSTATE codes of failures that are not the statement's fault: connection (08), conflict (40), resources (53),
 * operator intervention (57), system error (58), corruption (XX), read-only server (25006).
 */
const OUTSIDE = /^(?:08|40|53|57|58|XX)|^25006$/;

/** Maximum wait for a response. If a server disappears without closing its connections, TCP alone may need hours to notice. */
const ANSWER_LIMIT_MS = 30_000;
const CONNECT_LIMIT_MS = 5000;

interface PostgresOptions extends Pick<KyselyConfig, 'log'> {
  /**
   * Time limit of a statement in milliseconds. If it is exceeded, the statement fails and its connection is closed. It is also
   * the maximum wait for a free connection.
   */
  answerLimitMs?: number;
  maxConnections?: number;
}

/**
 * Opens a PostgreSQL database with a pool of connections. This process enforces the time limits itself, because a pooler in
 * transaction mode would reject or forget server settings.
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
  /**
   * Connections whose last statement got no response. They must not return to the pool, because their next statement would wait,
   * too.
   */
  const silent = new WeakSet<PoolClient>();
  /** Returns true if the server reported the error. Any other error means that the connection is broken or has timed out. */
  const isFromServer = (cause: unknown): cause is DatabaseError => cause instanceof pg.DatabaseError;
  const fail = (cause: unknown): never => {
    const isOutside = isFromServer(cause) ? OUTSIDE.test(cause.code ?? '') : !isFault(cause);
    if (isOutside) throw new DatabaseUnavailable(`The database failed: ${(cause as Error).message}`, { cause });
    throw cause;
  };
  // Without this listener, an error of an idle connection would end the process. No caller waits for an idle connection, so the
  // error needs no handling.
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

/** Parses a bigint column as a number. A number beyond the safe integers is refused, because it would lose digits. */
function readBigint(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('The database holds a number that is too large');
  return number;
}
