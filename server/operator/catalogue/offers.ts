import { createHash } from 'node:crypto';
import type { ChargingPoint, Client, Estimate, EstimateAsk, Plug } from '../../../shared/charging.ts';
import { readEvseId } from '../../../shared/evseId.ts';
import { CURRENCIES } from '../../../shared/money.ts';
import { NEUTRAL_BRAND, NEUTRAL_CLIENT } from '../../../shared/neutralClient.ts';
import { Problem } from '../../../shared/problem.ts';
import { canChoose, type PlugState } from '../../../shared/session.ts';
import type { Tariff } from '../../../shared/tariff.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import type { Logo } from '../../backend.ts';
import type { OperatorContext } from '../context.ts';
import { energyForAmount, estimate, stopMarginMinor } from '../pricing/estimate.ts';
import { isFree } from '../pricing/isFree.ts';
import { priceTable } from '../pricing/priceTable.ts';
import type { ClientRecord, ConnectorRecord, PointRecord, TariffRecord } from '../records.ts';
import { placeOf, vatOf } from '../sessions/prices.ts';
import { findClient, findPoint, findTariffAt, listClients, plugStates } from '../store/catalogue.ts';
import { findSessionAtPlug } from '../store/sessions.ts';

/** A plug with everything that decides whether and how it can be sold. */
export interface Offer {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
  tariff: TariffRecord;
  plug: Plug;
}

/** A client that sells, or ever did: its sessions and receipts outlive it. @throws Problem 'no-client' */
export async function getClientRecord({ store }: OperatorContext, clientId: string): Promise<ClientRecord> {
  const client = await findClient(store.db, clientId, { hasGone: true });
  if (!client) throw new Problem('no-client');
  return client;
}

/** The app is somebody even where no entry tells of it. @throws Problem 'no-client' */
export async function getClient(context: OperatorContext, { clientId }: { clientId: string }): Promise<Client> {
  // Pages of a brand that sells no more keep its name; the app falls back to the neutral one.
  const record = await findClient(context.store.db, clientId, { hasGone: clientId !== NEUTRAL_BRAND });
  if (!record && clientId === NEUTRAL_BRAND)
    return { ...NEUTRAL_CLIENT, id: NEUTRAL_BRAND, uuid: NEUTRAL_BRAND, isDefault: false };
  if (!record) throw new Problem('no-client');
  const { id, uuid, name, colors, currency, languages, mainLanguage, country } = record;
  const { supportPhone, supportEmail, namesRequired, emailRequired, buttonWords, withdrawal } = record;
  return {
    id,
    uuid,
    name,
    colors,
    currency,
    languages,
    mainLanguage,
    country,
    supportPhone,
    supportEmail,
    namesRequired,
    emailRequired,
    buttonWords,
    withdrawal,
    logo: record.logo ? { src: logoPath(id, record.logo.base64), width: record.logo.width, height: record.logo.height } : null,
    currencies: CURRENCIES.filter(candidate => candidate === currency || record.holds[candidate]?.length),
    holdAmountsMinor: [...new Set(Object.values(record.holds).flatMap(amounts => amounts ?? []))],
    dataSource: record.dataSource,
    isDefault: false,
  };
}

