import type { Bill, PriceTable } from '../model/tariff.ts';

/** Warnings about a tariff. Each has a text `prices.remark.…`. */
export const PRICE_REMARKS = ['afir', 'clock', 'hold', 'not-now'] as const;
export type PriceRemark = (typeof PRICE_REMARKS)[number];

export interface TariffSold {
  id: string;
  plugs: number;
  remarks: readonly PriceRemark[];
}

/** A tariff as drivers see it at one of the connectors that use it. */
export interface TariffShown {
  id: string;
  version: string;
  table: PriceTable;
  /** The connector for which prices are shown, because they can depend on power, country and public holidays. */
  at: { clientId: string; evseId: string; connector: string; powerW: number; country: string; timeZone: string };
  /** Versions of the tariff that will become valid later. */
  announced: readonly { from: string; version: string; table: PriceTable }[];
}

export interface Prices {
  /** The tariffs of this page, sorted by id. */
  tariffs: readonly TariffSold[];
  /** The list begins after this tariff id. Empty: this is the first page. */
  after: string;
  /** Value of `after` for the next page. Null: this is the last page. */
  next: string | null;
  /** The tariff in detail. Null: no tariff has the requested id, or there are no tariffs. */
  shown: TariffShown | null;
}

export interface PricesQuery {
  tariff?: string;
  after?: string;
}

export interface CalculateRequest {
  tariff: string;
  energyWh: number;
  /** Start of the session in local time of the connector: '2026-11-22T22:00'. */
  from: string;
  /** Minutes for which the vehicle stays connected. Absent: until the energy is charged. */
  minutes?: number;
}

/** The price of an example session, calculated as for a bill. */
export interface Calculated {
  bill: Bill;
  minutes: number;
}

export interface OperatingPrices {
  /**
   * Returns one page of tariffs and one tariff in detail.
   * @param query.after the id after which the page begins; absent: the first page
   */
  getPrices(query: PricesQuery): Promise<Prices>;
  /**
   * Calculates the price of an example session.
   * @returns null if the tariff or the time does not exist
   */
  calculate(request: CalculateRequest): Promise<Calculated | null>;
}
