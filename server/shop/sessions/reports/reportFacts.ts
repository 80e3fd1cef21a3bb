import type { StationSession } from '../../../core/ports/stationPort.ts';
import { later } from '../../../core/records/instants.ts';
import type { KnownReadings } from '../../../runtime/sessionCaches.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import type { PriceNow } from '../cost/priceNow.ts';
import type { PriceFacts } from '../cost/prices.ts';

/** A report after the plausibility check, with its session. */
export interface ReportFacts {
  session: SessionRecord;
  facts: PriceFacts;
  station: StationSession;
  now: Date;
  /** True if a reading of the report exceeds the energy that the connector can deliver. */
  isImpossible: boolean;
}

/** What a report has changed about a session. */
export interface ReportResult {
  sessionId: string;
  from: SessionRecord['state'];
  to: SessionRecord['state'];
  /** The price after the report, if the report led to a new price. */
  price?: PriceNow | null;
  knownReadings?: KnownReadings | undefined;
}

/**
 * Returns the session columns that the driver sees: energy, power and battery. A reading with less energy than the session
 * already has is ignored, so the displayed energy never decreases.
 */
export function figuresOf({ session, station: { readings, battery } }: ReportFacts): Partial<SessionRecord> {
  const latest = readings.at(-1);
  const meter =
    latest && latest.energyWh >= session.energyWh
      ? { energyWh: latest.energyWh, powerW: latest.isCharging ? latest.powerW : 0 }
      : {};
  return battery ? { ...meter, battery } : meter;
}

/** Returns the columns that change with the first report of a started session. */
export const startChanges = (received: ReportFacts, startedAt: Date): Partial<SessionRecord> => ({
  ...figuresOf(received),
  startedAt,
  nextCheckAt: later(received.now, 60_000),
});
