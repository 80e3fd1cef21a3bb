import type { ClientRecord, PointRecord } from '../../core/records/records.ts';
import { FILES, type TariffPeriod } from '../../core/records/tariffPeriods.ts';
import type { Db } from '../engine/database.ts';
import { POINT } from '../tables/catalogueTables.ts';
import { listClients } from './catalogue.ts';
import { listTariffPeriods } from './tariffChanges.ts';

/** What the last import has written, and the changes of prices by staff. */
export interface StoredCatalogue {
  clients: readonly ClientRecord[];
  points: readonly PointRecord[];
  periods: readonly TariffPeriod[];
}

/** Reads the brands, points and prices from the database, without those of station sources. */
export async function readCatalogue(db: Db): Promise<StoredCatalogue> {
  const points = db.selectFrom('points').select('json').where('source', '=', FILES).where('is_current', '=', 1);
  return {
    clients: await listClients(db, { isCurrent: true }),
    points: (await points.orderBy('compact').execute()).map(({ json }) => POINT.point.decode(json)),
    periods: await listTariffPeriods(db),
  };
}