/** Whoever has points: the app sells nothing. */
export async function findClients({ store }: OperatorContext): Promise<readonly { id: string; name: string }[]> {
  const sellers = (await listClients(store.db, { isCurrent: true })).filter(({ parties }) => parties.length > 0);
  return sellers.map(({ id, name }) => ({ id, name })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const logoPath = (clientId: string, base64: string): string => `/assets/logos/${clientId}/${hashOf(base64).slice(0, 16)}`;

export async function findLogo({ store }: OperatorContext, { clientId }: { clientId: string }): Promise<Logo | null> {
  const client = await findClient(store.db, clientId, { hasGone: true });
  if (!client?.logo) return null;
  const { contentType, base64 } = client.logo;
  return { contentType, bytes: Buffer.from(base64, 'base64'), hash: hashOf(base64).slice(0, 16) };
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
  const point = await findPoint(context.store.db, evseId);
  if (point?.clientId !== clientId) throw new Problem('no-charging-point');
  const states = await plugStates(context.store.db, point.evseId);
  const offers = await Promise.all(point.connectors.map(connector => offer(context, { client, point, connector, states })));
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
    plugs: offers.map(({ plug }) => plug),
  };
}

/** One plug of a point as it is offered now; null when the point has no such plug. */
export async function findOffer(
  context: OperatorContext,
  ask: { clientId: string; evseId: string; connector: string },
): Promise<Offer | null> {
  const client = await getClientRecord(context, ask.clientId);
  const point = await findPoint(context.store.db, ask.evseId);
  if (point?.clientId !== ask.clientId) throw new Problem('no-charging-point');
  const connector = point.connectors.find(({ id }) => id === ask.connector);
  if (!connector) return null;
  return offer(context, { client, point, connector, states: await plugStates(context.store.db, point.evseId) });
}

/** What a session would cost, line by line. @throws Problem 'bad-request' when neither energy nor time is given */
export async function estimateCost(context: OperatorContext, ask: EstimateAsk): Promise<Estimate> {
  const offer = await findOffer(context, ask);
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
}

async function offer(context: OperatorContext, { client, point, connector, states }: OfferAsk): Promise<Offer> {
  const record = await findTariffAt(context.store.db, { id: connector.tariffId, at: context.clock.now() });
  if (!record) throw new Error('A connector has lost its tariff');
  const { tariff, version, isSold: isItsTime } = record;
  const { tariffId: _, ...facts } = connector;
  const isBusy = (await findSessionAtPlug(context.store.db, { evseId: point.evseId, connector: connector.id })) !== null;
  const known = states.get(connector.id) ?? point.state;
  const limits = isFree(tariff) ? [] : offeredLimits(context, { client, point, connector, tariff, version });
  const isSold = isItsTime && (isFree(tariff) || limits.length > 0);
  const plug: Plug = {
    ...facts,
    state: isSold ? stateNow(known, isBusy) : 'unavailable',
    prices: priceTable({
      tariff,
      place: placeOf(point, context),
      now: context.clock.now(),
      powerW: connector.powerW,
      vatPercent: vatOf(client, point),
    }),
    tariffVersion: version,
    limits: [...limits].sort((a, b) => a.amountMinor - b.amountMinor),
    defaultLimitMinor: limits[0]?.amountMinor ?? null,
    isFree: isFree(tariff),
  };
  return { client, point, connector, tariff: record, plug };
}

/** Nobody is sent to a plug that somebody of ours has. */
const stateNow = (known: PlugState, isBusy: boolean): PlugState => (isBusy && canChoose(known) ? 'occupied' : known);

interface HoldsAsk {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
  tariff: Tariff;
}

/** Holds worth offering, and how much energy each buys. */
function offeredLimits(context: OperatorContext, ask: HoldsAsk & { version: string }): Plug['limits'] {
  const { client, tariff } = ask;
  const least = leastHoldMinor(context, ask);
  return (client.holds[tariff.currency] ?? [])
    .filter(amountMinor => amountMinor >= least)
    .map(amountMinor => ({ amountMinor, energyWh: energyNow(context, ask, amountMinor) }));
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

/** What is known before anybody asks: when it is, what the provider takes, how often stations tell. */
export interface SellingTerms {
  clock: Pick<OperatorContext['clock'], 'now'>;
  holidays: OperatorContext['holidays'];
  payments: Pick<OperatorContext['payments'], 'limits'>;
  stations: Pick<OperatorContext['stations'], 'meterIntervalS'>;
}

/** The least hold worth offering: the start fee or the least price, the provider's minimum and three margins (contracts, section 4). */
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
    intervalS: context.stations.meterIntervalS,
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
