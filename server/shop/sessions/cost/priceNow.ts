import type { Bill } from '../../../../shared/model/tariff.ts';
import { getOrMake } from '../../../../shared/util/getOrMake.ts';
import type { MeterReading } from '../../../core/ports/stationPort.ts';
import { bill } from '../../../core/pricing/bill.ts';
import { marginFor } from '../../../core/pricing/estimate.ts';
import { hasFlowed, owedUntil, priceUntil } from '../../../core/pricing/runningPrice.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import type { Db } from '../../../store/engine/database.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { addressAt } from '../../catalogue/stationAddress.ts';
import { type MeterNow, readMeter } from './meterSoFar.ts';
import { maxPowerW } from './possibleEnergy.ts';
import { type PriceFacts, plugPowerW, priceFacts } from './prices.ts';

/** The price of a session so far. Equals `billUntil`, but continues from the cached meter, which takes less time. */
export interface PriceNow extends PriceFacts {
  session: SessionRecord;
  /** Null if charging has not begun. */
  meter: MeterNow | null;
}

/**
 * Computes the price of a session so far. The cache does not change, because the transaction may be rolled back; call
 * `cachePrice` after the commit.
 */
export async function priceNow(db: Db, session: SessionRecord, context: OperatorContext): Promise<PriceNow> {
  return priceWith(db, { session, facts: await priceFacts(db, session, context) }, context);
}

/** Like `priceNow`, with pricing data that the caller has already loaded. */
export async function priceWith(
  db: Db,
  { session, facts }: { session: SessionRecord; facts: PriceFacts },
  context: OperatorContext,
): Promise<PriceNow> {
  const { startedAt } = session;
  if (startedAt === null) return { ...facts, session, meter: null };
  const cached = context.meters.get(session.id);
  const now = context.clock.now();
  return { ...facts, session, meter: await readMeter(db, { session, startedAt, facts, stored: cached, now }) };
}

export function cachePrice(context: OperatorContext, { session, meter }: PriceNow): void {
  if (meter) context.meters.set(session.id, meter.soFar);
}

/** Returns the cost so far in minor units. */
export const costSoFar = (priced: PriceNow): number => billSoFar(priced)?.totalMinor ?? 0;

const bills = new WeakMap<PriceNow, Bill>();

/**
 * Returns the bill so far, computed only once per `PriceNow`.
 * @returns null if charging has not begun
 */
export function billSoFar(priced: PriceNow): Bill | null {
  const { meter, vatPercent, currency } = priced;
  if (!meter) return null;
  const { endedAt, since: readings } = meter;
  return getOrMake(bills, priced, () => bill(owedUntil(meter.soFar.price, { endedAt, readings, vatPercent }), { currency }));
}

/** Maximum time from the decision to stop until charging has ended, including a late answer of the station. */
const STOP_DURATION_MS = 90_000;

/** A possible or projected state of a session: energy since the start, and cost in minor units. */
export interface MayBe {
  energyWh: number;
  costMinor: number;
}

/**
 * Returns the highest energy and cost that a session can reach before a stop takes effect, assuming full power since the last
 * meter reading.
 * @returns null unless the meter is overdue: until then, the margin of two intervals in every limit is enough
 */
export function worstCase(priced: PriceNow, context: Pick<OperatorContext, 'stations' | 'clock'>): MayBe | null {
  const { meter, vatPercent, currency } = priced;
  if (!meter || !isMeterOverdue(priced, context)) return null;
  const now = context.clock.now();
  const lastAt = lastReportAt(priced, now);
  const endedAt = new Date(now.getTime() + STOP_DURATION_MS);
  const powerW = maxPowerW(knownPowerW(priced));
  const hours = (endedAt.getTime() - lastAt.getTime()) / 3_600_000;
  const energyWh = Math.ceil((meter.latest?.energyWh ?? 0) + powerW * hours);
  const readings = [...meter.since, { at: endedAt, energyWh, powerW, isCharging: true }];
  const lines = priceUntil(meter.soFar.price, { endedAt, readings, vatPercent });
  return { energyWh, costMinor: bill(lines, { currency }).totalMinor };
}

/**
 * Returns the rated power of the connector in watts. If it is unknown, for example because the connector has left the catalogue,
 * the power of the last meter reading counts; 0 if there is none.
 */
const knownPowerW = ({ session, meter, point }: PriceNow): number => plugPowerW(point, session) || (meter?.latest?.powerW ?? 0);

/** Returns whether no meter reading has arrived for two intervals. */
export function isMeterOverdue(priced: PriceNow, { stations, clock }: Pick<OperatorContext, 'stations' | 'clock'>): boolean {
  const { meterIntervalS } = stations.capabilities(addressAt(priced.session, priced.point));
  const now = clock.now();
  return now.getTime() - lastReportAt(priced, now).getTime() > 2 * meterIntervalS * 1000;
}

const lastReportAt = ({ session, meter }: PriceNow, now: Date): Date => meter?.latest?.at ?? session.startedAt ?? now;

/** Returns the maximum cost of the next two meter intervals in minor units, see `stopMarginMinor`. */
export function marginNow(
  priced: PriceNow,
  { stations }: { stations: Pick<OperatorContext['stations'], 'capabilities'> },
): number {
  const { session, meter, point, vatPercent, currency } = priced;
  if (!meter) return 0;
  const { price } = meter.soFar;
  const isOwedInFull = hasFlowed(price, { readings: meter.since });
  const costUntil = (endedAt: Date, more: readonly MeterReading[]): number =>
    bill(priceUntil(price, { endedAt, readings: [...meter.since, ...more], vatPercent }), { currency }).totalMinor;
  const { meterIntervalS } = stations.capabilities(addressAt(session, point));
  const powerW = knownPowerW(priced);
  return marginFor(
    { powerW, intervalS: meterIntervalS, currency },
    {
      latestWh: meter.latest?.energyWh ?? 0,
      endedAt: meter.endedAt,
      costUntil: (endedAt, more) => (more.length === 0 && isOwedInFull ? costSoFar(priced) : costUntil(endedAt, more)),
    },
  );
}
