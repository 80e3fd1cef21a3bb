import type { MeterReading } from '../../server/core/ports/stationPort.ts';
import type { Trx } from '../../server/store/engine/database.ts';
import { addReadings, latestReading } from '../../server/store/shop/readings.ts';

/** Adds meter readings to a session, after its latest stored reading. */
export async function addNewReadings(trx: Trx, id: string, readings: readonly MeterReading[]): Promise<boolean> {
  return addReadings(trx, { id, lastReadingAt: (await latestReading(trx, id))?.at ?? null }, readings);
}
