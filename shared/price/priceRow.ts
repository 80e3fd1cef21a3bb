import type { Dimension, LineKind, TariffRestrictions, Weekday } from '../model/tariff.ts';

/** The quantity that a price is for. Times are priced per minute if the price per hour is divisible by 60, else per hour. */
export type PriceUnit = 'kwh' | 'minute' | 'hour' | 'session';

/** One price of a tariff. */
export interface PriceRow {
  /** Position among all prices of the tariff, from 1. Valid for one version of the tariff. */
  row: number;
  kind: LineKind;
  /** Tells apart the two prices of a blocking fee: TIME is due while the vehicle charges, PARKING_TIME while it does not. */
  dimension: Dimension;
  unit: PriceUnit;
  /** Gross price per unit in millionths of the currency unit. */
  priceMicro: number;
  restrictions: TariffRestrictions;
  /** Maximum cost of this price per session in minor units. Null: none. */
  maxMinor: number | null;
  /** Minutes after the end of charging in which the fee is not due. Null: the fee does not depend on the end of charging. */
  graceMinutes: number | null;
}

/** A new value for one price of a tariff, in millionths of the currency unit per unit of the row. */
export interface NewPrice {
  row: number;
  priceMicro: number;
}

/** A price per kWh for a period of the day that replaces the other prices per kWh in that period. */
export interface AddedPrice {
  /** Empty: all days. */
  days: readonly Weekday[];
  /** 'HH:MM' in local time of the point. */
  from: string;
  /** 'HH:MM', exclusive. '24:00' is the end of the day. */
  to: string;
  priceMicro: number;
}

/** At most six digits before and six after the decimal mark. */
const UNIT_PRICE = /^(\d{1,6})(?:[.,](\d{1,6}))?$/;

/**
 * Parses a unit price as typed, '0,59' or '0.59', into millionths of the currency unit.
 * @returns null if the text is negative, too large, too precise or no number
 */
export function readUnitPrice(text: string): number | null {
  const [, whole, fraction = ''] = UNIT_PRICE.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(6, '0'));
}
