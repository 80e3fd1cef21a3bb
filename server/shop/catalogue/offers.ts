import type { ChargingPoint, Estimate, EstimateRequest, Plug } from '../../../shared/charging/charging.ts';
import { canChoose, type PlugState } from '../../../shared/charging/session.ts';
import { readEvseId } from '../../../shared/model/evseId.ts';
import { Problem } from '../../../shared/model/problem.ts';
import { estimate } from '../../core/pricing/estimate.ts';
import type { ClientRecord, ConnectorRecord, PointRecord, TariffRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findPoint, findSelling } from '../../store/shop/catalogue.ts';
import { type PlugsNow, plugsAt } from '../../store/shop/sessions.ts';
import { findTariffAt } from '../../store/shop/tariffs.ts';
import { pricingLocationOf, vatOf } from './pricingLocation.ts';
import { stationAddress } from './stationAddress.ts';
import { termsNow } from './terms.ts';

/** A connector with all data that decides whether drivers can use the connector now, and at what price. */
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

/**
 * Loads a charging point with the current offer of each connector.
 * @throws Problem 'no-client', or 'no-charging-point' if the brand has no charging point with this id
 */
export async function getChargingPoint(
  context: OperatorContext,
  { clientId, evseId }: { clientId: string; evseId: string },
): Promise<ChargingPoint> {
  const { client, point, offSince } = await getSelling(context, { clientId, evseId });
  const offers = await offersAt(context, { client, point, offSince });
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
    ...(offSince !== null ? { isOutOfService: true } : {}),
    plugs: offers.map(({ plug }) => plug),
  };
}

/** Loads the current offers of all connectors of a charging point. */
export async function offersAt(
  context: OperatorContext,
  { client, point, offSince }: Omit<OfferInput, 'connector' | 'plugs'>,
): Promise<readonly Offer[]> {
  const { evseId, connectors } = point;
  const plugs = await plugsAt(context.store.db, { evseId, connectors: connectors.map(({ id }) => id) });
  return Promise.all(connectors.map(connector => offer(context, { client, point, connector, plugs, offSince })));
}

/** @throws Problem 'no-client' or 'no-charging-point' */
export async function getSelling({ store }: OperatorContext, request: { clientId: string; evseId: string }) {
  const selling = await findSelling(store.db, request);
  if (!selling) throw new Problem('no-client');
  const { client, point, offSince } = selling;
  if (!point) throw new Problem('no-charging-point');
  return { client, point, offSince };
}

/**
 * Loads the current offer of one connector. The offer is null if the charging point has no connector with this id.
 * @throws Problem 'no-client' or 'no-charging-point'
 */
export async function findOffer(
  context: OperatorContext,
  request: { clientId: string; evseId: string; connector: string },
): Promise<{ client: ClientRecord; offer: Offer | null }> {
  const { client, point, offSince } = await getSelling(context, request);
  const connector = point.connectors.find(({ id }) => id === request.connector);
  if (!connector) return { client, offer: null };
  const plugs = await plugsAt(context.store.db, { evseId: point.evseId, connectors: [connector.id] });
  return { client, offer: await offer(context, { client, point, connector, offSince, plugs }) };
}

/**
 * Estimates the cost of a session, with one line per price component.
 * @throws Problem 'bad-request' if neither energy nor time is given, 'no-client', 'no-charging-point'
 */
export async function estimateCost(context: OperatorContext, request: EstimateRequest): Promise<Estimate> {
  const { offer } = await findOffer(context, request);
  if (!offer) throw new Problem('no-charging-point');
  const { energyWh, minutes, startAt } = request;
  if (energyWh === undefined && minutes === undefined) throw new Problem('bad-request');
  const { client, point, connector, tariff } = offer;
  return estimate({
    tariff: tariff.tariff,
    place: pricingLocationOf(point, context),
    powerW: connector.powerW,
    vatPercent: vatOf(client, point),
    startAt: startAt ? new Date(startAt) : context.clock.now(),
    ...(energyWh === undefined ? {} : { energyWh }),
    ...(minutes === undefined ? {} : { minutes }),
  });
}

interface OfferInput {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
  plugs: PlugsNow;
  /** When staff switched the charging point off. Null: the point is on. */
  offSince: string | null;
}

async function offer(context: OperatorContext, { client, point, connector, plugs, offSince }: OfferInput): Promise<Offer> {
  const record = await findTariffAt(context.store.db, { id: connector.tariffId, at: context.clock.now() });
  if (!record) throw new Error('Tariff of the connector not found');
  const { tariff, version, next, isSold: isItsTime } = record;
  const { tariffId: _, preauthorizeMinor: __, ...facts } = connector;
  const known = plugs.states.get(connector.id) ?? point.state;
  const terms = termsNow(context, { client, point, connector, tariff, version, next });
  const { isReachable } = context.stations.capabilities(stationAddress(point, connector.id));
  const isOffered = isItsTime && (terms.isFree || terms.limits.length > 0);
  const isSold = offSince === null && isReachable && isOffered;
  // A plug that is not offered has no time since when: its state is not what the station has reported.
  const since = offSince ?? (isReachable && isOffered ? plugs.since.get(connector.id)?.toISOString() : undefined);
  const plug: Plug = {
    ...facts,
    state: isSold ? stateNow(known, plugs.taken.has(connector.id)) : 'unavailable',
    ...(offSince === null && !isReachable ? { isOffline: true } : {}),
    ...(since === undefined ? {} : { since }),
    tariffVersion: version,
    ...terms,
  };
  return { client, point, connector, tariff: record, plug };
}

/** Returns 'occupied' for a connector that a session of the app uses, whatever the station last reported. */
const stateNow = (known: PlugState, isOccupied: boolean): PlugState => (isOccupied && canChoose(known) ? 'occupied' : known);
