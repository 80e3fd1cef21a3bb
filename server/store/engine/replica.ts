import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables/tables.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** How much older than the primary's an answer of the replica may be. */
export const MOST_BEHIND_MS = 10_000;
const LOOK_EVERY_MS = 1000;

/** A copy of the database that only lets read. */
export interface Replica {
  /**
   * What `work` reads there, at most `MOST_BEHIND_MS` old. Where the replica is away, too far behind or fails, `work` runs
   * again at `primary`, so it must change nothing.
   */
  read<T>(work: (db: Kysely<Tables>) => Promise<T>, primary?: Kysely<Tables>): Promise<T>;
  standing(): ReplicaStanding;
  close(): Promise<void>;
}

export interface ReplicaStanding {
  /** By how many seconds at most its answers are older than the primary's; null: nobody knows. */
  behindS: number | null;
  /** Why the primary is asked instead; null: it is not. */
  why: string | null;
}

/** Hears once that the replica is not asked any more, and once that it is. */
export type TellReplica = (event: string, facts: Readonly<Record<string, string>>) => void;

interface ReplicaAsk {
  primary: Kysely<Tables>;
  db: Kysely<Tables>;
  tell: TellReplica;
  mostBehindMs?: number;
}

/** What the primary had written, by our own counter. */
interface Written {
  atMs: number;
  position: number;
}

/**
 * Looks every second how far a standby has come. It is as fresh as the last look at which the primary had written nothing that
 * the standby does not show by now. The time of its last transaction would say less: an idle primary writes none, and a
 * standby that has lost its primary knows of none.
 */
export function createReplica({ primary, db, tell, mostBehindMs = MOST_BEHIND_MS }: ReplicaAsk): Replica {
  const over = new AbortController();
  let looks: readonly Written[] = [];
  let freshAtMs = Number.NEGATIVE_INFINITY;
  let fault: string | null = 'not asked yet';
  let refused: string | null = null;
  const ageMs = () => performance.now() - freshAtMs;
  const isUsable = () => fault === null && ageMs() <= mostBehindMs;
  const why = () => fault ?? (isUsable() ? refused : 'too far behind');

  async function look(): Promise<void> {
    const atMs = performance.now();
    const [{ position, ...written }, shown] = await Promise.all([askPrimary(primary), askStandby(db)]);
    if (shown.system !== written.system || shown.name !== written.name) throw new NoReplica('it is of another database');
    if (!shown.isStandby) throw new NoReplica('it is no standby');
    looks = [...looks.filter(past => atMs - past.atMs <= 2 * mostBehindMs), { atMs, position }];
    freshAtMs = looks.findLast(past => past.position <= shown.position)?.atMs ?? freshAtMs;
  }
  const tellOnce = createTeller(tell);
  const looking = (async () => {
    while (!over.signal.aborted) {
      fault = await look().then(() => null, reasonOf);
      tellOnce(why());
      await pause(LOOK_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return {
    async read(work, ownPrimary = primary) {
      const tried = isUsable() ? await work(db).then(answered, failed) : null;
      if (tried && 'answer' in tried) {
        refused = null;
        return tried.answer;
      }
      const answer = await work(ownPrimary);
      // The primary could: it lies in the rights of who asks there, or in a schema that has not come yet.
      if (tried && stateOf(tried.error) !== null) refused = reasonOf(tried.error);
      return answer;
    },
    standing: () => ({ behindS: Number.isFinite(ageMs()) ? Math.round(ageMs() / 1000) : null, why: why() }),
    async close() {
      over.abort();
      await looking;
      await db.destroy();
    },
  };
}

/** Two looks in a row have to agree: a blink is not worth a line. */
function createTeller(tell: TellReplica): (why: string | null) => void {
  let seen: boolean | null = null;
  let told: boolean | null = null;
  return why => {
    const isAsked = why === null;
    if (isAsked === seen && isAsked !== told) {
      told = isAsked;
      if (isAsked) tell('replica asked', {});
      else tell('replica not asked', { reason: why });
    }
    seen = isAsked;
  };
}

const answered = <T>(answer: T) => ({ answer });
const failed = (error: unknown) => ({ error });

class NoReplica extends Error {
  override name = 'NoReplica';
}

/** Which database it is, and how far it has come, in bytes. */
interface Position {
  system: string;
  name: string;
  position: number;
}

const WHICH = sql`(select system_identifier::text from pg_control_system()) as system, current_database()::text as name`;

async function askPrimary(db: Kysely<Tables>): Promise<Position> {
  const written = sql`pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint`;
  return only(await sql<Position>`select ${WHICH}, ${written} as position`.execute(db));
}

async function askStandby(db: Kysely<Tables>): Promise<Position & { isStandby: boolean }> {
  const shown = sql`coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), -1)::bigint`;
  const isStandby = sql`pg_is_in_recovery() as "isStandby"`;
  return only(await sql<Position & { isStandby: boolean }>`select ${WHICH}, ${shown} as position, ${isStandby}`.execute(db));
}

function only<Row>({ rows: [row] }: { rows: readonly Row[] }): Row {
  if (!row) throw new Error('A question without a table has one answer');
  return row;
}

/** No text of the server: it may quote a value. */
function reasonOf(error: unknown): string {
  if (error instanceof NoReplica) return error.message;
  const cause = error instanceof DatabaseUnavailable ? error.cause : error;
  const state = stateOf(cause);
  return state === null ? 'it does not answer' : `it answers ${state}`;
}

/** The SQLSTATE of an error that the server has sent. Only those tell how severe they are; to ask for their class, each start had to load pg. */
const stateOf = (error: unknown): string | null =>
  error instanceof Error && 'severity' in error && 'code' in error ? String(error.code) : null;
