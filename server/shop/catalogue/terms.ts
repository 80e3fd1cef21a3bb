import type { Plug, PlugTerms } from '../../../shared/charging/charging.ts';
import { limitFor, USUAL_WH } from '../../../shared/charging/startingLimit.ts';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { iso, MINUTE_MS } from '../../../shared/model/time.ts';
import { getOrMake } from '../../../shared/util/getOrMake.ts';
import { energyForAmount, estimateTotal, stopMarginMinor } from '../../core/pricing/estimate.ts';
import { isFree } from '../../core/pricing/isFree.ts';
import { priceTable } from '../../core/pricing/priceTable.ts';
import type { ClientRecord, ConnectorRecord, PointRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { TariffNow } from '../../store/shop/tariffs.ts';
import { pricingLocationOf, vatOf } from './pricingLocation.ts';
import { stationAddress } from './stationAddress.ts';

interface HoldsInput {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
  tariff: Tariff;
}

/**
 * Returns the prices and limits that apply in the current minute. Prices change only at full minutes, so one result is cached
 * per minute for all connectors with equal terms.
 */
export function termsNow(context: OperatorContext, input: HoldsInput & Pick<TariffNow, 'version' | 'next'>): PlugTerms {
  const { client, point, connector, tariff, version, next } = input;
  const { powerW, preauthorizeMinor } = connector;
  const from = new Date(Math.floor(context.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
  const [place, vatPercent] = [pricingLocationOf(point, context), vatOf(client, point)];
  const { meterIntervalS } = context.stations.capabilities(stationAddress(point, connector.id));
  const where = [place.timeZone, place.region, powerW, vatPercent, meterIntervalS];
  const holds = [preauthorizeMinor, ...(client.holds[tariff.currency] ?? [])];
  const announced = next ? [next.version, next.from.getTime()] : [];
  const key = [version, ...announced, tariff.id, from.getTime(), ...where, ...holds].join('\n');
  return getOrMake(context.terms, key, () => {
    const limits = isFree(tariff) ? [] : offeredLimits(context, { ...input, from });
    const tableOf = (of: Tariff, now: Date) => priceTable({ tariff: of, place, now, powerW, vatPercent });
    return {
      prices: tableOf(tariff, from),
      ...(next ? { nextPrices: { from: iso(next.from), prices: tableOf(next.tariff, next.from) } } : {}),
      limits,
      defaultLimitMinor: firstLimit(context, { ...input, from, limits }),
      isFree: isFree(tariff),
    };
  });
}

/**
 * Returns the holds that a driver can choose, in ascending order, each with the energy that the hold pays for. Holds below
 * `minHoldMinor` are left out.
 */
function offeredLimits(context: OperatorContext, { from, ...request }: HoldsInput & { from: Date }): Plug['limits'] {
  const { client, point, connector, tariff } = request;
  const minimumMinor = minHoldMinor(context, request);
  const offered = (client.holds[tariff.currency] ?? []).filter(amountMinor => amountMinor >= minimumMinor);
  const wanted = wantedHold(context, request);
  const all = new Set(offered.length > 0 && wanted !== null && wanted >= minimumMinor ? [wanted, ...offered] : offered);
  const location = pricingLocationOf(point, context);
  const sold = { tariff, place: location, powerW: connector.powerW, vatPercent: vatOf(client, point), startAt: from };
  return [...all]
    .sort((a, b) => a - b)
    .map(amountMinor => ({ amountMinor, energyWh: energyForAmount({ ...sold, amountMinor }) }));
}

/** Returns the hold that the station requests, limited to the brand's highest hold; null if the station requests no amount. */
function wantedHold({ payments }: OperatorContext, { client, connector, tariff }: HoldsInput): number | null {
  const { preauthorizeMinor } = connector;
  const holds = client.holds[tariff.currency] ?? [];
  if (preauthorizeMinor === undefined || holds.length === 0) return null;
  const { stepMinor } = payments.limits(tariff.currency);
  return Math.min(Math.ceil(preauthorizeMinor / stepMinor) * stepMinor, Math.max(...holds));
}

/**
 * Returns the hold that the page preselects: the one that the station requests, otherwise one that is enough for a usual
 * session.
 */
function firstLimit(
  context: OperatorContext,
  { limits, from, ...request }: HoldsInput & Pick<Plug, 'limits'> & { from: Date },
): number | null {
  if (limits.length === 0) return null;
  const { client, point, connector, tariff } = request;
  const wanted = wantedHold(context, request);
  if (wanted !== null) return (limits.find(({ amountMinor }) => amountMinor === wanted) ?? limits[0])?.amountMinor ?? null;
  const usual = { place: pricingLocationOf(point, context), powerW: connector.powerW, vatPercent: vatOf(client, point) };
  return limitFor(limits, { estimateMinor: estimateTotal({ tariff, startAt: from, ...usual }, USUAL_WH) });
}

/**
 * The dependencies of `minHoldMinor`: the time, the holidays, the limits of the payment provider, and the capabilities of
 * stations.
 */
export interface SellingTerms {
  clock: Pick<OperatorContext['clock'], 'now'>;
  holidays: OperatorContext['holidays'];
  payments: Pick<OperatorContext['payments'], 'limits'>;
  stations: Pick<OperatorContext['stations'], 'capabilities'>;
}

/**
 * Returns the minimum hold in minor units: the start fee or minimum price, plus the payment provider's minimum, plus three times
 * the amount that a session may still cost after the stop command (`stopMarginMinor`).
 */
export function minHoldMinor(context: SellingTerms, { client, point, connector, tariff }: HoldsInput): number {
  const now = context.clock.now();
  const vatPercent = vatOf(client, point);
  const location = pricingLocationOf(point, context);
  const { currency } = tariff;
  const margin = stopMarginMinor({
    tariff,
    place: location,
    vatPercent,
    currency,
    powerW: connector.powerW,
    intervalS: context.stations.capabilities(stationAddress(point, connector.id)).meterIntervalS,
    usage: { startedAt: now, endedAt: now, readings: [] },
  });
  return context.payments.limits(currency).minMinor + minPriceMinor(tariff) + 3 * margin;
}

/**
 * Returns the amount that every session may cost from its first second: the highest start fee of the tariff, or its minimum
 * price. Minor units, rounded up.
 */
function minPriceMinor(tariff: Tariff): number {
  const fees = tariff.elements.flatMap(({ components }) =>
    components.filter(({ type }) => type === 'FLAT').map(({ priceMicro }) => priceMicro),
  );
  return Math.ceil(Math.max(tariff.minPriceMicro ?? 0, ...fees) / 10_000);
}
