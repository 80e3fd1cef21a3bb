import { Temporal } from 'temporal-polyfill';
import type { CalculateAsk, Calculated, PriceRemark, Prices, TariffShown, TariffSold } from '../../../shared/console/prices.ts';
import type { Tariff } from '../../../shared/tariff.ts';
import { iso } from '../../../shared/time.ts';
import type { OperatorContext } from '../context.ts';
import type { Clock } from '../ports.ts';
import { estimate } from '../pricing/estimate.ts';
import { isFree } from '../pricing/isFree.ts';
import { priceTable } from '../pricing/priceTable.ts';
import { AFIR_POWER_W, type ClientRecord, type ConnectorRecord, type PointRecord } from '../records.ts';
import { placeOf, vatOf } from '../sessions/prices.ts';
import { listTariffsFrom } from '../store/books/laterTariffs.ts';
import { findTariffAt, listClients, listPoints } from '../store/catalogue.ts';
import { leastHoldMinor, type SellingTerms } from './terms.ts';

/** Who knows neither stations nor provider, as a command beside the app, says nothing of holds. */
export type PricesContext = Pick<OperatorContext, 'store' | 'holidays'> & {
  clock: Pick<Clock, 'now'>;
  selling: SellingTerms | null;
};

/** A plug that is sold by a tariff. */
interface Use {
  client: ClientRecord;
  point: PointRecord;
  connector: ConnectorRecord;
}

/** Every tariff that is sold, and one of them as drivers see it. */
export async function getPrices(context: PricesContext, { tariff: wanted }: { tariff?: string }): Promise<Prices> {
  const uses = await usesByTariff(context);
  const tariffs: TariffSold[] = [];
  for (const [id, plugs] of uses) tariffs.push({ id, plugs: plugs.length, remarks: await remarksOn(context, id, plugs) });
  tariffs.sort((a, b) => (a.id < b.id ? -1 : 1));
  const id = wanted ?? tariffs[0]?.id ?? '';
  const [use] = uses.get(id) ?? [];
  return { tariffs, shown: use ? await shown(context, id, use) : null };
}

async function usesByTariff({ store: { db } }: PricesContext): Promise<ReadonlyMap<string, readonly Use[]>> {
  const clients = new Map((await listClients(db, { isCurrent: true })).map(client => [client.id, client]));
  const uses = (await listPoints(db)).flatMap(point => {
    const client = clients.get(point.clientId);
    return client ? point.connectors.map(connector => ({ client, point, connector })) : [];
  });
  return Map.groupBy(uses, ({ connector }) => connector.tariffId);
}

async function shown(context: PricesContext, id: string, use: Use): Promise<TariffShown | null> {
  const now = context.clock.now();
  const record = await findTariffAt(context.store.db, { id, at: now });
  if (!record) return null;
  const { client, point, connector } = use;
  const tableOf = (tariff: Tariff, at: Date) =>
    priceTable({ tariff, place: placeOf(point, context), now: at, powerW: connector.powerW, vatPercent: vatOf(client, point) });
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

async function remarksOn(context: PricesContext, id: string, uses: readonly Use[]): Promise<PriceRemark[]> {
  const record = await findTariffAt(context.store.db, { id, at: context.clock.now() });
  if (!record) return ['not-now'];
  const { tariff, isSold } = record;
  const costs = (type: string): boolean =>
    tariff.elements.some(({ components }) => components.some(each => each.type === type && each.priceMicro > 0));
  const isFast = ({ point, connector }: Use) => point.country !== 'ch' && connector.isDc && connector.powerW >= AFIR_POWER_W;
  // MessEG § 33: time is charged for by a clock that may be used for it.
  const isUnclocked = ({ client, point }: Use) => point.country === 'de' && client.eichrecht && !client.certifiedClock;
  const isTooDear = (use: Use) =>
    context.selling !== null &&
    leastHoldMinor(context.selling, { ...use, tariff }) > Math.max(0, ...(use.client.holds[tariff.currency] ?? []));
  const found: Readonly<Record<PriceRemark, boolean>> = {
    afir: (costs('FLAT') || costs('TIME')) && uses.some(isFast),
    clock: (costs('TIME') || costs('PARKING_TIME')) && uses.some(isUnclocked),
    hold: !isFree(tariff) && uses.slice(0, MOST_LOOKED_AT).some(isTooDear),
    'not-now': !isSold,
  };
  return (Object.keys(found) as PriceRemark[]).filter(name => found[name]);
}

/** Plugs of one tariff hardly differ, and each has to be priced. */
const MOST_LOOKED_AT = 20;

const MOST_WH = 1_000_000;
const MOST_MINUTES = 72 * 60;

/** The one calculation of prices, at the first plug of a tariff. */
export async function calculate(context: PricesContext, ask: CalculateAsk): Promise<Calculated | null> {
  const { tariff: id, energyWh, from, minutes } = ask;
  const [use] = (await usesByTariff(context)).get(id) ?? [];
  const startAt = use && localInstant(from, use.point.timeZone);
  const isWithin = energyWh > 0 && energyWh <= MOST_WH && (minutes === undefined || (minutes > 0 && minutes <= MOST_MINUTES));
  if (!use || !startAt || !isWithin) return null;
  const record = await findTariffAt(context.store.db, { id, at: startAt });
  if (!record) return null;
  const { bill, minutes: length } = estimate({
    tariff: record.tariff,
    place: placeOf(use.point, context),
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
