import type { Bill, PriceTable } from '../model/tariff.ts';

/** Warnings about a tariff. Each has a text `prices.remark.…`. */
export const PRICE_REMARKS = ['afir', 'clock', 'hold', 'not-now'] as const;
export type PriceRemark = (typeof PRICE_REMARKS)[number];

export interface TariffSold {
  id: string;
  plugs: number;
  remarks: readonly PriceRemark[];
}

/** A tariff with its prices at one of the connectors that use it. */
export interface TariffShown {
  id: string;
  version: string;
  table: PriceTable;
  /**
   * The connector whose prices are shown. Prices of a tariff can depend on the connector's power, country and public holidays.
   */
  at: { clientId: string; evseId: string; connector: string; powerW: number; country: string; timeZone: string };
  /** Versions of the tariff that will become valid later. */
  announced: readonly { from: string; version: string; table: PriceTable }[];
}

export interface Prices {
  /** The tariffs of this page, sorted by id. */
  tariffs: readonly TariffSold[];
  /** Tariff id after which this page begins. Empty: this is the first page. */
  after: string;
  /** Value of `after` for the next page. Null: this is the last page. */
  next: string | null;
  /** The selected tariff in detail. Null: no tariff has the requested id, or there are no tariffs. */
  shown: TariffShown | null;
}

export interface PricesQuery {
  tariff?: string;
  after?: string;
}

export interface CalculateRequest {
  tariff: string;
  energyWh: number;
  /** Start of the session in the connector's local time: '2026-11-22T22:00'. */
  from: string;
  /** Minutes for which the vehicle stays connected. Absent: until it has charged the energy. */
  minutes?: number;
}

/** The price of an example session, calculated like a bill. */
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
