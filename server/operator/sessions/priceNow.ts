import type { OperatorContext } from '../context.ts';
import { bill } from '../pricing/bill.ts';
import { marginFor } from '../pricing/estimate.ts';
import { owedUntil, priceUntil } from '../pricing/runningPrice.ts';
import type { SessionRecord } from '../store/sessions.ts';
import type { Db } from '../store/store.ts';
import { type MeterNow, readMeter } from './meterSoFar.ts';
import { type PriceFacts, priceFacts } from './prices.ts';
import { addressAt } from './stationAddress.ts';

/** A session's price so far, continued from what this process keeps of it: the same as `billUntil`, in less time. */
export interface PriceNow extends PriceFacts {
  session: SessionRecord;
  /** Null before charging has begun. */
  meter: MeterNow | null;
}

/** Keeps nothing itself, because a transaction may be undone: call `keepPrice` when it has succeeded. */
export async function priceNow(db: Db, session: SessionRecord, context: OperatorContext): Promise<PriceNow> {
  const facts = await priceFacts(db, session, context);
  const { startedAt } = session;
  if (startedAt === null) return { ...facts, session, meter: null };
  const kept = context.meters.get(session.id);
  return { ...facts, session, meter: await readMeter(db, { session, startedAt, facts, kept, now: context.clock.now() }) };
}

export function keepPrice(context: OperatorContext, { session, meter }: PriceNow): void {
  if (meter) context.meters.set(session.id, meter.soFar);
}

/** In minor units. */
export function costSoFar({ meter, vatPercent, currency }: PriceNow): number {
  if (!meter) return 0;
  const { endedAt, since: readings } = meter;
  return bill(owedUntil(meter.soFar.price, { endedAt, readings, vatPercent }), { currency }).totalMinor;
}

/** What the next two meter intervals may cost at most. See `stopMarginMinor`. */
export function marginNow(
  { session, meter, point, vatPercent, currency }: PriceNow,
  { stations }: { stations: Pick<OperatorContext['stations'], 'capabilities'> },
): number {
  if (!meter) return 0;
  const { meterIntervalS } = stations.capabilities(addressAt(session, point));
  const powerW = point.connectors.find(({ id }) => id === session.connector)?.powerW ?? 0;
  return marginFor(
    { powerW, intervalS: meterIntervalS, currency },
    {
      latestWh: meter.latest?.energyWh ?? 0,
      endedAt: meter.endedAt,
      costUntil: (endedAt, more) =>
        bill(priceUntil(meter.soFar.price, { endedAt, readings: [...meter.since, ...more], vatPercent }), { currency })
          .totalMinor,
    },
  );
}
