import type { MeterReading, StationSession } from '../../../server/core/ports/stationPort.ts';
import { type OpenOperator, openOperator } from '../../../test/support/openShop.ts';
import { cpuMs } from './figures.ts';

/** With a fee from some hours on: it is looked for in every view. */
const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1005*2', connector: '1' };
export const INTERVAL_S = 10;

export interface LongSession {
  app: OpenOperator;
  sessionId: string;
  /** Has the station tell the next reading; answers what that took. */
  tell(): Promise<number>;
}

/** A session whose vehicle has charged for so many readings, written at once before the first that is told. */
export async function openLongSession(count: number): Promise<LongSession> {
  const app = await openOperator();
  const { authorizationReference, sessionId } = await app.charging(POINT);
  const startedAt = app.clock.now();
  const readingAt = (n: number): MeterReading => ({
    at: new Date(startedAt.getTime() + n * INTERVAL_S * 1000),
    energyWh: n,
    powerW: 360 + (n % 7),
    isCharging: true,
  });
  const rows = Array.from({ length: count }, (_, n) => readingAt(n + 1));
  for (let from = 0; from < rows.length; from += 500)
    await app.store.db
      .insertInto('meter_values')
      .values(
        rows.slice(from, from + 500).map(({ at, energyWh, powerW }) => {
          return { session_id: sessionId, at: at.getTime(), energy_wh: energyWh, power_w: powerW, is_charging: 1 };
        }),
      )
      .execute();
  await app.store.db.updateTable('orders').set({ limit_minor: 10_000_000 }).execute();
  // Nobody asks the station again meanwhile, and nothing else falls due.
  await app.store.db.updateTable('sessions').set({ energy_wh: count, look_at: null }).execute();
  await app.store.db.updateTable('payments').set({ look_at: null }).execute();
  let readingCount = count;
  const sendReading = async () => {
    readingCount += 1;
    const reading = readingAt(readingCount);
    await app.clock.pass(reading.at.getTime() - app.clock.now().getTime());
    const station: StationSession = {
      authorizationReference,
      state: 'charging',
      startedAt,
      endedAt: null,
      readings: [reading],
      signedValues: [],
      isFinal: false,
    };
    return cpuMs(() => app.operator.report(authorizationReference, station));
  };
  return { app, sessionId, tell: sendReading };
}
