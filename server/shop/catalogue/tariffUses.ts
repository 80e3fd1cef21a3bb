import { Temporal } from 'temporal-polyfill';
import type { PriceRemark } from '../../../shared/console/prices.ts';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { unitPriceVerdict } from '../../core/formats/kwhPrices.ts';
import type { Clock } from '../../core/ports/ports.ts';
import { isFree } from '../../core/pricing/isFree.ts';
import { priceRows } from '../../core/pricing/priceRows.ts';
import type { ClientRecord } from '../../core/records/records.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Db } from '../../store/engine/database.ts';
import { listClients } from '../../store/shop/catalogue.ts';
import { listPlugsSold, type PlugSold, type TariffUse } from '../../store/shop/plugsSold.ts';
import { pricingLocationOf, vatOf } from './pricingLocation.ts';
import { minHoldMinor, type SellingTerms } from './terms.ts';

/**
 * The dependencies of prices in the console. A command-line process has neither stations nor a payment provider: `selling` is
 * then null, and no warning about holds is returned.
 */
export type PricesContext = Pick<OperatorContext, 'holidays'> & {
  store: { db: Db };
  clock: Pick<Clock, 'now'>;
  selling: SellingTerms | null;
};

/** A connector with a given tariff, and the brand that offers the connector. */
export interface Use extends PlugSold {
  client: ClientRecord;
}

export type Clients = ReadonlyMap<string, ClientRecord>;

/**
 * Maximum number of connectors for which prices are computed per tariff. A few are enough, because the connectors of one tariff
 * hardly differ.
 */
export const MAX_PRICED_PLUGS = 20;

export const currentClients = async ({ store: { db } }: PricesContext): Promise<Clients> =>
  new Map((await listClients(db, { isCurrent: true })).map(client => [client.id, client]));

/** Lists up to `limit` connectors with the tariff `id`. `brand`: only connectors of this brand. */
export async function usesOf(
  { store: { db } }: PricesContext,
  { id: tariffId, brand, clients, limit }: { id: string; brand?: string | undefined; clients: Clients; limit: number },
): Promise<readonly Use[]> {
  return (await listPlugsSold(db, { tariffId, clientId: brand, limit })).flatMap(sold => {
    const client = clients.get(sold.point.clientId);
    return client ? [{ ...sold, client }] : [];
  });
}

/** Returns what the price of a session at a connector depends on besides tariff, time and energy. */
export const pricedAt = (context: PricesContext, { client, point, connector }: Use) => ({
  place: pricingLocationOf(point, context),
  powerW: connector.powerW,
  vatPercent: vatOf(client, point),
});

interface Judged {
  tariff: Tariff;
  isSold: boolean;
  uses: readonly Pick<TariffUse, 'clientId' | 'country' | 'isFast'>[];
  /** Some connectors with the tariff. */
  samples: readonly Use[];
  clients: Clients;
}

/** Returns the warnings about a tariff. `check` and the import of an operator's folder apply the same rules. */
export function remarksOn({ selling }: PricesContext, { tariff, isSold, uses, samples, clients }: Judged): PriceRemark[] {
  const costs = (type: string): boolean =>
    tariff.elements.some(({ components }) => components.some(each => each.type === type && each.priceMicro > 0));
  // Returns whether a time-based fee would require a certified clock that the brand does not have (MessEG § 33).
  const isUnclocked = ({ clientId, country }: Judged['uses'][number]) => {
    const client = clients.get(clientId);
    return country === 'de' && client !== undefined && client.eichrecht && !client.certifiedClock;
  };
  const isTooDear = (use: Use) =>
    selling !== null && minHoldMinor(selling, { ...use, tariff }) > Math.max(0, ...(use.client.holds[tariff.currency] ?? []));
  const found: Readonly<Record<PriceRemark, boolean>> = {
    afir: (costs('FLAT') || costs('TIME')) && uses.some(({ country, isFast }) => country !== 'ch' && isFast),
    clock: (costs('TIME') || costs('PARKING_TIME')) && uses.some(isUnclocked),
    hold: selling !== null && !isFree(tariff) && samples.some(isTooDear),
    high: verdictOn(tariff) !== null,
    'not-now': !isSold,
  };
  return (Object.keys(found) as PriceRemark[]).filter(name => found[name]);
}

/** Returns the more severe verdict on the unit prices of a tariff. */
export function verdictOn(tariff: Tariff): 'high' | 'impossible' | null {
  const verdicts = priceRows(tariff).map(({ priceMicro, unit }) =>
    unitPriceVerdict({ price: priceMicro / 1_000_000, unit }, tariff.currency),
  );
  if (verdicts.includes('impossible')) return 'impossible';
  return verdicts.includes('high') ? 'high' : null;
}

/**
 * Converts a local time 'YYYY-MM-DDTHH:MM' into an instant.
 * @param options.disambiguation 'reject' refuses a time that a clock change skips or repeats
 * @returns null if the time does not exist
 */
export function localInstant(
  local: string,
  timeZone: string,
  options: { disambiguation: 'compatible' | 'earlier' | 'later' | 'reject' } = { disambiguation: 'compatible' },
): Date | null {
  try {
    return new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone, options).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the local time of day of an instant, 'HH:MM'. */
export const localClock = (at: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainTime()
    .toString({ smallestUnit: 'minute' });
