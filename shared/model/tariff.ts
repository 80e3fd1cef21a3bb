import type { Currency } from './money.ts';

/**
 * OCPI 2.2.1 §11.4.1 TariffDimensionType without reservations. ENERGY per kWh, TIME and PARKING_TIME per hour, FLAT once per
 * session.
 */
export type Dimension = 'ENERGY' | 'TIME' | 'PARKING_TIME' | 'FLAT';

/** OCPI 2.2.1 §11.4.2 PriceComponent, with prices as integers in millionths of the currency unit (0.4567 €/kWh = 456700). */
export interface PriceComponent {
  type: Dimension;
  /** Per kWh, per hour or per session. Gross or net according to `Tariff.pricesIncludeVat`. */
  priceMicro: number;
  /**
   * Wh for ENERGY, seconds for TIME and PARKING_TIME. The quantity is rounded up to a multiple of this step. 0 or 1: no
   * rounding.
   */
  stepSize: number;
  /** VAT rate of the component in per cent. Overrides the client's rate for the country. */
  vatPercent?: number;
  /** Extension: an occupancy fee begins this number of minutes after charging has ended. */
  graceAfterChargingMinutes?: number;
  /** Extension: maximum price of this component per session, in minor units. */
  maxPerSessionMinor?: number;
}

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export type PriceDayName = Weekday | 'holiday';

/** OCPI 2.2.1 §11.4.6 TariffRestrictions, in local wall-clock time of the location. `min*` is inclusive, `max*` is exclusive. */
export interface TariffRestrictions {
  /** 'HH:MM', inclusive. */
  startTime?: string;
  /** 'HH:MM', exclusive. Wraps past midnight if not after `startTime`. Equal times mean the whole day. */
  endTime?: string;
  /** 'YYYY-MM-DD', inclusive. */
  startDate?: string;
  /** 'YYYY-MM-DD', exclusive. */
  endDate?: string;
  minEnergyWh?: number;
  maxEnergyWh?: number;
  minCurrentA?: number;
  maxCurrentA?: number;
  minPowerW?: number;
  maxPowerW?: number;
  /** Seconds since the start of the session. */
  minDurationS?: number;
  maxDurationS?: number;
  daysOfWeek?: readonly Weekday[];
  /** Extension: the element applies on public holidays of the location's region. On a holiday the weekday does not count. */
  holiday?: true;
}

export interface TariffElement {
  components: readonly PriceComponent[];
  restrictions?: TariffRestrictions;
}

/** An OCPI tariff with four extensions (see TariffRestrictions, PriceComponent and `pricesIncludeVat`). */
export interface Tariff {
  id: string;
  currency: Currency;
  /** Extension: consumer prices are gross (PAngV § 3). With a net tariff, the VAT of each component is added. */
  pricesIncludeVat: boolean;
  elements: readonly TariffElement[];
  minPriceMicro?: number;
  maxPriceMicro?: number;
}

/** The prices of one period of a day, as the page shows them. Millionths of the currency unit, gross. */
export interface PricePeriod {
  /** Local wall-clock time 'HH:MM'. '00:00' to '24:00' is the whole day. */
  from: string;
  to: string;
  /** Per kWh. 0 if energy is free. */
  energyMicro: number;
  /** Per minute during charging. Null: no such price. */
  timeMicro: number | null;
  /** Fee per session, and the minutes that the fee includes without a time price. Null: none included. */
  start: { amountMicro: number; includesMinutes: number | null } | null;
  /** Per started minute, from this number of minutes after the start of the session. */
  blocking: { amountMicro: number; afterMinutes: number; maxMinor: number | null } | null;
  /** Per started minute, from this number of minutes after the end of charging. */
  occupancy: { amountMicro: number; afterMinutes: number; maxMinor: number | null } | null;
}

export interface PriceDay {
  day: PriceDayName;
  periods: readonly PricePeriod[];
}

/** All prices of a week and of public holidays, and the prices that apply now. AFIR art. 5: shown before the start. */
export interface PriceTable {
  currency: Currency;
  days: readonly PriceDay[];
  /** The row that applies today: a weekday or 'holiday'. */
  today: PriceDayName;
  now: PricePeriod;
}

/** Kinds of lines on a page, bill and invoice, in the order of AFIR art. 5(4): kWh, minute, session, other. */
export const LINE_KINDS = ['energy', 'time', 'start', 'blocking', 'occupancy', 'other'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** One line of a bill. `quantity` is Wh for energy, seconds for lines by time, 1 for fees per session. */
export interface BillLine {
  kind: LineKind;
  quantity: number;
  /** Per kWh, per minute or per session, in millionths of the currency unit, gross. */
  unitPriceMicro: number;
  /** The price of this line, rounded once, half up, to the step of the currency. */
  amountMinor: number;
  vatPercent: number;
}

export interface VatGroup {
  percent: number;
  netMinor: number;
  vatMinor: number;
  grossMinor: number;
}

/** A priced session. The lines and the VAT groups each add up to the total. */
export interface Bill {
  currency: Currency;
  lines: readonly BillLine[];
  totalMinor: number;
  vat: readonly VatGroup[];
}
