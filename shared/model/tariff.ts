import type { Currency } from './money.ts';

/**
 * What is charged for. OCPI 2.2.1 §11.4.1 TariffDimensionType; reservations are not sold here.
 * ENERGY per kWh, TIME and PARKING_TIME per hour, FLAT once per session.
 */
export type Dimension = 'ENERGY' | 'TIME' | 'PARKING_TIME' | 'FLAT';

/** OCPI 2.2.1 §11.4.2 PriceComponent, prices as integers of a millionth of the currency unit (0.4567 €/kWh = 456700). */
export interface PriceComponent {
  type: Dimension;
  /** Per kWh, per hour, or per session. Gross or net as `Tariff.pricesIncludeVat` says. */
  priceMicro: number;
  /** Wh for ENERGY, seconds for TIME and PARKING_TIME: the quantity is rounded up to a multiple. 0 or 1: not rounded. */
  stepSize: number;
  /** The component's own VAT rate in per cent; it wins over the client's rate for the country. */
  vatPercent?: number;
  /** Own field: an occupancy fee counts only from this many minutes after charging has ended. */
  graceAfterChargingMinutes?: number;
  /** Own field: this component costs at most this much per session, in minor units. */
  maxPerSessionMinor?: number;
}

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export type PriceDayName = Weekday | 'holiday';

/** OCPI 2.2.1 §11.4.6 TariffRestrictions. Local wall-clock time of the location; `min*` inclusive, `max*` exclusive. */
export interface TariffRestrictions {
  /** 'HH:MM', inclusive. */
  startTime?: string;
  /** 'HH:MM', exclusive; wraps past midnight when it is not after `startTime`; equal times mean the whole day. */
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
  /** Seconds since the session began. */
  minDurationS?: number;
  maxDurationS?: number;
  daysOfWeek?: readonly Weekday[];
  /** Own field: the element applies on public holidays of the location's region, which replace the weekday. */
  holiday?: true;
}

export interface TariffElement {
  components: readonly PriceComponent[];
  restrictions?: TariffRestrictions;
}

/** An OCPI tariff plus four fields of our own (see TariffRestrictions, PriceComponent and `pricesIncludeVat`). */
export interface Tariff {
  id: string;
  currency: Currency;
  /** Own field: consumer prices are gross (PAngV § 3). A net tariff adds each component's VAT on top. */
  pricesIncludeVat: boolean;
  elements: readonly TariffElement[];
  minPriceMicro?: number;
  maxPriceMicro?: number;
}

/** Fees of one stretch of a day, as the page shows them. Amounts in a millionth of the currency unit, gross. */
export interface PricePeriod {
  /** Local wall-clock 'HH:MM'; '00:00' to '24:00' is the whole day. */
  from: string;
  to: string;
  /** Per kWh; 0 when energy costs nothing. */
  energyMicro: number;
  /** Per minute while charging; null: none. */
  timeMicro: number | null;
  /** Once per session, with the minutes during which no time fee is charged (null: none included). */
  start: { amountMicro: number; includesMinutes: number | null } | null;
  /** Per started minute, from so many minutes after the session began. */
  blocking: { amountMicro: number; afterMinutes: number; maxMinor: number | null } | null;
  /** Per started minute, from so many minutes after charging has ended. */
  occupancy: { amountMicro: number; afterMinutes: number; maxMinor: number | null } | null;
}

export interface PriceDay {
  day: PriceDayName;
  periods: readonly PricePeriod[];
}

/** All prices of a week and of public holidays, and the one that applies now. AFIR art. 5: shown before the start. */
export interface PriceTable {
  currency: Currency;
  days: readonly PriceDay[];
  /** The row that applies today: a weekday, or 'holiday'. */
  today: PriceDayName;
  now: PricePeriod;
}

/** Kinds of lines on a page, bill and invoice, in AFIR order (art. 5(4): kWh, minute, session, other). */
export const LINE_KINDS = ['energy', 'time', 'start', 'blocking', 'occupancy', 'other'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** One line of a bill. `quantity` is Wh for energy, seconds for time-based lines, 1 for fees per session. */
export interface BillLine {
  kind: LineKind;
  quantity: number;
  /** Per kWh, per minute or per session, in a millionth of the currency unit, gross. */
  unitPriceMicro: number;
  /** What this line costs, rounded once, half up, to the currency's step. */
  amountMinor: number;
  vatPercent: number;
}

export interface VatGroup {
  percent: number;
  netMinor: number;
  vatMinor: number;
  grossMinor: number;
}

/** A priced session: the lines sum to the total, the VAT groups sum to the total. */
export interface Bill {
  currency: Currency;
  lines: readonly BillLine[];
  totalMinor: number;
  vat: readonly VatGroup[];
}
