import type { StationSession } from '../../../core/ports/stationPort.ts';
import { later } from '../../../core/records/instants.ts';
import type { KnownReadings } from '../../../runtime/sessionCaches.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import type { PriceNow } from '../cost/priceNow.ts';
import type { PriceFacts } from '../cost/prices.ts';

/** A report that can be believed, and the session that it is about. */
export interface ReportFacts {
  session: SessionRecord;
  facts: PriceFacts;
  station: StationSession;
  now: Date;
  /** A reading of the report exceeds what the plug can have delivered. */
  isImpossible: boolean;
}

/** What a report has made of a session. */
export interface ReportResult {
  sessionId: string;
  from: SessionRecord['state'];
  to: SessionRecord['state'];
  /** What it cost when it was last priced here. */
  price?: PriceNow | null;
  reported?: KnownReadings | undefined;
}

/** The figures a driver sees; energy never falls. */
export function figuresOf({ session, station: { readings, battery } }: ReportFacts): Partial<SessionRecord> {
  const latest = readings.at(-1);
  const meter =
    latest && latest.energyWh >= session.energyWh
      ? { energyWh: latest.energyWh, powerW: latest.isCharging ? latest.powerW : 0 }
      : {};
  return battery ? { ...meter, battery } : meter;
}

/** What the first report that charging has begun changes. */
export const startChanges = (received: ReportFacts, startedAt: Date): Partial<SessionRecord> => ({
  ...figuresOf(received),
  startedAt,
  nextCheckAt: later(received.now, 60_000),
});
