import type { StationSession } from '../../../core/ports/stationPort.ts';
import { later } from '../../../core/records/instants.ts';
import type { KnownReadings } from '../../../runtime/sessionCaches.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import type { PriceNow } from '../cost/priceNow.ts';
import type { PriceFacts } from '../cost/prices.ts';

/** A plausible report and its session. */
export interface ReportFacts {
  session: SessionRecord;
  facts: PriceFacts;
  station: StationSession;
  now: Date;
  /** A reading of the report exceeds the energy that the connector can deliver. */
  isImpossible: boolean;
}

/** The effect of a report on a session. */
export interface ReportResult {
  sessionId: string;
  from: SessionRecord['state'];
  to: SessionRecord['state'];
  /** The price after this report, if a price was computed. */
  price?: PriceNow | null;
  reported?: KnownReadings | undefined;
}

/** The values that the driver sees. The energy never decreases. */
export function figuresOf({ session, station: { readings, battery } }: ReportFacts): Partial<SessionRecord> {
  const latest = readings.at(-1);
  const meter =
    latest && latest.energyWh >= session.energyWh
      ? { energyWh: latest.energyWh, powerW: latest.isCharging ? latest.powerW : 0 }
      : {};
  return battery ? { ...meter, battery } : meter;
}

/** The changes that the first report of a start makes. */
export const startChanges = (received: ReportFacts, startedAt: Date): Partial<SessionRecord> => ({
  ...figuresOf(received),
  startedAt,
  nextCheckAt: later(received.now, 60_000),
});
