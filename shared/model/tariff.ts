import type { Currency } from './money.ts';

/**
 * OCPI 2.2.1 §11.4.1 TariffDimensionType without reservations. ENERGY is priced per kWh, TIME and PARKING_TIME per hour, FLAT
 * once per session.
 */
export type Dimension = 'ENERGY' | 'TIME' | 'PARKING_TIME' | 'FLAT';

/** OCPI 2.2.1 §11.4.2 PriceComponent. Prices are integers in millionths of the currency unit (0.4567 €/kWh = 456700). */
export interface PriceComponent {
  type: Dimension;
  /** Price per kWh, per hour or per session. `Tariff.pricesIncludeVat` says whether it includes VAT. */
  priceMicro: number;
  /**
   * The quantity is rounded up to a multiple of this step: Wh for ENERGY, seconds for TIME and PARKING_TIME. 0 or 1: not
   * rounded.
   */
  stepSize: number;
  /** VAT rate of this component in per cent. Absent: the brand's rate for the country. */
  vatPercent?: number;
  /** Extension of OCPI: the occupancy fee begins this many minutes after the end of charging. */
  graceAfterChargingMinutes?: number;
  /** Extension of OCPI: maximum cost of this component per session in minor units. */
  maxPerSessionMinor?: number;
}

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export type PriceDayName = Weekday | 'holiday';

/** OCPI 2.2.1 §11.4.6 TariffRestrictions, in local time of the location. Each `min…` is inclusive, each `max…` exclusive. */
export interface TariffRestrictions {
  /** Time of day 'HH:MM' from which the element applies. */
  startTime?: string;
  /**
   * Time of day 'HH:MM' until which the element applies, exclusive. If it is earlier than `startTime`, it is on the next day. If
   * both are equal, the element applies all day.
   */
  endTime?: string;
  /** First day on which the element applies, 'YYYY-MM-DD'. */
  startDate?: string;
  /** First day on which the element no longer applies, 'YYYY-MM-DD'. */
  endDate?: string;
  minEnergyWh?: number;
  maxEnergyWh?: number;
  minCurrentA?: number;
  maxCurrentA?: number;
  minPowerW?: number;
  maxPowerW?: number;
  /** The element applies from this number of seconds after the start of the session. */
  minDurationS?: number;
  maxDurationS?: number;
  daysOfWeek?: readonly Weekday[];
  /**
   * Extension of OCPI: the element applies only on public holidays of the location's region. It then replaces elements that
   * depend on the weekday.
   */
  holiday?: true;
}

export interface TariffElement {
  components: readonly PriceComponent[];
  restrictions?: TariffRestrictions;
}

/** An OCPI tariff. Four fields in this file are marked as extensions of OCPI. */
export interface Tariff {
  id: string;
  currency: Currency;
  /**
   * Extension of OCPI. True: prices are gross, as consumers must see them (PAngV § 3). False: the VAT of each component is
   * added.
   */
  pricesIncludeVat: boolean;
  elements: readonly TariffElement[];
  minPriceMicro?: number;
  maxPriceMicro?: number;
}

/** The prices of one period of a day, gross, in millionths of the currency unit. */
export interface PricePeriod {
  /** Start of the period in local time, 'HH:MM'. From '00:00' to '24:00' is the whole day. */
  from: string;
  to: string;
  /** Price per kWh. 0: energy is free. */
  energyMicro: number;
  /** Price per minute during charging. Null: none. */
  timeMicro: number | null;
  /** Fee per session, and the number of minutes of charging time that it includes (null: none). Null: no fee. */
  start: { amountMicro: number; includesMinutes: number | null } | null;
  /**
   * Fee per started minute that begins `afterMinutes` after the start of the session and costs at most `maxMinor` (null: no
   * maximum). Null: no fee.
   */
  blocking: { amountMicro: number; afterMinutes: number; maxMinor: number | null } | null;
  /**
   * Fee per started minute that begins `afterMinutes` after the end of charging and costs at most `maxMinor` (null: no maximum).
   * Null: no fee.
   */
  occupancy: { amountMicro: number; afterMinutes: number; maxMinor: number | null } | null;
}

export interface PriceDay {
  day: PriceDayName;
  periods: readonly PricePeriod[];
}

/**
 * All prices of a week and of public holidays, and the prices that apply now. AFIR art. 5 requires that drivers know them before
 * they start charging.
 */
export interface PriceTable {
  currency: Currency;
  days: readonly PriceDay[];
  /** The day whose prices apply today: a weekday or 'holiday'. */
  today: PriceDayName;
  now: PricePeriod;
}

/** Kinds of bill lines, in the order of AFIR art. 5(4): energy, time, session, other. */
export const LINE_KINDS = ['energy', 'time', 'start', 'blocking', 'occupancy', 'other'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

/** One line of a bill. `quantity`: Wh for energy, seconds for time, 1 for a fee per session. */
export interface BillLine {
  kind: LineKind;
  quantity: number;
  /** Gross price per kWh, per minute or per session, in millionths of the currency unit. */
  unitPriceMicro: number;
  /** Price of the line in minor units, rounded once, half up, to the step of the currency. */
  amountMinor: number;
  vatPercent: number;
}

export interface VatGroup {
  percent: number;
  netMinor: number;
  vatMinor: number;
  grossMinor: number;
}

/** A priced session. The lines add up to the total, and so do the VAT groups. */
export interface Bill {
  currency: Currency;
  lines: readonly BillLine[];
  totalMinor: number;
  vat: readonly VatGroup[];
}
