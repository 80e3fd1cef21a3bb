import type { FaultOutcome } from '../../../shared/console/faults.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { emit } from '../jobs/webhookEvents.ts';
import { codecOf } from '../tables/codec.ts';
import { FAULT_REPORT, type FaultReportRecord } from '../tables/otherTables.ts';

export type { FaultReportRecord } from '../tables/otherTables.ts';

const codec = codecOf(FAULT_REPORT);

/**
 * Adds a report with its photo.
 * @returns false if a report with this id exists; nothing is then written
 */
export async function addFaultReport(trx: Trx, report: FaultReportRecord, photo: Uint8Array | null): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('fault_reports')
    .values(codec.encode(report))
    .onConflict(conflict => conflict.column('id').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  if (photo) await trx.insertInto('fault_photos').values({ report_id: report.id, bytes: photo }).execute();
  const { id, clientId, evseId, connector, kind } = report;
  await emit(trx, 'fault.reported', () => ({
    ...{ subject: `point ${evseId}`, clientId },
    data: { report: id, client: clientId, evseId, connector, kind },
  }));
  return true;
}

const byId = compiledOnce((db, { id }: { id: string }) => db.selectFrom('fault_reports').selectAll().where('id', '=', id));

export async function findFaultReport(db: Db, id: string): Promise<FaultReportRecord | null> {
  const [row] = (await byId(db, { id })).rows;
  return row ? codec.decode(row) : null;
}

/** Selects the open reports about a charging point. */
interface OpenFaultsQuery {
  evseId: string;
  /** Only reports from pages of this client. */
  clientId?: string | undefined;
}

function openFaults(db: Db, { evseId, clientId }: OpenFaultsQuery) {
  const query = db.selectFrom('fault_reports').where('evse_id', '=', evseId).where('closed_at', 'is', null);
  return clientId === undefined ? query : query.where('client_id', '=', clientId);
}

/** Lists the open reports about a charging point, newest first. */
export async function listOpenFaults(
  db: Db,
  { limit, ...which }: OpenFaultsQuery & { limit: number },
): Promise<FaultReportRecord[]> {
  const query = openFaults(db, which).selectAll();
  return (await query.orderBy('received_at', 'desc').orderBy('id').limit(limit).execute()).map(codec.decode);
}

/** Counts the open reports about a charging point. */
export async function countOpenFaults(db: Db, which: OpenFaultsQuery): Promise<number> {
  const query = openFaults(db, which).select(eb => eb.fn.countAll().as('count'));
  return Number((await query.executeTakeFirst())?.count ?? 0);
}

/** Counts the open reports about each of these charging points. Points without open reports are left out. */
export async function countFaultsOf(
  db: Db,
  { evseIds, clientId }: Pick<OpenFaultsQuery, 'clientId'> & { evseIds: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  if (evseIds.length === 0) return new Map();
  let query = db
    .selectFrom('fault_reports')
    .select(eb => ['evse_id', eb.fn.countAll().as('count')])
    .where('evse_id', 'in', evseIds)
    .where('closed_at', 'is', null)
    .groupBy('evse_id');
  if (clientId !== undefined) query = query.where('client_id', '=', clientId);
  return new Map((await query.execute()).map(({ evse_id, count }) => [evse_id, Number(count)]));
}

/** Lists the open reports about all charging points, oldest first. */
export async function listAllOpenFaults(db: Db, limit: number): Promise<FaultReportRecord[]> {
  const query = db.selectFrom('fault_reports').selectAll().where('closed_at', 'is', null);
  return (await query.orderBy('received_at').limit(limit).execute()).map(codec.decode);
}

export async function findFaultPhoto(db: Db, reportId: string): Promise<Uint8Array | null> {
  const query = db.selectFrom('fault_photos').select('bytes').where('report_id', '=', reportId);
  return (await query.executeTakeFirst())?.bytes ?? null;
}

/** Stores the answers to a report, or its newly encrypted address. */
export async function updateFaultReport(
  trx: Trx,
  id: string,
  changed: Partial<Pick<FaultReportRecord, 'answers' | 'sealedEmail'>>,
): Promise<void> {
  await trx
    .updateTable('fault_reports')
    .set({ ...codec.encodePart(changed) })
    .where('id', '=', id)
    .execute();
}

/**
 * Closes the open reports about a charging point that were received until a time.
 * @returns the number of closed reports
 */
export async function closeFaults(
  trx: Trx,
  { evseId, until, outcome, now }: { evseId: string; until: Date; outcome: FaultOutcome; now: Date },
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('fault_reports')
    .set({ closed_at: now.getTime(), outcome })
    .where('evse_id', '=', evseId)
    .where('closed_at', 'is', null)
    .where('received_at', '<=', until.getTime())
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Lists reports that were received before a time, or closed before another time. */
export async function listOldFaults(
  db: Db,
  { receivedBefore, closedBefore }: { receivedBefore: Date; closedBefore: Date },
): Promise<Pick<FaultReportRecord, 'id' | 'evseId'>[]> {
  const rows = await db
    .selectFrom('fault_reports')
    .select(['id', 'evse_id'])
    .where(eb => eb.or([eb('received_at', '<', receivedBefore.getTime()), eb('closed_at', '<', closedBefore.getTime())]))
    .execute();
  return rows.map(({ id, evse_id }) => ({ id, evseId: evse_id }));
}

/** Lists the reports whose drivers have left an e-mail address. */
export async function listFaultsWithEmail(db: Db): Promise<Pick<FaultReportRecord, 'id' | 'evseId' | 'sealedEmail'>[]> {
  const query = db.selectFrom('fault_reports').select(['id', 'evse_id', 'sealed_email']).where('sealed_email', '<>', '');
  return (await query.execute()).map(({ id, evse_id, sealed_email }) => ({ id, evseId: evse_id, sealedEmail: sealed_email }));
}

/** Deletes a report and its photo. */
export async function deleteFaultReport(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('fault_photos').where('report_id', '=', id).execute();
  await trx.deleteFrom('fault_reports').where('id', '=', id).execute();
}
