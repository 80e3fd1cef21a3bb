import type { ChargingPoint, Estimate, EstimateAsk, Plug } from '../../../shared/charging.ts';
import { readEvseId } from '../../../shared/evseId.ts';
import { limitFor, USUAL_WH } from '../../../shared/price/startingLimit.ts';
import { Problem } from '../../../shared/problem.ts';
import { canChoose, type PlugState } from '../../../shared/session.ts';
import type { Tariff } from '../../../shared/tariff.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { OperatorContext } from '../context.ts';
import { energyForAmount, estimate, estimateTotal, stopMarginMinor } from '../pricing/estimate.ts';
import { isFree } from '../pricing/isFree.ts';
import { priceTable } from '../pricing/priceTable.ts';
import type { ClientRecord, ConnectorRecord, PointRecord, TariffRecord } from '../records.ts';
import { placeOf, vatOf } from '../sessions/prices.ts';
import { stationAddress } from '../sessions/stationAddress.ts';
import { findPoint, findSelling, findTariffAt } from '../store/catalogue.ts';
import { type PlugsNow, plugsAt } from '../store/sessions.ts';

/** A plug with everything that decides whether and how it can be sold. */
export interface Offer {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
  tariff: TariffRecord;
  plug: Plug;
}

export async function findChargingPoint(
  { store }: OperatorContext,
  { text }: { text: string },
): Promise<{ clientId: string; evseId: string } | null> {
  const typed = readEvseId(text);
  const point = typed ? await findPoint(store.db, typed.compact) : null;
  return point ? { clientId: point.clientId, evseId: point.evseId } : null;
}

/** @throws Problem 'no-client' or 'no-charging-point'; another client's point is none of this client's. */
export async function getChargingPoint(
  context: OperatorContext,
  { clientId, evseId }: { clientId: string; evseId: string },
): Promise<ChargingPoint> {
  const { client, point, isOff } = await getSelling(context, { clientId, evseId });
  const { evseId: id, connectors } = point;
  const plugs = await plugsAt(context.store.db, { evseId: id, connectors: connectors.map(each => each.id) });
  const offers = await Promise.all(point.connectors.map(connector => offer(context, { client, point, connector, plugs, isOff })));
  const { street, postalCode, city, country, timeZone, openingHours, helpPhone } = point;
  return {
    clientId,
    evseId: point.evseId,
    street,
    postalCode,
    city,
    country,
    timeZone,
    openingHours,
    helpPhone: helpPhone ?? client.supportPhone,
    currency: offers[0]?.tariff.tariff.currency ?? client.currency,
    ...(isOff ? { isOutOfService: true } : {}),
    plugs: offers.map(({ plug }) => plug),
  };
}

/** @throws Problem 'no-client' or 'no-charging-point' */
async function getSelling({ store }: OperatorContext, ask: { clientId: string; evseId: string }) {
  const selling = await findSelling(store.db, ask);
  if (!selling) throw new Problem('no-client');
  const { client, point, isOff } = selling;
  if (!point) throw new Problem('no-charging-point');
  return { client, point, isOff };
}

/**
 * One plug of a client's point as it is offered now; null when the point has no such plug.
 * @throws Problem 'no-client' or 'no-charging-point'
 */
export async function findOffer(
  context: OperatorContext,
  ask: { clientId: string; evseId: string; connector: string },
): Promise<{ client: ClientRecord; offer: Offer | null }> {
  const { client, point, isOff } = await getSelling(context, ask);
  const connector = point.connectors.find(({ id }) => id === ask.connector);
  if (!connector) return { client, offer: null };
  const plugs = await plugsAt(context.store.db, { evseId: point.evseId, connectors: [connector.id] });
  return { client, offer: await offer(context, { client, point, connector, isOff, plugs }) };
}

/** What a session would cost, line by line. @throws Problem 'bad-request' when neither energy nor time is given */
export async function estimateCost(context: OperatorContext, ask: EstimateAsk): Promise<Estimate> {
  const { offer } = await findOffer(context, ask);
  if (!offer) throw new Problem('no-charging-point');
  const { energyWh, minutes, startAt } = ask;
  if (energyWh === undefined && minutes === undefined) throw new Problem('bad-request');
  const { client, point, connector, tariff } = offer;
  return estimate({
    tariff: tariff.tariff,
    place: placeOf(point, context),
    powerW: connector.powerW,
    vatPercent: vatOf(client, point),
    startAt: startAt ? new Date(startAt) : context.clock.now(),
    ...(energyWh === undefined ? {} : { energyWh }),
    ...(minutes === undefined ? {} : { minutes }),
  });
}

interface OfferAsk {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
  plugs: PlugsNow;
  /** Its operator has switched it off. */
  isOff: boolean;
}

