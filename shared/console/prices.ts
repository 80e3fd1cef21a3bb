import type { Bill, PriceTable } from '../model/tariff.ts';

/** What an operator should know of a tariff. Each has its words, `prices.remark.…`. */
export const PRICE_REMARKS = ['afir', 'clock', 'hold', 'not-now'] as const;
export type PriceRemark = (typeof PRICE_REMARKS)[number];

export interface TariffSold {
  id: string;
  plugs: number;
  remarks: readonly PriceRemark[];
}

/** A tariff as drivers see it at one of the plugs that are sold by it. */
export interface TariffShown {
  id: string;
  version: string;
  table: PriceTable;
  /** The plug that it is shown for: prices may go by power, country and holidays. */
  at: { clientId: string; evseId: string; connector: string; powerW: number; country: string; timeZone: string };
  /** Versions that are sold from a later instant on. */
  announced: readonly { from: string; version: string; table: PriceTable }[];
}

export interface Prices {
  /** Some of them, in the order of their ids; all of them where no page is before or after. */
  tariffs: readonly TariffSold[];
  /** Where the page begins: after the tariff of this id; empty: at the first. */
  after: string;
  /** What the next page begins after; null: it is the last one. */
  next: string | null;
  /** Null: there is none of that name, or none at all. */
  shown: TariffShown | null;
}

export interface PricesQuery {
  tariff?: string;
  after?: string;
}

export interface CalculateRequest {
  tariff: string;
  energyWh: number;
  /** Local time at the plug, '2026-11-22T22:00'. */
  from: string;
  /** For how long it is plugged in; missing: until the energy is charged. */
  minutes?: number;
}

/** What it would cost, by the same calculation as the bill. */
export interface Calculated {
  bill: Bill;
  minutes: number;
}

export interface OperatingPrices {
  /** @param ask.after the page of tariffs to be told; left out: the first one */
  getPrices(query: PricesQuery): Promise<Prices>;
  /** Null: it cannot be told, because there is no such tariff or time. */
  calculate(request: CalculateRequest): Promise<Calculated | null>;
}
