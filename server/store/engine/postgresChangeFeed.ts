import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Notification } from 'pg';
import type { Tables } from '../tables/tables.ts';
import { type ChangeFeed, createLocalChangeFeed, GAP } from './changeFeed.ts';

const CHANNEL = 'charging';
const HEARTBEAT_MS = 15_000;
const ANSWER_LIMIT_MS = 5000;
const MAX_PAUSE_MS = 5000;

/**
 * Creates a change feed with LISTEN and NOTIFY. LISTEN needs a direct connection to the server (`listenUrl`), because a pooler
 * in transaction mode delivers no notifications. If `listenUrl` is null or the connection is down, subscribers must poll. After
 * a reconnect, subscribers receive GAP.
 */
export function createPostgresChangeFeed({ db, listenUrl }: { db: Kysely<Tables>; listenUrl: string | null }): ChangeFeed {
  const own = createLocalChangeFeed();
  const self = randomUUID();
  const over = new AbortController();
  const waiting = new Set<string>();
  let isLive = false;

  // Sends the topics of concurrent changes in one statement, without duplicates.
  const flush = async () => {
    const lines = [...waiting].map(what => `${self} ${what}`);
    waiting.clear();
    await sql`select pg_notify(${CHANNEL}, line) from unnest(${lines}::text[]) as line`.execute(db).catch(() => undefined);
  };
  const onNotification = ({ payload = '' }: Notification) => {
    // A topic may contain blanks, so only the first word is the sender.
    const [sender, ...words] = payload.split(' ');
    if (sender !== self) own.publish(words.join(' ') || GAP);
  };
  const listening = listenUrl === null ? Promise.resolve() : listen();

  async function listen(): Promise<void> {
    const { default: pg } = await import('pg');
    for (let tries = 0; !over.signal.aborted; tries++) {
      const client = new pg.Client({
        connectionString: listenUrl ?? '',
        keepAlive: true,
        application_name: 'charging news',
        connectionTimeoutMillis: ANSWER_LIMIT_MS,
        query_timeout: ANSWER_LIMIT_MS,
      });
      const dead = Promise.withResolvers<void>();
      client.on('error', () => dead.resolve());
      client.on('end', () => dead.resolve());
      client.on('notification', onNotification);
      const hangUp = () => dead.resolve();
      over.signal.addEventListener('abort', hangUp, { once: true });
      // A connection can break without an event. Only a query then reveals it.
      const heartbeat = setInterval(() => client.query('select 1').catch(hangUp), HEARTBEAT_MS);
      try {
        await client.connect();
        await client.query(`listen ${CHANNEL}`);
        isLive = true;
        tries = 0;
        own.publish(GAP);
        await dead.promise;
      } catch {
        // The server is unreachable: subscribers must poll until the reconnect.
      } finally {
        isLive = false;
        clearInterval(heartbeat);
        over.signal.removeEventListener('abort', hangUp);
        await client.end().catch(() => undefined);
      }
      await pause(Math.min(50 * 2 ** tries, MAX_PAUSE_MS), undefined, { signal: over.signal }).catch(() => undefined);
    }
  }

  return {
    publish(what) {
      own.publish(what);
      if (listenUrl === null) return;
      if (waiting.size === 0) setImmediate(() => void flush());
      waiting.add(what);
    },
    subscribe: own.subscribe,
    arrival: () => (isLive ? 'pushed' : 'polled'),
    async close() {
      over.abort();
      await listening;
    },
  };
}