async function offer(context: OperatorContext, { client, point, connector, plugs, isOff }: OfferAsk): Promise<Offer> {
  const record = await findTariffAt(context.store.db, { id: connector.tariffId, at: context.clock.now() });
  if (!record) throw new Error('A connector has lost its tariff');
  const { tariff, version, isSold: isItsTime } = record;
  const { tariffId: _, preauthorizeMinor: __, ...facts } = connector;
  const known = plugs.states.get(connector.id) ?? point.state;
  const limits = isFree(tariff) ? [] : offeredLimits(context, { client, point, connector, tariff, version });
  const { isReachable } = context.stations.capabilities(stationAddress(point, connector.id));
  const isSold = !isOff && isReachable && isItsTime && (isFree(tariff) || limits.length > 0);
  const plug: Plug = {
    ...facts,
    state: isSold ? stateNow(known, plugs.taken.has(connector.id)) : 'unavailable',
    prices: priceTable({
      tariff,
      place: placeOf(point, context),
      now: context.clock.now(),
      powerW: connector.powerW,
      vatPercent: vatOf(client, point),
    }),
    tariffVersion: version,
    limits,
    defaultLimitMinor: limits.length > 0 ? firstLimit(context, { client, point, connector, tariff, limits }) : null,
    isFree: isFree(tariff),
  };
  return { client, point, connector, tariff: record, plug };
}

/** A plug with a session of ours is occupied, whatever its station last reported. */
const stateNow = (known: PlugState, isTaken: boolean): PlugState => (isTaken && canChoose(known) ? 'occupied' : known);

interface HoldsAsk {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
  tariff: Tariff;
}

/** Holds worth offering, ascending, and how much energy each buys. */
function offeredLimits(context: OperatorContext, ask: HoldsAsk & { version: string }): Plug['limits'] {
  const least = leastHoldMinor(context, ask);
  const offered = (ask.client.holds[ask.tariff.currency] ?? []).filter(amountMinor => amountMinor >= least);
  const wanted = wantedHold(context, ask);
  const all = new Set(offered.length > 0 && wanted !== null && wanted >= least ? [wanted, ...offered] : offered);
  return [...all].sort((a, b) => a - b).map(amountMinor => ({ amountMinor, energyWh: energyNow(context, ask, amountMinor) }));
}

/** What the station wants to be held; a client's highest hold is never exceeded. Null: it leaves that to us. */
function wantedHold({ payments }: OperatorContext, { client, connector, tariff }: HoldsAsk): number | null {
  const { preauthorizeMinor } = connector;
  const holds = client.holds[tariff.currency] ?? [];
  if (preauthorizeMinor === undefined || holds.length === 0) return null;
  const { stepMinor } = payments.limits(tariff.currency);
  return Math.min(Math.ceil(preauthorizeMinor / stepMinor) * stepMinor, Math.max(...holds));
}

/** Checked until the driver chooses: the hold that the station wants, else what is enough for a usual session. */
function firstLimit(context: OperatorContext, { limits, ...ask }: HoldsAsk & Pick<Plug, 'limits'>): number | null {
  const { client, point, connector, tariff } = ask;
  const wanted = wantedHold(context, ask);
  if (wanted !== null) return (limits.find(({ amountMinor }) => amountMinor === wanted) ?? limits[0])?.amountMinor ?? null;
  const usual = { place: placeOf(point, context), powerW: connector.powerW, vatPercent: vatOf(client, point) };
  return limitFor(limits, { estimateMinor: estimateTotal({ tariff, startAt: context.clock.now(), ...usual }, USUAL_WH) });
}

/** What an amount buys from this minute on: looked for once for all who are offered the same price at the same power. */
function energyNow(context: OperatorContext, ask: HoldsAsk & { version: string }, amountMinor: number): number | null {
  const { client, point, connector, tariff, version } = ask;
  const { powerW } = connector;
  const [place, vatPercent] = [placeOf(point, context), vatOf(client, point)];
  const startAt = new Date(Math.floor(context.clock.now().getTime() / MINUTE_MS) * MINUTE_MS);
  const key = [version, tariff.id, place.timeZone, place.region, powerW, vatPercent, amountMinor, startAt.getTime()].join('\n');
  const known = context.bought.get(key);
  if (known !== undefined) return known;
  const energyWh = energyForAmount({ tariff, place, powerW, vatPercent, startAt, amountMinor });
  context.bought.set(key, energyWh);
  return energyWh;
}

/** What is known before anybody asks: when it is, what the provider takes, what can be expected of stations. */
export interface SellingTerms {
  clock: Pick<OperatorContext['clock'], 'now'>;
  holidays: OperatorContext['holidays'];
  payments: Pick<OperatorContext['payments'], 'limits'>;
  stations: Pick<OperatorContext['stations'], 'capabilities'>;
}

/** The least hold worth offering: start fee or least price, the provider's minimum, and three stop margins (`stopMarginMinor`). */
export function leastHoldMinor(context: SellingTerms, { client, point, connector, tariff }: HoldsAsk): number {
  const now = context.clock.now();
  const vatPercent = vatOf(client, point);
  const place = placeOf(point, context);
  const { currency } = tariff;
  const margin = stopMarginMinor({
    tariff,
    place,
    vatPercent,
    currency,
    powerW: connector.powerW,
    intervalS: context.stations.capabilities(stationAddress(point, connector.id)).meterIntervalS,
    usage: { startedAt: now, endedAt: now, readings: [] },
  });
  return context.payments.limits(currency).minMinor + leastPriceMinor(tariff) + 3 * margin;
}

/** What any session may cost at once: the dearest start fee of the tariff, or its least price. Minor units, rounded up. */
function leastPriceMinor(tariff: Tariff): number {
  const fees = tariff.elements.flatMap(({ components }) =>
    components.filter(({ type }) => type === 'FLAT').map(({ priceMicro }) => priceMicro),
  );
  return Math.ceil(Math.max(tariff.minPriceMicro ?? 0, ...fees) / 10_000);
}
