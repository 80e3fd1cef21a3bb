import { Kysely, type KyselyConfig, PostgresDialect, type PostgresPool } from 'kysely';
import type { DatabaseError, PoolClient, QueryConfig } from 'pg';
import type { Tables } from '../tables/tables.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const BIGINT_OID = 20;
/** Transactions are short and never wait for anybody outside, so few connections carry many visitors. */
const MAX_CONNECTIONS = 10;

/**
 * Classes of SQLSTATE that tell of the server and not of the statement: connection, undone because of others, resources,
 * operator intervention, system error, damage; and a server that only lets read.
 */
const OUTSIDE = /^(?:08|40|53|57|58|XX)|^25006$/;

/** A connection whose server has vanished without a word never answers again, and the operating system may take hours to notice. */
const ANSWER_LIMIT_MS = 30_000;
/** A visitor waits less than six seconds for a page, so one lost answer of the database or of a pooler ends before that. */
const VISITOR_LIMIT_MS = 5000;
const CONNECT_LIMIT_MS = 5000;

interface PostgresOptions extends Pick<KyselyConfig, 'log'> {
  /** After so long without an answer a statement has failed, and its connection is given up. */
  answerLimitMs?: number;
}

interface SharedPoolOptions extends PostgresOptions {
  /** The same limit for the statements of `visitorsDb`. */
  visitorLimitMs?: number;
}

/** One pool of connections, lent with two limits on the wait for an answer. */
export interface SharedPool {
  /** For jobs, migrations, stations and staff. Closing this one closes the pool. */
  db: Kysely<Tables>;
  /** For what a visitor waits for. */
  visitorsDb: Kysely<Tables>;
}

/**
 * Opens a PostgreSQL database through a pool. Nothing is set that a pooler in transaction mode would refuse or forget.
 * @param url postgres://user:password@host:port/database
 */
export function openPostgres(url: string, { log, answerLimitMs = ANSWER_LIMIT_MS }: PostgresOptions = {}): Kysely<Tables> {
  return openSharedPool(url, { ...(log ? { log } : {}), answerLimitMs }).db;
}

/** The same for a process that also serves visitors: their statements fail with `DatabaseUnavailable` after 5 s, all others after 30 s. */
export function openSharedPool(
  url: string,
  { log, answerLimitMs = ANSWER_LIMIT_MS, visitorLimitMs = VISITOR_LIMIT_MS }: SharedPoolOptions = {},
): SharedPool {
  let opened: Promise<LendingPool> | undefined;
  const openOnce = () => {
    opened ??= openPool(url, answerLimitMs);
    return opened;
  };
  const on = (pool: () => Promise<PostgresPool>) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), ...(log ? { log } : {}) });
  return {
    db: on(async () => (await openOnce()).lendFor(answerLimitMs)),
    visitorsDb: on(async () => ({ ...(await openOnce()).lendFor(visitorLimitMs), end: async () => undefined })),
  };
}

interface LendingPool {
  /** The pool, whose connections wait so many milliseconds for an answer until they are released. */
  lendFor(limitMs: number): PostgresPool;
}

async function openPool(url: string, answerLimitMs: number): Promise<LendingPool> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    keepAlive: true,
    keepAliveInitialDelayMillis: answerLimitMs,
    application_name: 'charging',
    connectionTimeoutMillis: Math.min(CONNECT_LIMIT_MS, answerLimitMs),
    types: { getTypeParser: (oid: number) => (oid === BIGINT_OID ? readBigint : pg.types.getTypeParser(oid)) },
  });
  /** In the pool again, they would have whoever comes next wait behind a statement that nobody answers. */
  const silent = new WeakSet<PoolClient>();
  /** For how long whoever has the connection now waits for an answer. */
  const limits = new WeakMap<PoolClient, number>();
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
    const query = client.query.bind(client) as (asked: QueryConfig) => Promise<unknown>;
    const run = (text: string, values?: unknown[]) => {
      if (silent.has(client)) return Promise.reject(new DatabaseUnavailable('The database no longer answers'));
      const limit = { query_timeout: limits.get(client) ?? answerLimitMs };
      return query({ text, ...(values ? { values } : {}), ...limit }).catch((cause: unknown) => {
        if (!isFromServer(cause) && !isFault(cause)) silent.add(client);
        return fail(cause);
      });
    };
    Object.assign(client, { query: run });
  });
  const connect = async (limitMs: number) => {
    const client = await pool.connect().catch((cause: Error & { code?: string }) => {
      throw new DatabaseUnavailable(`No connection to the database: ${cause.message || cause.code}`, { cause });
    });
    limits.set(client, limitMs);
    const { release } = client;
    return Object.assign(client, { release: (isGivenUp?: boolean) => release(isGivenUp || silent.has(client)) });
  };
  return { lendFor: limitMs => ({ options: pool.options, connect: () => connect(limitMs), end: () => pool.end() }) };
}

const isFault = (cause: unknown): boolean => cause instanceof RangeError || cause instanceof TypeError;

/** Times and amounts are numbers in all of the app; one that would lose its last digits is refused. */
function readBigint(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError('The database holds a number that is too large');
  return number;
}
