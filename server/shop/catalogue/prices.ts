import { Temporal } from 'temporal-polyfill';
import type {
  Calculated,
  CalculateRequest,
  PriceRemark,
  Prices,
  PricesQuery,
  TariffShown,
  TariffSold,
} from '../../../shared/console/prices.ts';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Clock } from '../../core/ports/ports.ts';
import { estimate } from '../../core/pricing/estimate.ts';
import { isFree } from '../../core/pricing/isFree.ts';
import { priceTable } from '../../core/pricing/priceTable.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findTariffAt, listClients } from '../../store/shop/catalogue.ts';
import { listTariffsFrom } from '../../store/shop/laterTariffs.ts';
import { listPlugsSold, listTariffUses, type PlugSold, type TariffUse } from '../../store/shop/plugsSold.ts';
import { pricingLocationOf, vatOf } from './pricingLocation.ts';
import { minHoldMinor, type SellingTerms } from './terms.ts';

/**
 * The dependencies of the console's price pages. A command-line process has neither stations nor a payment provider: `selling`
 * is then null, and no warning about holds is returned.
 */
export type PricesContext = Pick<OperatorContext, 'store' | 'holidays'> & {
  clock: Pick<Clock, 'now'>;
  selling: SellingTerms | null;
};

/** A connector with a given tariff, and the brand that offers the connector. */
interface Use extends PlugSold {
  client: ClientRecord;
}

type Clients = ReadonlyMap<string, ClientRecord>;

/** Number of tariffs per page. */
const TARIFFS_AT_ONCE = 20;

/**
 * Returns one page of the tariffs in use, and the price table of one tariff: the requested one, otherwise the first of the page.
 */
export async function getPrices(context: PricesContext, { tariff: wanted, after = '' }: PricesQuery): Promise<Prices> {
  const clients = await currentClients(context);
  const listed = Map.groupBy(
    await listTariffUses(context.store.db, { after, limit: TARIFFS_AT_ONCE + 1 }),
    ({ tariffId }) => tariffId,
  );
  const ids = [...listed.keys()].slice(0, TARIFFS_AT_ONCE);
  const tariffs: TariffSold[] = [];
  for (const id of ids) {
    const uses = (listed.get(id) ?? []).filter(({ clientId }) => clients.has(clientId));
    const plugs = uses.reduce((sum, use) => sum + use.plugs, 0);
    if (plugs > 0) tariffs.push({ id, plugs, remarks: await remarksOn(context, { id, uses, clients }) });
  }
  const id = wanted ?? tariffs[0]?.id ?? '';
  const [use] = await usesOf(context, { id, clients, limit: MAX_PRICED_PLUGS });
  return {
    tariffs,
    after,
    next: listed.size > ids.length ? (ids.at(-1) ?? null) : null,
    shown: use ? await shown(context, id, use) : null,
  };
}

const currentClients = async ({ store: { db } }: PricesContext): Promise<Clients> =>
  new Map((await listClients(db, { isCurrent: true })).map(client => [client.id, client]));

/** Lists up to `limit` connectors with the tariff `id`. */
async function usesOf(
  { store: { db } }: PricesContext,
  { id: tariffId, clients, limit }: { id: string; clients: Clients; limit: number },
): Promise<readonly Use[]> {
  return (await listPlugsSold(db, { tariffId, limit })).flatMap(sold => {
    const client = clients.get(sold.point.clientId);
    return client ? [{ ...sold, client }] : [];
  });
}

async function shown(context: PricesContext, id: string, use: Use): Promise<TariffShown | null> {
  const now = context.clock.now();
  const record = await findTariffAt(context.store.db, { id, at: now });
  if (!record) return null;
  const { client, point, connector } = use;
  const tableOf = (tariff: Tariff, at: Date) =>
    priceTable({
      tariff,
      place: pricingLocationOf(point, context),
      now: at,
      powerW: connector.powerW,
      vatPercent: vatOf(client, point),
    });
  const later = await listTariffsFrom(context.store.db, { id, after: now });
  return {
    id,
    version: record.version,
    table: tableOf(record.tariff, now),
    at: {
      clientId: client.id,
      evseId: point.evseId,
      connector: connector.id,
      powerW: connector.powerW,
      country: point.country,
      timeZone: point.timeZone,
    },
    announced: later.map(({ from, version, tariff }) => ({ from: iso(from), version, table: tableOf(tariff, from) })),
  };
}

async function remarksOn(
  context: PricesContext,
  { id, uses, clients }: { id: string; uses: readonly TariffUse[]; clients: Clients },
): Promise<PriceRemark[]> {
  const record = await findTariffAt(context.store.db, { id, at: context.clock.now() });
  if (!record) return ['not-now'];
  const { tariff, isSold } = record;
  const { selling } = context;
  const costs = (type: string): boolean =>
    tariff.elements.some(({ components }) => components.some(each => each.type === type && each.priceMicro > 0));
  // Returns whether a time-based fee would require a certified clock that the brand does not have (MessEG § 33).
  const isUnclocked = ({ clientId, country }: TariffUse) => {
    const client = clients.get(clientId);
    return country === 'de' && client !== undefined && client.eichrecht && !client.certifiedClock;
  };
  const isTooDear = (use: Use) =>
    selling !== null && minHoldMinor(selling, { ...use, tariff }) > Math.max(0, ...(use.client.holds[tariff.currency] ?? []));
  const samples = selling === null || isFree(tariff) ? [] : await usesOf(context, { id, clients, limit: MAX_PRICED_PLUGS });
  const found: Readonly<Record<PriceRemark, boolean>> = {
    afir: (costs('FLAT') || costs('TIME')) && uses.some(({ country, isFast }) => country !== 'ch' && isFast),
    clock: (costs('TIME') || costs('PARKING_TIME')) && uses.some(isUnclocked),
    hold: samples.some(isTooDear),
    'not-now': !isSold,
  };
  return (Object.keys(found) as PriceRemark[]).filter(name => found[name]);
}

/**
 * Maximum number of connectors for which prices are computed per tariff. A few are enough, because the connectors of one tariff
 * hardly differ.
 */
const MAX_PRICED_PLUGS = 20;

const MAX_ENERGY_WH = 1_000_000;
const MAX_MINUTES = 72 * 60;

/**
 * Calculates the price of a session at the first connector with the given tariff.
 * @returns null if the tariff is not in use, or if the input is out of range
 */
export async function calculate(context: PricesContext, request: CalculateRequest): Promise<Calculated | null> {
  const { tariff: id, energyWh, from, minutes } = request;
  const [use] = await usesOf(context, { id, clients: await currentClients(context), limit: MAX_PRICED_PLUGS });
  const startAt = use && localInstant(from, use.point.timeZone);
  const isWithin =
    energyWh > 0 && energyWh <= MAX_ENERGY_WH && (minutes === undefined || (minutes > 0 && minutes <= MAX_MINUTES));
  if (!use || !startAt || !isWithin) return null;
  const record = await findTariffAt(context.store.db, { id, at: startAt });
  if (!record) return null;
  const { bill, minutes: length } = estimate({
    tariff: record.tariff,
    place: pricingLocationOf(use.point, context),
    powerW: use.connector.powerW,
    vatPercent: vatOf(use.client, use.point),
    startAt,
    energyWh,
    ...(minutes === undefined ? {} : { minutes }),
  });
  return { bill, minutes: length };
}

function localInstant(local: string, timeZone: string): Date | null {
  try {
    return new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
