import type { Tariff } from '../../../shared/model/tariff.ts';
import type { Db } from '../engine/database.ts';
import { TARIFF } from '../tables/catalogueTables.ts';

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
