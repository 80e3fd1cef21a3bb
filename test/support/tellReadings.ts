import type { MeterReading } from '../../server/operator/stationPort.ts';
import type { Trx } from '../../server/operator/store/engine/database.ts';
import { addReadings, latestReading } from '../../server/operator/store/readings.ts';

/** Adds readings to a session, whatever it has been told before. */
export async function tellReadings(trx: Trx, id: string, readings: readonly MeterReading[]): Promise<boolean> {
  return addReadings(trx, { id, heardAt: (await latestReading(trx, id))?.at ?? null }, readings);
}
