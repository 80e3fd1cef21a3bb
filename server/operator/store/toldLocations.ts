import type { DataFault } from '../records.ts';
import type { ToldLocation } from '../stationPort.ts';
import { addPoint, addTariff, compactId, inOrder, setPlugState } from './catalogue.ts';
import type { Db, Trx } from './store.ts';
import { TOLD_LOCATION } from './tables/catalogueTables.ts';
import { codecOf } from './tables/codec.ts';

const codec = codecOf(TOLD_LOCATION);

/** What sources of stations have told of what can be sold there. */

interface LocationKey {
  source: string;
  location: string;
}

/** Takes the place of what was told of this location before. What is no longer among it is sold no more, but sessions there go on. */
export async function replaceLocation(trx: Trx, told: ToldLocation, now: Date): Promise<void> {
  const { source, location, points, tariffs, refused } = told;
  await retirePoints(trx, told);
  for (const id of new Set(tariffs.map(tariff => tariff.id)))
    await trx.deleteFrom('tariff_periods').where('tariff_id', '=', id).where('source', '=', source).execute();
  for (const tariff of inOrder(tariffs)) await addTariff(trx, tariff, { source, now });
  for (const point of points) {
    await addPoint(trx, point, { source, location, now });
    for (const { id } of point.connectors)
      await setPlugState(trx, { evseId: point.evseId, connector: id, state: point.state, now });
  }
  const row = codec.encode({ source, location, refused, updatedAt: now });
  await trx
    .insertInto('told_locations')
    .values(row)
    .onConflict(conflict => conflict.columns(['source', 'location']).doUpdateSet(row))
    .execute();
}

export async function removeLocation(trx: Trx, { source, location }: LocationKey): Promise<void> {
  await retirePoints(trx, { source, location });
  await trx.deleteFrom('told_locations').where('source', '=', source).where('location', '=', location).execute();
}

async function retirePoints(trx: Trx, { source, location }: LocationKey): Promise<void> {
  const points = trx.updateTable('points').set({ is_current: 0 });
  await points.where('source', '=', source).where('location', '=', location).execute();
}

/** Who sells an EVSE now, if anybody. */
export async function findTeller(db: Db, evseId: string): Promise<{ source: string; location: string | null } | null> {
  const points = db.selectFrom('points').select(['source', 'location']).where('compact', '=', compactId(evseId));
  return (await points.where('is_current', '=', 1).executeTakeFirst()) ?? null;
}

/** What a source has told and cannot be sold, with the reasons. */
export async function listRefused(db: Db, source: string): Promise<readonly DataFault[]> {
  const rows = await db.selectFrom('told_locations').select('refused').where('source', '=', source).orderBy('location').execute();
  return rows.flatMap(({ refused }) => TOLD_LOCATION.refused.decode(refused));
}
