import type { Bill, PriceTable } from '../model/tariff.ts';

/** Remarks on a tariff for the operator. Each remark has a text `prices.remark.…`. */
export const PRICE_REMARKS = ['afir', 'clock', 'hold', 'not-now'] as const;
export type PriceRemark = (typeof PRICE_REMARKS)[number];

export interface TariffSold {
  id: string;
  plugs: number;
  remarks: readonly PriceRemark[];
}

/** A tariff as drivers see the tariff at one of the connectors sold with it. */
export interface TariffShown {
  id: string;
  version: string;
  table: PriceTable;
  /** The connector of this view. Prices can depend on power, country and public holidays. */
  at: { clientId: string; evseId: string; connector: string; powerW: number; country: string; timeZone: string };
  /** Versions of the tariff that become valid later. */
  announced: readonly { from: string; version: string; table: PriceTable }[];
}

export interface Prices {
  /** The tariffs of this page in the order of their ids. */
  tariffs: readonly TariffSold[];
  /** The page contains the tariffs after this id. Empty: the page is the first one. */
  after: string;
  /** Value of `after` for the next page. Null: this page is the last one. */
  next: string | null;
  /** Null if no tariff has this id, or if there is no tariff. */
  shown: TariffShown | null;
}

export interface PricesQuery {
  tariff?: string;
  after?: string;
}

export interface CalculateRequest {
  tariff: string;
  energyWh: number;
  /** Local time at the connector, '2026-11-22T22:00'. */
  from: string;
  /** Minutes for which the vehicle is plugged in. Missing: until the energy is charged. */
  minutes?: number;
}

/** The price of an example session. The calculation is the same as for a bill. */
export interface Calculated {
  bill: Bill;
  minutes: number;
}

export interface OperatingPrices {
  /**
   * Returns one page of tariffs and one tariff in detail.
   * @param ask.after the id after which the page begins; missing: the first page
   */
  getPrices(query: PricesQuery): Promise<Prices>;
  /**
   * Calculates the price of an example session.
   * @returns null if the tariff or the time does not exist
   */
  calculate(request: CalculateRequest): Promise<Calculated | null>;
}
