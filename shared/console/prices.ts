import type { Currency } from '../model/money.ts';
import type { Bill, PriceDayName, PriceTable } from '../model/tariff.ts';
import type { PriceRow, PriceUnit } from '../price/priceRow.ts';

/** Warnings about a tariff. Each has a text `prices.remark.…`. */
export const PRICE_REMARKS = ['afir', 'clock', 'hold', 'high', 'not-now'] as const;
export type PriceRemark = (typeof PRICE_REMARKS)[number];

export interface TariffSold {
  id: string;
  plugs: number;
  /** Name of the brand that sells at the tariff; of several brands the first. */
  brand: string;
  remarks: readonly PriceRemark[];
  /** The prices now. Null: no connector could be priced. */
  table: PriceTable | null;
  /** Local time of day at the connector, 'HH:MM'. */
  clock: string;
  /** Start of the next announced price, ISO 8601. Null: none is announced. */
  announcedFrom: string | null;
  timeZone: string;
  /** True if a change of prices awaits a second person. */
  isWaiting: boolean;
}

/** Who changed a price, when and why. Times are ISO 8601. */
export interface PriceChangeBy {
  who: string;
  at: string;
  reason: string;
}

/** A version of a tariff that is valid now, later, or after a second person has confirmed the version. */
export interface TariffVersion {
  /** ISO 8601. Null: the version has no start. */
  from: string | null;
  version: string;
  table: PriceTable;
  rows: readonly PriceRow[];
  /** The staff member who changed the price. Null: the price is from the operator's files. */
  changed: PriceChangeBy | null;
}

/** A change of prices that awaits approval. `isWithdrawal`: the announced version is to be withdrawn. */
export interface WaitingVersion extends TariffVersion {
  isWithdrawal: boolean;
}

/** A change of prices that one person requested and that a second person must confirm. */
export interface WaitingPrice {
  /** Start of the new prices, ISO 8601. */
  from: string;
  timeZone: string;
  currency: Currency;
  /** The changed prices. Empty: the change adds prices, or it is a withdrawal. */
  changes: readonly { unit: PriceUnit; beforeMicro: number; afterMicro: number }[];
  plugs: number;
  revision: string;
  isWithdrawal: boolean;
  by: string;
}

/** A tariff with its prices at one of the connectors that use it. */
export interface TariffShown extends TariffVersion {
  id: string;
  plugs: number;
  /** Number of different addresses of the connectors. */
  places: number;
  /**
   * The connector whose prices are shown. Prices of a tariff can depend on the connector's power, country and public holidays.
   */
  at: { clientId: string; evseId: string; connector: string; powerW: number; country: string; timeZone: string };
  /** Versions of the tariff that will become valid later. */
  announced: readonly TariffVersion[];
  /** The change that a second person must confirm. Null: none. */
  waiting: WaitingVersion | null;
  /** Changes whenever a price of the tariff or a waiting change does. A form sends it back, so that stale forms are refused. */
  revision: string;
  /** False: the prices come from a charge point operator by OCPI, so staff cannot change them. */
  isEditable: boolean;
  /** True: the operator requires a second person for each change. */
  needsSecond: boolean;
}

/** What a change of prices does, for its confirmation. */
export interface PriceChangePreview {
  /** Start of the new prices, ISO 8601. */
  from: string;
  /** Start of the next announced price, which ends the new prices. Null: none is announced. */
  until: string | null;
  timeZone: string;
  currency: Currency;
  before: PriceTable;
  after: PriceTable;
  /** What `energyWh` cost before and after, at the times at which the cost differs most. Amounts are in minor units. */
  examples: readonly { day: PriceDayName; time: string; beforeMinor: number; afterMinor: number }[];
  remarks: readonly PriceRemark[];
}

/** Energy of the example sessions of a preview. */
export const EXAMPLE_WH = 20_000;

export interface Prices {
  /** The search text. Empty: no search. */
  find: string;
  /** Number of tariffs and connectors that match, on all pages. */
  count: { tariffs: number; plugs: number };
  /** The tariffs of this page, sorted by id. */
  tariffs: readonly TariffSold[];
  /** Tariff id after which this page begins. Empty: this is the first page. */
  after: string;
  /** Value of `after` for the next page. Null: this is the last page. */
  next: string | null;
  /** The requested tariff in detail. Null: none was requested, or no tariff has the id. */
  shown: TariffShown | null;
  /** Warnings about the requested tariff. */
  remarks: readonly PriceRemark[];
}

export interface PricesQuery {
  tariff?: string;
  /** Part of a tariff id, an address or an EVSE ID. */
  find?: string;
  after?: string;
  /** Id of a brand: only tariffs and connectors of the brand. */
  brand?: string;
}

export interface CalculateRequest {
  tariff: string;
  energyWh: number;
  /** Start of the session in the connector's local time: '2026-11-22T22:00'. */
  from: string;
  /** Minutes for which the vehicle stays connected. Absent: until it has charged the energy. */
  minutes?: number;
  /** Id of a brand: only a connector of the brand. */
  brand?: string;
}

/** The price of an example session, calculated like a bill. */
export interface Calculated {
  bill: Bill;
  minutes: number;
}

/** The last import of the operator's files that changed something. */
export interface ImportState {
  at: string;
  isReverted: boolean;
  /** True if the catalogue before the import can come back. */
  canRevert: boolean;
}

export interface OperatingPrices {
  /** @returns null if no files were imported */
  findLastImport(): Promise<ImportState | null>;
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
