import type { MeterReading } from '../../core/ports/stationPort.ts';
import { compiledOnce } from '../engine/compiledOnce.ts';
import type { Db, Trx } from '../engine/database.ts';
import { requireSerializable } from '../engine/transactions.ts';
import { codecOf, type RowOf } from '../tables/codec.ts';
import { READING } from '../tables/meterTables.ts';

const codec = codecOf(READING);

/** Number of meter readings per statement, because database engines limit the number of values in a statement. */
const AT_ONCE = 200;
/** Maximum number of rows that one statement deletes. Both database engines accept this number of values. */
export const MAX_REMOVED_ROWS = 5000;

/**
 * Adds the meter readings that are new. Of two at the same time, the one with more energy is stored.
 * @param session.lastReadingAt time of the latest meter reading, as read by this transaction
 * @returns true if a meter reading at or before `lastReadingAt` was added or changed; `meterRevision` of the session has then
 * been incremented
 */
export async function addReadings(
  trx: Trx,
  { id: sessionId, lastReadingAt }: { id: string; lastReadingAt: Date | null },
  readings: readonly MeterReading[],
): Promise<boolean> {
  const isEarlier = ({ at }: MeterReading): boolean => lastReadingAt !== null && at <= lastReadingAt;
  const highest = maxAtEachInstant(readings);
  const earlier = highest.filter(isEarlier);
  if (earlier.length > 0) requireSerializable(trx);
  const changed = await write(trx, sessionId, earlier);
  await write(
    trx,
    sessionId,
    highest.filter(reading => !isEarlier(reading)),
  );
  if (changed.length === 0) return false;
  await trx
    .updateTable('sessions')
    .set(eb => ({ meter_revision: eb('meter_revision', '+', 1) }))
    .where('id', '=', sessionId)
    .execute();
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

/**
 * Writes meter readings.
 * @returns the times of those that were added or changed
 */
async function write(trx: Trx, sessionId: string, readings: readonly MeterReading[]): Promise<number[]> {
  const changed: number[] = [];
  for (let from = 0; from < readings.length; from += AT_ONCE) {
    const rows = readings.slice(from, from + AT_ONCE).map(reading => ({ ...codec.encode(reading), session_id: sessionId }));
    changed.push(...(await insert(trx, { rows })).rows.map(({ at }) => at));
  }
  return changed;
}

const COLUMNS = ['at', 'energy_wh', 'power_w', 'is_charging'] as const;

const readingsOf = compiledOnce((db, { sessionId }: { sessionId: string }) =>
  db.selectFrom('meter_values').select(COLUMNS).where('session_id', '=', sessionId).orderBy('at'),
);

/** Lists the meter readings of a session, sorted by time. */
export const listReadings = async (db: Db, sessionId: string): Promise<MeterReading[]> =>
  (await readingsOf(db, { sessionId })).rows.map(codec.decode);

const readingsFrom = compiledOnce((db, { sessionId, from }: { sessionId: string; from: number }) =>
  db.selectFrom('meter_values').selectAll().where('session_id', '=', sessionId).where('at', '>=', from).orderBy('at'),
);

/** Lists the meter readings of a session from a time on, sorted by time. */
export const listReadingsFrom = async (db: Db, sessionId: string, from: Date): Promise<MeterReading[]> =>
  (await readingsFrom(db, { sessionId, from: from.getTime() })).rows.map(codec.decode);

/** Finds the latest meter reading of a session. */
export async function latestReading(db: Db, sessionId: string): Promise<MeterReading | null> {
  const query = db.selectFrom('meter_values').selectAll().where('session_id', '=', sessionId);
  const row = await query.orderBy('at', 'desc').limit(1).executeTakeFirst();
  return row ? codec.decode(row) : null;
}

/** Returns the time of the latest meter reading at which energy flowed. Null: none. */
export async function lastChargingAt(db: Db, sessionId: string): Promise<Date | null> {
  const query = db.selectFrom('meter_values').select('at').where('session_id', '=', sessionId).where('is_charging', '=', 1);
  const row = await query.orderBy('at', 'desc').limit(1).executeTakeFirst();
  return row ? new Date(row.at) : null;
}

/** Deletes meter readings of a billed session. `meterRevision` stays, because a billed session needs no cached price. */
export async function removeReadings(trx: Trx, sessionId: string, readings: readonly MeterReading[]): Promise<void> {
  const instants = readings.map(({ at }) => at.getTime());
  for (let from = 0; from < instants.length; from += MAX_REMOVED_ROWS)
    await trx
      .deleteFrom('meter_values')
      .where('session_id', '=', sessionId)
      .where('at', 'in', instants.slice(from, from + MAX_REMOVED_ROWS))
      .execute();
}
