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

/** The data that determines the price of a session, except its meter readings: the tariff of the order, the location, and VAT. */
export interface PriceFacts extends Omit<Sold, 'session' | 'lastReadingAt'> {
  place: PricingLocation;
  vatPercent: number;
  currency: Currency;
}

/** The data that determines the price of a session, including its meter readings. */
export interface Priced extends PriceFacts {
  readings: readonly MeterReading[];
}

/** Returns the rated power of the session's connector in watts; 0 if unknown. */
export const plugPowerW = ({ connectors }: PointRecord, { connector }: Pick<SessionRecord, 'connector'>): number =>
  connectors.find(({ id }) => id === connector)?.powerW ?? 0;

/** Returns the power that limits the energy of a session, in watts; 0 if unknown. Tests may set another power. */
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

/** Converts rows that the caller has already loaded to pricing data. */
export function factsOf(
  { session: _, lastReadingAt: __, ...sold }: Sold,
  dependencies: Pick<OperatorDependencies, 'holidays'>,
): PriceFacts {
  const { order, client, point } = sold;
  return { ...sold, place: pricingLocationOf(point, dependencies), vatPercent: vatOf(client, point), currency: order.currency };
}

/**
 * Returns whether an error comes from the computation of a price. Such an error occurs again at each retry, unlike
 * `DatabaseUnavailable`.
 */
export const isPriceFault = (error: unknown): error is Error => error instanceof Error && !(error instanceof DatabaseUnavailable);

/**
 * Error handler that returns `instead()` if a session cannot be priced, for example because its tariff is invalid. Other
 * sessions can then still be displayed and billed.
 * @throws DatabaseUnavailable, because then no session can be priced
 */
export const ifUnpriced =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (!isPriceFault(error)) throw error;
    return instead();
  };

/**
 * Returns when the billed time of a session ends: at its end, or earlier at an accepted stop. Unix time in milliseconds;
 * infinite if unknown.
 */
export function endedBy({ endedAt, stopAcceptedAt }: SessionRecord): number {
  return Math.min(endedAt?.getTime() ?? Number.POSITIVE_INFINITY, stopAcceptedAt?.getTime() ?? Number.POSITIVE_INFINITY);
}

/**
 * Returns the usage of a session up to an instant. The time after an accepted stop is not billed.
 * @returns null if charging has not begun
 */
export function usageUntil(session: SessionRecord, readings: readonly MeterReading[], until: Date): Usage | null {
  const { startedAt } = session;
  if (startedAt === null) return null;
  const last = Math.min(until.getTime(), endedBy(session));
  const endedAt = new Date(Math.max(last, startedAt.getTime()));
  // After an accepted stop, energy is billed but time is not. Later readings are therefore dated to the end of the billed time.
  const within = readings.map(reading => (reading.at > endedAt ? { ...reading, at: endedAt } : reading));
  return { startedAt, endedAt, readings: within };
}

/** Computes the bill of a session from all of its readings. */
export function billUntil(session: SessionRecord, priced: Priced, until: Date): Bill {
  const { currency } = priced;
  return bill(linesUntil(session, priced, until), { currency });
}

/** Computes the lines of the bill, before rounding. */
export function linesUntil(session: SessionRecord, priced: Priced, until: Date): PricedLine[] {
  const { tariff, place, vatPercent, readings } = priced;
  const usage = usageUntil(session, readings, until);
  return usage ? priceOwed({ tariff, place, usage, vatPercent }) : [];
}
