import type { ChargingPoint, Estimate, EstimateAsk, Plug } from '../../../shared/charging.ts';
import { readEvseId } from '../../../shared/evseId.ts';
import { Problem } from '../../../shared/problem.ts';
import { canChoose, type PlugState } from '../../../shared/session.ts';
import type { OperatorContext } from '../context.ts';
import { estimate } from '../pricing/estimate.ts';
import type { ClientRecord, ConnectorRecord, PointRecord, TariffRecord } from '../records.ts';
import { placeOf, vatOf } from '../sessions/prices.ts';
import { stationAddress } from '../sessions/stationAddress.ts';
import { findPoint, findSwitchedPoint, findTariffAt, plugStates } from '../store/catalogue.ts';
import { findSessionAtPlug } from '../store/sessions.ts';
import { getClientRecord } from './clients.ts';
import { termsNow } from './terms.ts';

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
  const client = await getClientRecord(context, clientId);
  const found = await findSwitchedPoint(context.store.db, evseId);
  if (found?.point.clientId !== clientId) throw new Problem('no-charging-point');
  const { point, isOff } = found;
  const states = await plugStates(context.store.db, point.evseId);
  const offers = await Promise.all(
    point.connectors.map(connector => offer(context, { client, point, connector, states, isOff })),
  );
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

/** One plug of a point as it is offered now; null when the point has no such plug. */
export async function findOffer(
  context: OperatorContext,
  client: ClientRecord,
  ask: { evseId: string; connector: string },
): Promise<Offer | null> {
  const found = await findSwitchedPoint(context.store.db, ask.evseId);
  if (found?.point.clientId !== client.id) throw new Problem('no-charging-point');
  const { point, isOff } = found;
  const connector = point.connectors.find(({ id }) => id === ask.connector);
  if (!connector) return null;
  return offer(context, { client, point, connector, isOff, states: await plugStates(context.store.db, point.evseId) });
}

/** What a session would cost, line by line. @throws Problem 'bad-request' when neither energy nor time is given */
export async function estimateCost(context: OperatorContext, ask: EstimateAsk): Promise<Estimate> {
  const offer = await findOffer(context, await getClientRecord(context, ask.clientId), ask);
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
  states: ReadonlyMap<string, PlugState>;
  /** Its operator has switched it off. */
  isOff: boolean;
}

async function offer(context: OperatorContext, { client, point, connector, states, isOff }: OfferAsk): Promise<Offer> {
  const record = await findTariffAt(context.store.db, { id: connector.tariffId, at: context.clock.now() });
  if (!record) throw new Error('A connector has lost its tariff');
  const { tariff, version, isSold: isItsTime } = record;
  const { tariffId: _, preauthorizeMinor: __, ...facts } = connector;
  const isBusy = (await findSessionAtPlug(context.store.db, { evseId: point.evseId, connector: connector.id })) !== null;
  const known = states.get(connector.id) ?? point.state;
  const terms = termsNow(context, { client, point, connector, tariff, version });
  const { isReachable } = context.stations.capabilities(stationAddress(point, connector.id));
  const isSold = !isOff && isReachable && isItsTime && (terms.isFree || terms.limits.length > 0);
  const plug: Plug = {
    ...facts,
    state: isSold ? stateNow(known, isBusy) : 'unavailable',
    tariffVersion: version,
    ...terms,
  };
  return { client, point, connector, tariff: record, plug };
}

/** A plug with a session of ours is occupied, whatever its station last reported. */
const stateNow = (known: PlugState, isBusy: boolean): PlugState => (isBusy && canChoose(known) ? 'occupied' : known);
