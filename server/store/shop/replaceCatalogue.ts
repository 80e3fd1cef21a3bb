import { compactId } from '../../../shared/model/evseId.ts';
import type { ClientRecord, DatedTariff, OperatorData, PointRecord } from '../../core/records/records.ts';
import { FILES, inOrder } from '../../core/records/tariffPeriods.ts';
import { CATALOGUE, publishAfterCommit } from '../engine/changeFeed.ts';
import type { Trx } from '../engine/database.ts';
import { CLIENT, POINT } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';
import { addTariff, portions, putPoints } from './catalogueRows.ts';
import { addLegalTexts } from './legalTexts.ts';
import { listTariffChanges, listTariffPeriods, periodsText, putTariffChanges, type TariffChange } from './tariffChanges.ts';

const clientCodec = codecOf(CLIENT);
const pointCodec = codecOf(POINT);

/**
 * Replaces all brands, tariffs and points by those of the operator's files. Points that are missing from the files are no longer
 * offered, but their sessions continue. Only changes are written, because most imports change nothing, and there may be
 * thousands of points.
 */
export async function replaceCatalogue(trx: Trx, data: OperatorData, now: Date): Promise<void> {
  publishAfterCommit(trx, CATALOGUE);
  await replaceClients(trx, data.clients);
  await replaceTariffs(trx, data.tariffs, now);
  await replacePoints(trx, data.points, now);
}

async function replaceClients(trx: Trx, clients: readonly ClientRecord[]): Promise<void> {
  const known = new Map((await trx.selectFrom('clients').selectAll().execute()).map(row => [row.id, row]));
  for (const client of clients) {
    const before = known.get(client.id);
    const row = clientCodec.encode({ id: client.id, client: withKnownRates(client, before), isCurrent: true });
    known.delete(client.id);
    if (before?.json === row.json && before.is_current === 1) continue;
    await trx
      .insertInto('clients')
      .values(row)
      .onConflict(conflict => conflict.column('id').doUpdateSet(row))
      .execute();
    await addLegalTexts(trx, client);
  }
  const removed = [...known.values()].filter(({ is_current }) => is_current === 1).map(({ id }) => id);
  for (const some of portions(removed)) await trx.updateTable('clients').set({ is_current: 0 }).where('id', 'in', some).execute();
}

/** Adds the stored VAT rates of countries that the files no longer contain, because sessions may still run there. */
function withKnownRates(client: ClientRecord, before: { json: string } | undefined): ClientRecord {
  const known = before && CLIENT.client.decode(before.json);
  return known ? { ...client, vat: { ...known.vat, ...client.vat } } : client;
}

async function replaceTariffs(trx: Trx, tariffs: readonly DatedTariff[], now: Date): Promise<void> {
  const known = Map.groupBy(
    (await listTariffPeriods(trx)).filter(({ source }) => source === FILES),
    ({ id }) => id,
  );
  const named = Map.groupBy(inOrder(tariffs), ({ id }) => id);
  const changes = await listTariffChanges(trx);
  for (const id of new Set([...known.keys(), ...named.keys()])) {
    const periods = named.get(id) ?? [];
    const changed = changes.get(id);
    if (periodsText(known.get(id) ?? []) === periodsText(periods)) continue;
    await trx.deleteFrom('tariff_periods').where('tariff_id', '=', id).where('source', '=', FILES).execute();
    for (const tariff of periods) await addTariff(trx, tariff, { source: FILES, now });
    if (changed) await putTariffChanges(trx, id, { ...changed, done: changed.done.map(done => withReplaced(done, periods)) });
  }
}

/** Returns a change by staff with the period of the files that now starts at the same time. */
function withReplaced(change: TariffChange, periods: readonly DatedTariff[]): TariffChange {
  const same = periods.find(({ from }) => (from ?? 0) === change.from);
  return { ...change, replaced: same ? { version: same.version, until: same.until } : null };
}

async function replacePoints(trx: Trx, points: readonly PointRecord[], now: Date): Promise<void> {
  const named = new Map(points.map(point => [compactId(point.evseId), point]));
  // Otherwise the second of two points with one EVSE ID would silently replace the first.
  if (named.size < points.length) throw new Error('Two points have the same EVSE ID');
  const offered = trx.selectFrom('points').select('compact').where('source', '=', FILES).where('is_current', '=', 1);
  const removed = (await offered.execute()).map(({ compact }) => compact).filter(compact => !named.has(compact));
  for (const some of portions(removed))
    await trx.updateTable('points').set({ is_current: 0 }).where('compact', 'in', some).execute();
  for (const some of portions([...named.values()])) {
    const changed = await changedPoints(trx, some);
    if (changed.length > 0) await writePoints(trx, changed, now);
  }
}

type PointRow = ReturnType<typeof pointCodec.encode>;

interface Changed {
  point: PointRecord;
  row: PointRow;
}

/** Returns the points that are new or differ from their stored rows. */
async function changedPoints(trx: Trx, points: readonly PointRecord[]): Promise<Changed[]> {
  const wanted = points.map((point): Changed => {
    const { evseId, clientId, station } = point;
    const [compact, chargePoint] = [compactId(evseId), station?.chargePoint?.id ?? null];
    const sold = { isCurrent: true, source: FILES, location: null };
    return { point, row: pointCodec.encode({ evseId, compact, clientId, point, chargePoint, ...sold }) };
  });
  const compacts = wanted.map(({ row }) => row.compact);
  const rows = await trx.selectFrom('points').selectAll().where('compact', 'in', compacts).execute();
  const known = new Map(rows.map(row => [row.compact, row]));
  return wanted.filter(({ row }) => !isSame(row, known.get(row.compact)));
}

const isSame = (row: PointRow, known: PointRow | undefined): boolean =>
  known !== undefined && (Object.keys(row) as (keyof PointRow)[]).every(column => row[column] === known[column]);

async function writePoints(trx: Trx, changed: readonly Changed[], now: Date): Promise<void> {
  await putPoints(
    trx,
    changed.map(({ row }) => row),
    now,
  );
  const plugs = changed.flatMap(({ point: { evseId, connectors, state } }) =>
    connectors.map(({ id }) => ({ evse_id: evseId, connector: id, state, updated_at: now.getTime() })),
  );
  for (const some of portions(plugs))
    await trx
      .insertInto('plugs')
      .values(some)
      .onConflict(conflict => conflict.columns(['evse_id', 'connector']).doNothing())
      .execute();
}
