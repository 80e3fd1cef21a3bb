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

/** What a session's price goes by besides its readings: the tariff of its order, its place. */
export interface PriceFacts extends Omit<Sold, 'session' | 'lastMessageAt'> {
  place: PricingLocation;
  vatPercent: number;
  currency: Currency;
}

/** Everything that prices one session. */
export interface Priced extends PriceFacts {
  readings: readonly MeterReading[];
}

/** What the plug of a session can give, in watts; 0: not known. */
export const plugPowerW = ({ connectors }: PointRecord, { connector }: Pick<SessionRecord, 'connector'>): number =>
  connectors.find(({ id }) => id === connector)?.powerW ?? 0;

/** The power by which the energy of a session is bounded, in watts; 0: not known. */
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

/** The same of one that has just been read. */
export function factsOf(
  { session: _, lastMessageAt: __, ...sold }: Sold,
  dependencies: Pick<OperatorDependencies, 'holidays'>,
): PriceFacts {
  const { order, client, point } = sold;
  return { ...sold, place: pricingLocationOf(point, dependencies), vatPercent: vatOf(client, point), currency: order.currency };
}

/** What works out a price threw this: trying again would throw it again. Of a database that is away, the opposite holds. */
export const isPriceFault = (error: unknown): error is Error => error instanceof Error && !(error instanceof DatabaseUnavailable);

/**
 * What stands in for the price of a session that cannot be priced, as when its tariff cannot be read: it is to keep no other from being
 * shown or booked. @throws DatabaseUnavailable, when none can be priced now
 */
export const ifUnpriced =
  <T>(instead: () => T) =>
  (error: unknown): T => {
    if (!isPriceFault(error)) throw error;
    return instead();
  };

/** When a session ended or will be billed to end, as far as that is known: time after an accepted stop costs nothing. */
export function endedBy({ endedAt, stopAcceptedAt }: SessionRecord): number {
  return Math.min(endedAt?.getTime() ?? Number.POSITIVE_INFINITY, stopAcceptedAt?.getTime() ?? Number.POSITIVE_INFINITY);
}

/** What was used up to an instant. Once the station has accepted our stop, further time costs nothing. */
export function usageUntil(session: SessionRecord, readings: readonly MeterReading[], until: Date): Usage | null {
  const { startedAt } = session;
  if (startedAt === null) return null;
  const last = Math.min(until.getTime(), endedBy(session));
  const endedAt = new Date(Math.max(last, startedAt.getTime()));
  // Energy that flowed until the station really stopped is metered and paid for; the time it took is not.
  const within = readings.map(reading => (reading.at > endedAt ? { ...reading, at: endedAt } : reading));
  return { startedAt, endedAt, readings: within };
}

/** What a session comes to, from all of its readings: what is billed. */
export function billUntil(session: SessionRecord, priced: Priced, until: Date): Bill {
  const { currency } = priced;
  return bill(linesUntil(session, priced, until), { currency });
}

/** The same before anything is rounded. */
export function linesUntil(session: SessionRecord, priced: Priced, until: Date): PricedLine[] {
  const { tariff, place, vatPercent, readings } = priced;
  const usage = usageUntil(session, readings, until);
  return usage ? priceOwed({ tariff, place, usage, vatPercent }) : [];
}
