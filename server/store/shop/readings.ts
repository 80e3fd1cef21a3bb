import type { MeterReading } from '../../core/ports/stationPort.ts';
import { correlationId } from '../../platform/correlation.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import type { Job } from '../jobs/outboxRows.ts';
import { codecOf, type RowOf } from '../tables/codec.ts';
import { type AppendedReportsTable, READING } from '../tables/meterTables.ts';
import { METER_SO_FAR, type MeterSoFarRecord } from '../tables/otherTables.ts';
import { SESSION, type SessionRecord } from '../tables/tables.ts';

const codec = codecOf(READING);
const soFarCodec = codecOf(METER_SO_FAR);

/** So many at once: engines limit how many values a statement has. */
const AT_ONCE = 200;
/** Rows that one statement deletes at most. Both engines accept this number of values. */
export const MAX_REMOVED_ROWS = 5000;

/**
 * Adds what is new; a reading told twice counts once, and of two at the same instant the one with more energy stays. Answers
 * whether any before the latest has changed, so that the session's `meterRevision` has risen by one.
 * @param session.heardAt the instant of its latest reading, as this transaction has read it
 */
export async function addReadings(
  trx: Trx,
  { id: sessionId, heardAt }: { id: string; heardAt: Date | null },
  readings: readonly MeterReading[],
): Promise<boolean> {
  const isEarlier = ({ at }: MeterReading): boolean => heardAt !== null && at <= heardAt;
  const highest = maxAtEachInstant(readings);
  const changed = await write(trx, sessionId, highest.filter(isEarlier));
  await write(
    trx,
    sessionId,
    highest.filter(reading => !isEarlier(reading)),
  );
  const [first] = changed.sort((a, b) => a - b);
  if (first === undefined) return false;
  await trx
    .updateTable('sessions')
    .set(eb => ({ meter_revision: eb('meter_revision', '+', 1) }))
    .where('id', '=', sessionId)
    .execute();
  await outdateMeterSoFar(trx, { sessionId, changedFrom: new Date(first) });
  return true;
}

function maxAtEachInstant(readings: readonly MeterReading[]): MeterReading[] {
  const byInstant = new Map<number, MeterReading>();
  for (const reading of readings) {
    const other = byInstant.get(reading.at.getTime());
    if (!other || other.energyWh < reading.energyWh) byInstant.set(reading.at.getTime(), reading);
  }
  return [...byInstant.values()];
}

const insert = compiledOnce((db, { rows }: { rows: readonly (RowOf<typeof READING> & { session_id: string })[] }) =>
  db
    .insertInto('meter_values')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .columns(['session_id', 'at'])
        .doUpdateSet(eb => ({
          energy_wh: eb.ref('excluded.energy_wh'),
          power_w: eb.ref('excluded.power_w'),
          is_charging: eb.ref('excluded.is_charging'),
        }))
        .whereRef('meter_values.energy_wh', '<', 'excluded.energy_wh'),
    )
    .returning('at'),
);

/** Answers at which instants one was added or changed. */
async function write(trx: Trx, sessionId: string, readings: readonly MeterReading[]): Promise<number[]> {
  const changed: number[] = [];
  for (let from = 0; from < readings.length; from += AT_ONCE) {
    const rows = readings.slice(from, from + AT_ONCE).map(reading => ({ ...codec.encode(reading), session_id: sessionId }));
    changed.push(...(await insert(trx, { rows })).rows.map(({ at }) => at));
  }
  return changed;
}

const { state, energyWh, powerW, battery, startedAt, lookAt } = SESSION;
const reportedCodec = codecOf({ state, energyWh, powerW, battery, startedAt, lookAt });

const insertReport = compiledOnce((db, row: AppendedReportsTable) =>
  db.insertInto('told_reports').values(row).returning('session_id'),
);

interface ReportWritten {
  /** As it was read. */
  session: SessionRecord;
  /** As it is then: of it, state, figures, beginning and next look are written. */
  live: SessionRecord;
  /** Later than all there are, in order of time. */
  readings: readonly MeterReading[];
  /** Of the session itself; any process may do them. */
  jobs: readonly Pick<Job, 'kind' | 'n' | 'at'>[];
}

