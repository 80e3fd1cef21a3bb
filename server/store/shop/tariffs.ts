import type { Tariff } from '../../../shared/model/tariff.ts';
import type { TariffRecord } from '../../core/records/records.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db } from '../engine/database.ts';
import { TARIFF } from '../tables/catalogueTables.ts';

const tariffDates = compiledOnce((db, { id }: { id: string }) =>
  db
    .selectFrom('tariff_periods')
    .innerJoin('tariffs', join => join.onRef('id', '=', 'tariff_id').onRef('tariffs.version', '=', 'tariff_periods.version'))
    .select(['tariffs.version', 'json', 'valid_from', 'valid_until'])
    .where('tariff_id', '=', id)
    .orderBy('valid_from'),
);

/** A version of a tariff, and the version that follows. */
export interface TariffNow extends TariffRecord {
  isSold: boolean;
  /** The announced version that replaces this one, and when. Null: none is announced. */
  next: (TariffRecord & { from: Date }) | null;
}

/**
 * Finds the version of a tariff that is valid at a time. If none is valid, returns the version that becomes valid next, or else
 * the last one; `isSold` is then false.
 */
export async function findTariffAt(db: Db, { id, at }: { id: string; at: Date }): Promise<TariffNow | null> {
  const { rows } = await tariffDates(db, { id });
  const now = at.getTime();
  const validAt = (ms: number) =>
    rows.findLast(row => row.valid_from <= ms && (row.valid_until === null || ms < row.valid_until));
  const record = ({ version, json }: (typeof rows)[number]) => ({ id, version, tariff: TARIFF.tariff.decode(json) });
  const current = validAt(now);
  const row = current ?? rows.find(({ valid_from }) => valid_from > now) ?? rows.at(-1);
  if (!row) return null;
  // A version ends with its period, or when another period begins.
  const changes = rows.flatMap(({ valid_from, valid_until }) => [valid_from, valid_until ?? 0]).filter(ms => ms > now);
  const from = changes.sort((a, b) => a - b).find(ms => validAt(ms)?.version !== current?.version);
  const next = current && from !== undefined ? validAt(from) : undefined;
  return {
    ...record(row),
    isSold: current !== undefined,
    next: next && from !== undefined ? { ...record(next), from: new Date(from) } : null,
  };
}

/**
 * Loads the tariff version of an order, even if it is no longer valid.
 * @throws NoResultError if it does not exist
 */
export async function getTariff(db: Db, { id, version }: { id: string; version: string }): Promise<Tariff> {
  const query = db.selectFrom('tariffs').select('json').where('id', '=', id).where('version', '=', version);
  const row = await query.executeTakeFirstOrThrow();
  return TARIFF.tariff.decode(row.json);
}

/** Lists the versions of a tariff that become valid after a time, earliest first. */
export async function listTariffsFrom(
  db: Db,
  { id, after }: { id: string; after: Date },
): Promise<readonly { from: Date; version: string; tariff: Tariff; source: string }[]> {
  const rows = await db
    .selectFrom('tariff_periods')
    .innerJoin('tariffs', join => join.onRef('id', '=', 'tariff_id').onRef('tariffs.version', '=', 'tariff_periods.version'))
    .select(['tariffs.version', 'json', 'valid_from', 'tariff_periods.source'])
    .where('tariff_id', '=', id)
    .where('valid_from', '>', after.getTime())
    .orderBy('valid_from')
    .limit(20)
    .execute();
  return rows.map(row => ({
    ...{ from: new Date(row.valid_from), version: row.version, source: row.source },
    tariff: TARIFF.tariff.decode(row.json),
  }));
}
