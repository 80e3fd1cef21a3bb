import type { Currency } from '../../../shared/money.ts';
import type { Bill, Tariff } from '../../../shared/tariff.ts';
import type { OperatorDependencies } from '../context.ts';
import type { MeterReading } from '../ports.ts';
import { bill } from '../pricing/bill.ts';
import type { PricingPlace, Usage } from '../pricing/price.ts';
import { price } from '../pricing/price.ts';
import { withoutStart } from '../pricing/withoutStart.ts';
import type { ClientRecord, PointRecord } from '../records.ts';
import { findClient, findPoint, getTariff } from '../store/catalogue.ts';
import { findOrder, type OrderRow } from '../store/orders.ts';
import { listReadings } from '../store/readings.ts';
import type { SessionRow } from '../store/sessions.ts';
import type { Db } from '../store/store.ts';

/** What a session's price goes by besides its readings: the tariff of its order, its place. */
export interface PriceFacts {
  order: OrderRow;
  client: ClientRecord;
  point: PointRecord;
  tariff: Tariff;
  place: PricingPlace;
  vatPercent: number;
  currency: Currency;
}

/** Everything that prices one session. */
export interface Priced extends PriceFacts {
  readings: readonly MeterReading[];
}

export const vatOf = (client: ClientRecord, point: PointRecord): number => client.vat[point.country] ?? 0;

export function placeOf({ timeZone, region }: PointRecord, { holidays }: Pick<OperatorDependencies, 'holidays'>): PricingPlace {
  return { timeZone, region, isHoliday: day => holidays.isHoliday(day, region) };
}

export async function pricedSession(
  db: Db,
  session: SessionRow,
  dependencies: Pick<OperatorDependencies, 'holidays'>,
): Promise<Priced> {
  return { ...(await priceFacts(db, session, dependencies)), readings: await listReadings(db, session.id) };
}

export async function priceFacts(
  db: Db,
  session: SessionRow,
  dependencies: Pick<OperatorDependencies, 'holidays'>,
): Promise<PriceFacts> {
  const order = await findOrder(db, session.order_id);
  const [client, point] = [
    await findClient(db, session.client_id, { hasGone: true }),
    await findPoint(db, session.evse_id, { hasGone: true }),
  ];
  if (!order || !client || !point) throw new Error('A session has lost its order, client or point');
  const tariff = await getTariff(db, { id: order.tariff_id, version: order.tariff_version });
  const place = placeOf(point, dependencies);
  return {
    order,
    client,
    point,
    tariff,
    place,
    vatPercent: vatOf(client, point),
    currency: order.currency as Currency,
  };
}

/** When a session that is going on or over ends, as far as it is known: nothing after our stop was accepted costs time. */
export function endedBy({ ended_at, stop_accepted_at }: SessionRow): number {
  return Math.min(ended_at ?? Number.POSITIVE_INFINITY, stop_accepted_at ?? Number.POSITIVE_INFINITY);
}

/** What was used up to an instant; nothing after our stop was accepted costs time (contracts, orders). */
export function usageUntil(session: SessionRow, readings: readonly MeterReading[], until: Date): Usage | null {
  if (session.started_at === null) return null;
  const startedAt = new Date(session.started_at);
  const last = Math.min(until.getTime(), endedBy(session));
  const endedAt = new Date(Math.max(last, startedAt.getTime()));
  // Energy that flowed until the station obeyed is metered and paid for; the time it took is not.
  const within = readings.map(reading => (reading.at > endedAt ? { ...reading, at: endedAt } : reading));
  return { startedAt, endedAt, readings: within };
}

/** What a session comes to, from all of its readings: what is billed. */
export function billUntil(session: SessionRow, priced: Priced, until: Date): Bill {
  const { tariff, place, vatPercent, currency, readings } = priced;
  const usage = usageUntil(session, readings, until);
  if (!usage) return { currency, lines: [], totalMinor: 0, vat: [] };
  const owed = usage.readings.some(({ energyWh }) => energyWh > 0) ? tariff : withoutStart(tariff);
  return bill(price({ tariff: owed, place, usage, vatPercent }), { currency });
}
