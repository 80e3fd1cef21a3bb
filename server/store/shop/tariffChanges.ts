import { CONSOLE, FILES, inOrder, type TariffPeriod } from '../../core/records/tariffPeriods.ts';
import type { Db, Trx } from '../engine/database.ts';
import { createKeyValueStore } from '../jobs/keyValueStore.ts';
import { TARIFF } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';

const tariffCodec = codecOf(TARIFF);

/** A change of prices that staff have made with `change-price`. Times are epoch milliseconds. */
export interface TariffChange {
  version: string;
  /** The version whose prices were changed. */
  base: string;
  from: number;
  until: number | null;
  reason: string;
  /** Name and account of the person who requested the change. */
  by: string;
  account: string | null;
  at: number;
  /** The version of the operator's files that starts at the same time. The change replaces that version. Null: none. */
  replaced: { version: string; until: number | null } | null;
  /** Set if this is a request to withdraw an announced change. The other fields then describe that change. */
  isWithdrawal?: true;
}

/** All changes of one tariff by staff. */
export interface TariffChanges {
  /** The change that a second person must confirm. Null: none. */
  waiting: TariffChange | null;
  /** Confirmed changes, in the order of their confirmation. Each has a period of the source `CONSOLE`. */
  done: readonly TariffChange[];
  /** Periods of the operator's files when staff last decided between console and files, see `periodsText`. */
  filePeriods: string;
}

const NO_CHANGES: TariffChanges = { waiting: null, done: [], filePeriods: '' };

const storeOf = (db: Db) => createKeyValueStore(db, 'tariff-changes');

/** Prefix of all keys, so that a list reads only its own range of the index. */
const PREFIX = 'tariff/';

export const findTariffChanges = async (db: Db, id: string): Promise<TariffChanges> =>
  ((await storeOf(db).get(PREFIX + id)) as TariffChanges | null) ?? NO_CHANGES;

export async function listTariffChanges(db: Db): Promise<ReadonlyMap<string, TariffChanges>> {
  const all = await storeOf(db).list(PREFIX);
  return new Map(all.map(({ key, json }) => [key.slice(PREFIX.length), json as TariffChanges]));
}

export const putTariffChanges = (trx: Trx, id: string, changes: TariffChanges): Promise<void> =>
  storeOf(trx).put(PREFIX + id, changes);

/** Writes the versions and dates of a tariff as a text, for comparison. */
export const periodsText = (periods: readonly Pick<TariffPeriod, 'version' | 'from' | 'until'>[]): string =>
  JSON.stringify(inOrder(periods).map(({ version, from, until }) => [version, from ?? 0, until]));

/**
 * Lists the periods of the operator's files and of the console. Includes the periods of the files that a change of staff
 * replaces, because the next import compares the files with them.
 * @param id only of this tariff
 */
export async function listTariffPeriods(db: Db, { id }: { id?: string } = {}): Promise<readonly TariffPeriod[]> {
  const all = db
    .selectFrom('tariff_periods')
    .innerJoin('tariffs', join => join.onRef('id', '=', 'tariff_id').onRef('tariffs.version', '=', 'tariff_periods.version'))
    .select(['tariff_id', 'tariffs.version', 'json', 'valid_from', 'valid_until', 'tariff_periods.source'])
    .where('tariff_periods.source', 'in', [FILES, CONSOLE]);
  const rows = await (id === undefined ? all : all.where('tariff_id', '=', id)).orderBy('valid_from').execute();
  const stored = rows.map(row => ({
    ...{ id: row.tariff_id, version: row.version, source: row.source },
    ...{ tariff: TARIFF.tariff.decode(row.json), from: row.valid_from || null, until: row.valid_until },
  }));
  const changes = id === undefined ? await listTariffChanges(db) : new Map([[id, await findTariffChanges(db, id)]]);
  return inOrder([...(await replacedPeriods(db, changes)), ...stored]);
}

async function replacedPeriods(db: Db, changes: ReadonlyMap<string, TariffChanges>): Promise<TariffPeriod[]> {
  const replaced = [...changes].flatMap(([id, { done }]) =>
    done.flatMap(change => (change.replaced ? [{ id, from: change.from, ...change.replaced }] : [])),
  );
  return Promise.all(
    replaced.map(async ({ id, version, from, until }) => {
      const tariff = db.selectFrom('tariffs').select('json').where('id', '=', id).where('version', '=', version);
      const { json } = await tariff.executeTakeFirstOrThrow();
      return { id, version, tariff: TARIFF.tariff.decode(json), from, until, source: FILES };
    }),
  );
}

/** Stores a version of a tariff without a period, so that a change that waits for confirmation can refer to the version. */
export async function addTariffVersion(
  trx: Trx,
  { id, version, tariff }: Pick<TariffPeriod, 'id' | 'version' | 'tariff'>,
  now: Date,
) {
  await trx
    .insertInto('tariffs')
    .values({ ...tariffCodec.encode({ id, version, tariff, source: CONSOLE }), added_at: now.getTime() })
    .onConflict(conflict => conflict.doNothing())
    .execute();
}

/** Writes the period of a change by staff, in place of a period that starts at the same time. */
export async function putConsolePeriod(trx: Trx, id: string, { version, from, until }: TariffChange): Promise<void> {
  await deletePeriod(trx, { id, from });
  await trx
    .insertInto('tariff_periods')
    .values({ tariff_id: id, valid_from: from, valid_until: until, version, source: CONSOLE })
    .execute();
}

/** Removes the period of a change by staff, and restores the period of the files that the change has replaced. */
export async function removeConsolePeriod(trx: Trx, id: string, { from, replaced }: TariffChange): Promise<void> {
  await deletePeriod(trx, { id, from });
  if (!replaced) return;
  const { version, until } = replaced;
  await trx
    .insertInto('tariff_periods')
    .values({ tariff_id: id, valid_from: from, valid_until: until, version, source: FILES })
    .execute();
}

const deletePeriod = (trx: Trx, { id, from }: { id: string; from: number }) =>
  trx.deleteFrom('tariff_periods').where('tariff_id', '=', id).where('valid_from', '=', from).execute();
