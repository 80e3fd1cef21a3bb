import { sql } from 'kysely';
import type { PointRecord } from '../../core/records/records.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Store } from '../engine/database.ts';
import { changesOf, NOTE, type SqliteChanges } from '../engine/sqlite.ts';
import { busyAtPoint } from './sessions.ts';

/** Changes with what it stands for; what it is says nothing. */
export interface CatalogueVersion {
  /** Of clients, points and tariffs. */
  catalogue: string;
  /** Of the plugs of one point: how they stand, and whether a session has them. */
  plugs: string;
}

/** What does not change with how things stand at the moment, as of one version of the catalogue. */
export interface VersionParts {
  catalogue: string;
  paymentAccount: string | null;
  point: PointRecord | null;
  /** When an announced price begins or another one ends, milliseconds of the epoch. */
  instants: readonly number[];
}

const watched = new WeakSet<Db>();

/**
 * How often what is sold has changed, without reading it. The embedded database counts for itself what this process writes, and
 * knows whether another one has written. On PostgreSQL a row tells of clients, points and tariffs, and the plugs of the point are
 * looked at: one short statement instead of all that a page shows.
 */
export const catalogueVersion = ({ db, engine }: Store, { evseId }: { evseId: string }): Promise<CatalogueVersion> =>
  engine === 'sqlite' ? countedVersion(db, evseId) : markedVersion(db, evseId);

/** No plug has an empty name. */
const CATALOGUE = '';

const marks = compiledOnce((db, { evseId }: { evseId: string }) =>
  db
    .selectFrom('plugs')
    // Never the same again once the row has changed.
    .select(['connector as of', sql<string>`xmin::text`.as('mark')])
    .where('evse_id', '=', evseId)
    .unionAll(busyAtPoint(db, evseId).select(['connector as of', 'id as mark']))
    .unionAll(sql<Marked>`select ${CATALOGUE} as of, mark from catalogue_mark`),
);

async function markedVersion(db: Db, evseId: string): Promise<CatalogueVersion> {
  const { rows } = await marks(db, { evseId });
  const plugs = rows.filter(({ of }) => of !== CATALOGUE).map(({ of, mark }) => `${of} ${mark}`);
  return { catalogue: rows.find(({ of }) => of === CATALOGUE)?.mark ?? '', plugs: plugs.sort().join() };
}

interface Marked {
  of: string;
  mark: string;
}

async function countedVersion(db: Store['db'], evseId: string): Promise<CatalogueVersion> {
  if (!watched.has(db)) {
    for (const statement of watching()) await sql.raw(statement).execute(db);
    watched.add(db);
  }
  const changes = changesOf(db);
  return { catalogue: `${await writtenByOthers(db, changes)} ${changes.noted(CATALOGUE)}`, plugs: `${changes.noted(evseId)}` };
}

async function writtenByOthers(db: Db, changes: SqliteChanges): Promise<number> {
  try {
    return changes.others();
  } catch {
    // Whoever asks like this waits while the file is busy, and learns what is wrong with it.
    const { rows } = await sql<{ data_version: number }>`select data_version from pragma_data_version`.execute(db);
    return rows[0]?.data_version ?? 0;
  }
}

/** Counted as soon as it is written: whoever reads it then waits until that is kept, and one that is undone counts as well. */
const change = (what: string) => `select ${NOTE}(${what});`;

const EVENTS = ['insert', 'update', 'delete'] as const;
const SOLD = ['clients', 'points', 'tariffs', 'tariff_periods'] as const;
/** What of a plug, and of a session at it, pages show. */
const SHOWN = { plugs: ['connector', 'state'], sessions: ['connector', 'state', 'ended_at'] } as const;

/** All of this connection alone: nothing of it is in the file. */
function watching(): string[] {
  const trigger = (table: string, event: string, when: string, body: string) =>
    `create temp trigger if not exists changed_${table}_${event} after ${event} on main.${table} ${when} begin ${body} end`;
  const catalogue = SOLD.flatMap(table => EVENTS.map(event => trigger(table, event, '', change(`'${CATALOGUE}'`))));
  const plugs = Object.entries(SHOWN).flatMap(([table, columns]) => [
    trigger(table, 'insert', '', change('new.evse_id')),
    trigger(table, 'delete', '', change('old.evse_id')),
    trigger(
      table,
      'update',
      `when ${['evse_id', ...columns].map(column => `old.${column} is not new.${column}`).join(' or ')}`,
      change('old.evse_id') + change('new.evse_id'),
    ),
  ]);
  return [...catalogue, ...plugs];
}

/** When what these tariffs cost may change by itself, milliseconds of the epoch. */
export async function tariffInstants(db: Db, ids: readonly string[]): Promise<readonly number[]> {
  if (ids.length === 0) return [];
  const periods = db.selectFrom('tariff_periods').select(['valid_from', 'valid_until']).where('tariff_id', 'in', ids);
  const instants = (await periods.execute()).flatMap(({ valid_from, valid_until }) => [valid_from, valid_until]);
  return [...new Set(instants.filter(instant => instant !== null))];
}
