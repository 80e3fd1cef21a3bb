import Joi from 'joi';
import { CURRENCIES, type Currency } from '../../../shared/model/money.ts';
import { type Dimension, WEEKDAYS } from '../../../shared/model/tariff.ts';
import { microOf, percent } from './decimals.ts';

/**
 * Price component (OCPI 2.2.1 §11.4.2) with the extensions `grace_after_charging_minutes` and `max_per_session`. Prices are in
 * currency units.
 */
export interface OcpiPriceComponent {
  type: Dimension;
  price: number;
  vat?: number;
  step_size: number;
  grace_after_charging_minutes?: number;
  max_per_session?: number;
}

/** Restrictions of a tariff element (OCPI 2.2.1 §11.4.6), with the extension `holiday`. */
export interface OcpiTariffRestrictions {
  start_time?: string;
  end_time?: string;
  start_date?: string;
  end_date?: string;
  min_kwh?: number;
  max_kwh?: number;
  min_current?: number;
  max_current?: number;
  min_power?: number;
  max_power?: number;
  min_duration?: number;
  max_duration?: number;
  day_of_week?: string[];
  reservation?: string;
  holiday?: true;
}

export interface OcpiTariffElement {
  price_components: OcpiPriceComponent[];
  restrictions?: OcpiTariffRestrictions;
}

export interface OcpiPrice {
  excl_vat: number;
  incl_vat?: number;
}

/** Tariff (OCPI 2.2.1 §11.3.1), with the extension `prices_include_vat`. */
export interface OcpiTariff {
  country_code: string;
  party_id: string;
  id: string;
  currency: Currency;
  elements: OcpiTariffElement[];
  min_price?: OcpiPrice;
  max_price?: OcpiPrice;
  start_date_time?: string;
  end_date_time?: string;
  prices_include_vat: boolean;
}

const inWords = (translator: string) => ({ 'string.pattern.base': translator });

/** Schema fields of an OCPI party: two letters for the country and three characters for the party, in upper or lower case. */
export const PARTY = {
  country_code: Joi.string()
    .pattern(/^[A-Za-z]{2}$/)
    .messages(inWords('must be two letters, such as DE'))
    .required(),
  party_id: Joi.string()
    .pattern(/^[A-Za-z0-9]{3}$/)
    .messages(inWords('must be three letters or digits, such as ABC'))
    .required(),
};

const exactDecimal: Joi.CustomValidator<number> = (value, helpers) =>
  microOf(Math.abs(value)) === null ? helpers.message({ custom: 'must be below a billion and have at most 6 decimals' }) : value;
const wholeMinor: Joi.CustomValidator<number> = (value, helpers) =>
  (microOf(Math.abs(value)) ?? 1) % 10_000 === 0 ? value : helpers.message({ custom: 'must have at most 2 decimals' });

/** An amount in currency units, not negative, with at most six decimals. */
const price = Joi.number().min(0).custom(exactDecimal);
const quantity = Joi.number().min(0).custom(exactDecimal);
const seconds = Joi.number().integer().min(0);
const time = Joi.string()
  .pattern(/^([01]\d|2[0-3]):[0-5]\d$/)
  .messages(inWords('must be a time such as 08:30'));
const date = Joi.string()
  .pattern(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/)
  .messages(inWords('must be a date such as 2027-01-31'));
const isInstant: Joi.CustomValidator<string> = (value, helpers) =>
  instantOf(value) === null ? helpers.message({ custom: 'must be a time such as 2027-01-01T00:00:00Z (UTC)' }) : value;
const instant = Joi.string().custom(isInstant);

/**
 * Parses an OCPI DateTime into epoch milliseconds. OCPI uses UTC, with or without the suffix 'Z'.
 * @returns null if the text is no DateTime
 */
export function instantOf(text: string): number | null {
  const [, upToSeconds, zone = 'Z'] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?)(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [];
  const at = upToSeconds === undefined ? Number.NaN : Date.parse(upToSeconds + zone);
  return Number.isNaN(at) ? null : at;
}

const COMPONENT = Joi.object<OcpiPriceComponent>({
  type: Joi.valid('ENERGY', 'TIME', 'PARKING_TIME', 'FLAT').required(),
  price: price.required(),
  vat: percent,
  step_size: Joi.number().integer().min(0).default(1),
  grace_after_charging_minutes: Joi.number().integer().min(0).max(10_080),
  max_per_session: Joi.number().greater(0).custom(wholeMinor),
}).unknown();

const RESTRICTIONS = Joi.object<OcpiTariffRestrictions>({
  start_time: time,
  end_time: time,
  start_date: date,
  end_date: date,
  min_kwh: quantity,
  max_kwh: quantity,
  min_current: quantity,
  max_current: quantity,
  min_power: quantity,
  max_power: quantity,
  min_duration: seconds,
  max_duration: seconds,
  day_of_week: Joi.array().items(Joi.valid(...WEEKDAYS.map(day => day.toUpperCase()))),
  reservation: Joi.string(),
  holiday: Joi.valid(true),
}).unknown();

const LIMIT = Joi.object<OcpiPrice>({ excl_vat: price.required(), incl_vat: price }).unknown();
/**
 * Minimum or maximum price of a tariff with gross prices. The gross amount is required, because it would be unclear which VAT to
 * add to a net amount.
 */
const GROSS_LIMIT = LIMIT.fork('incl_vat', field => field.required());
const limit = LIMIT.when('prices_include_vat', { not: true, otherwise: GROSS_LIMIT });

/** Schema of an OCPI tariff. OCPI fields that the app does not use for prices are allowed. */
export const TARIFF = Joi.object<OcpiTariff>({
  ...PARTY,
  id: Joi.string().max(36).required(),
  currency: Joi.valid(...CURRENCIES).required(),
  elements: Joi.array()
    .items(Joi.object({ price_components: Joi.array().items(COMPONENT).min(1).required(), restrictions: RESTRICTIONS }).unknown())
    .min(1)
    .required(),
  min_price: limit,
  max_price: limit,
  start_date_time: instant,
  end_date_time: instant,
  prices_include_vat: Joi.boolean().default(false),
}).unknown();
