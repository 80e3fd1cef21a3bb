import type { Currency } from '../../../../shared/model/money.ts';
import type { Bill } from '../../../../shared/model/tariff.ts';
import type { MeterReading } from '../../../core/ports/stationPort.ts';
import { bill } from '../../../core/pricing/bill.ts';
import type { PricedLine } from '../../../core/pricing/gross.ts';
import type { PricingLocation, Usage } from '../../../core/pricing/price.ts';
import { priceOwed } from '../../../core/pricing/price.ts';
import type { PointRecord } from '../../../core/records/records.ts';
import type { OperatorDependencies } from '../../../runtime/context.ts';
import type { Db } from '../../../store/engine/database.ts';
import { DatabaseUnavailable } from '../../../store/engine/unavailable.ts';
import { findSold, type Sold } from '../../../store/shop/orders.ts';
import { listReadings } from '../../../store/shop/readings.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { pricingLocationOf, vatOf } from '../../catalogue/pricingLocation.ts';

/** The data besides the readings that determines a session's price: the tariff of the order, and the location. */
export interface PriceFacts extends Omit<Sold, 'session' | 'lastReadingAt'> {
  place: PricingLocation;
  vatPercent: number;
  currency: Currency;
}

/** All data that determines the price of a session. */
export interface Priced extends PriceFacts {
  readings: readonly MeterReading[];
}

/** Rated power of the session's connector in watts; 0: unknown. */
export const plugPowerW = ({ connectors }: PointRecord, { connector }: Pick<SessionRecord, 'connector'>): number =>
  connectors.find(({ id }) => id === connector)?.powerW ?? 0;

/** The power that limits the possible energy of a session, in watts; 0: unknown. */
export const boundingPowerW = (
  { boundingPowerW: forTests }: Pick<OperatorDependencies, 'boundingPowerW'>,
  { point, session }: { point: PointRecord; session: Pick<SessionRecord, 'connector'> },
): number => forTests ?? plugPowerW(point, session);

export async function pricedSession(
  db: Db,
  session: Pick<SessionRecord, 'id'>,
  dependencies: Pick<OperatorDependencies, 'holidays'>,
): Promise<Priced> {
  return { ...(await priceFacts(db, session, dependencies)), readings: await listReadings(db, session.id) };
}

export async function priceFacts(
  db: Db,
  session: Pick<SessionRecord, 'id'>,
  dependencies: Pick<OperatorDependencies, 'holidays'>,
): Promise<PriceFacts> {
  const sold = await findSold(db, { sessionId: session.id });
  if (!sold) throw new Error('Order, client or tariff of the session not found');
  return factsOf(sold, dependencies);
}

/** Returns the price facts of rows that have just been read. */
export function factsOf(
  { session: _, lastReadingAt: __, ...sold }: Sold,
  dependencies: Pick<OperatorDependencies, 'holidays'>,
): PriceFacts {
  const { order, client, point } = sold;
  return { ...sold, place: pricingLocationOf(point, dependencies), vatPercent: vatOf(client, point), currency: order.currency };
}

/**
 * Whether the price computation threw the error, so that a retry throws the same error. After `DatabaseUnavailable`, a retry may
 * succeed.
 */
export const isPriceFault = (error: unknown): error is Error => error instanceof Error && !(error instanceof DatabaseUnavailable);

/**
 * Replaces the price of a session that cannot be priced, for example because its tariff cannot be read. Other sessions must
 * still be displayed and billed.
 * @throws DatabaseUnavailable if no session can be priced now
 */
export const ifUnpriced =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (!isPriceFault(error)) throw error;
    return instead();
  };

/** The known or billed end of a session, in milliseconds since 1970; infinite if unknown. Time after an accepted stop is free. */
export function endedBy({ endedAt, stopAcceptedAt }: SessionRecord): number {
  return Math.min(endedAt?.getTime() ?? Number.POSITIVE_INFINITY, stopAcceptedAt?.getTime() ?? Number.POSITIVE_INFINITY);
}

/**
 * The usage up to an instant. Time after the accepted stop is free.
 * @returns null before charging has begun
 */
export function usageUntil(session: SessionRecord, readings: readonly MeterReading[], until: Date): Usage | null {
  const { startedAt } = session;
  if (startedAt === null) return null;
  const last = Math.min(until.getTime(), endedBy(session));
  const endedAt = new Date(Math.max(last, startedAt.getTime()));
  // Energy that flows until the station has stopped is billed. The time until then is not.
  const within = readings.map(reading => (reading.at > endedAt ? { ...reading, at: endedAt } : reading));
  return { startedAt, endedAt, readings: within };
}

/** The bill of a session, computed from all of its readings. */
export function billUntil(session: SessionRecord, priced: Priced, until: Date): Bill {
  const { currency } = priced;
  return bill(linesUntil(session, priced, until), { currency });
}

/** The lines of the bill before rounding. */
export function linesUntil(session: SessionRecord, priced: Priced, until: Date): PricedLine[] {
  const { tariff, place, vatPercent, readings } = priced;
  const usage = usageUntil(session, readings, until);
  return usage ? priceOwed({ tariff, place, usage, vatPercent }) : [];
}