/** Writes what a report has told, by one statement. False where its session has changed since it was read: nothing is written. */
export async function writeReport(db: Db, { session, live, readings, jobs }: ReportWritten): Promise<boolean> {
  const { rows } = await insertReport(db, {
    ...reportedCodec.encode(live),
    session_id: session.id,
    version: session.version,
    was: session.state,
    readings: JSON.stringify(readings.map(codec.encode).map(row => [row.at, row.energy_wh, row.power_w, row.is_charging])),
    jobs: JSON.stringify(jobs.map(({ kind, n = 1, at }) => [kind, n, at.getTime()])),
    correlation: correlationId() ?? null,
  });
  return rows.length === 1;
}

const COLUMNS = ['at', 'energy_wh', 'power_w', 'is_charging'] as const;

const readingsOf = compiledOnce((db, { sessionId }: { sessionId: string }) =>
  db.selectFrom('meter_values').select(COLUMNS).where('session_id', '=', sessionId).orderBy('at'),
);

/** In order of time. */
export const listReadings = async (db: Db, sessionId: string): Promise<MeterReading[]> =>
  (await readingsOf(db, { sessionId })).rows.map(codec.decode);

const readingsFrom = compiledOnce((db, { sessionId, from }: { sessionId: string; from: number }) =>
  db.selectFrom('meter_values').selectAll().where('session_id', '=', sessionId).where('at', '>=', from).orderBy('at'),
);

/** Those from an instant on, in order of time. */
export const listReadingsFrom = async (db: Db, sessionId: string, from: Date): Promise<MeterReading[]> =>
  (await readingsFrom(db, { sessionId, from: from.getTime() })).rows.map(codec.decode);

/** The last of its meter that a station has told. */
export async function latestReading(db: Db, sessionId: string): Promise<MeterReading | null> {
  const query = db.selectFrom('meter_values').selectAll().where('session_id', '=', sessionId);
  const row = await query.orderBy('at', 'desc').limit(1).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** Of a session that was billed: nobody reads its revision any more. */
export async function removeReadings(trx: Trx, sessionId: string, readings: readonly MeterReading[]): Promise<void> {
  const instants = readings.map(({ at }) => at.getTime());
  for (let from = 0; from < instants.length; from += MAX_REMOVED_ROWS)
    await trx
      .deleteFrom('meter_values')
      .where('session_id', '=', sessionId)
      .where('at', 'in', instants.slice(from, from + MAX_REMOVED_ROWS))
      .execute();
}

/** How far a session had come when that was stored last. */
export async function findMeterSoFar(db: Db, sessionId: string): Promise<MeterSoFarRecord | null> {
  const row = await db.selectFrom('meters_so_far').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
  return row ? soFarCodec.decode(row) : null;
}

export async function putMeterSoFar(trx: Trx, soFar: MeterSoFarRecord): Promise<void> {
  const { session_id: _, ...row } = soFarCodec.encode(soFar);
  await trx
    .insertInto('meters_so_far')
    .values({ ...row, session_id: soFar.sessionId })
    .onConflict(conflict => conflict.column('session_id').doUpdateSet(row))
    .execute();
}

const remove = compiledOnce((db, { sessionId }: { sessionId: string }) =>
  db.deleteFrom('meters_so_far').where('session_id', '=', sessionId),
);

export async function removeMeterSoFar(trx: Trx, sessionId: string): Promise<void> {
  await remove(trx, { sessionId });
}

/**
 * A change after what is stored leaves it as it is, so it goes along with the session's revision. Where an earlier version of the
 * app has changed something it did not, and never will again.
 */
async function outdateMeterSoFar(trx: Trx, { sessionId, changedFrom }: { sessionId: string; changedFrom: Date }): Promise<void> {
  await trx
    .deleteFrom('meters_so_far')
    .where('session_id', '=', sessionId)
    .where('reached_at', '>=', changedFrom.getTime())
    .execute();
  await trx
    .updateTable('meters_so_far')
    .set(eb => ({ meter_revision: eb('meter_revision', '+', 1) }))
    .where('session_id', '=', sessionId)
    .execute();
}
