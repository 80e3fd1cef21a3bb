import Joi from 'joi';
import { LRUCache } from 'lru-cache';
import { readEvseId } from '../../../shared/model/evseId.ts';
import type { Country } from '../../../shared/model/locales.ts';
import { PARTY } from './tariffSchema.ts';

/** Connector of an OCPI location (OCPI 2.2.1 §8.3.3). */
export interface OcpiConnector {
  id: string;
  standard: string;
  format?: string;
  power_type: string;
  max_voltage?: number;
  max_amperage?: number;
  /** Maximum power in watts. */
  max_electric_power?: number;
  tariff_ids: string[];
}

/** EVSE of an OCPI location (OCPI 2.2.1 §8.3.2). */
export interface OcpiEvse {
  uid: string;
  evse_id: string;
  status: string;
  /** Number or letter that is printed on the EVSE. */
  physical_reference?: string;
  connectors: OcpiConnector[];
}

/** OCPI location (OCPI 2.2.1 §8.3.1), with `help_phone` of OCPI 2.3.0 and the extension `region`. */
export interface OcpiLocation {
  country_code: string;
  party_id: string;
  id: string;
  publish: boolean;
  address: string;
  city: string;
  postal_code: string;
  country: OcpiCountry;
  region?: string;
  time_zone: string;
  /** Not checked, because a location without a position is offered, too. */
  coordinates?: unknown;
  help_phone?: string;
  opening_times?: { twentyfourseven?: boolean };
  evses: OcpiEvse[];
}

/** Country codes of the app by the three-letter codes of OCPI. Locations in other countries are refused. */
export const COUNTRY_OF = {
  AUT: 'at',
  CHE: 'ch',
  DEU: 'de',
  ESP: 'es',
  HUN: 'hu',
  ITA: 'it',
  LUX: 'lu',
  NLD: 'nl',
} as const satisfies Record<string, Country>;
type OcpiCountry = keyof typeof COUNTRY_OF;

const text = Joi.string();

const zone: Joi.CustomValidator<string> = (value, helpers) =>
  isTimeZone(value) ? value : helpers.message({ custom: `'{{#value}}' is not a time zone of the IANA database` });
const evseId: Joi.CustomValidator<string> = (value, helpers) =>
  readEvseId(value) === null ? helpers.message({ custom: `'{{#value}}' is not an EVSE ID such as DE*ABC*E1234*1` }) : value;

const CONNECTOR = Joi.object<OcpiConnector>({
  id: text.max(36).required(),
  standard: text.required(),
  format: text,
  power_type: text.required(),
  max_voltage: Joi.number().greater(0),
  max_amperage: Joi.number().greater(0),
  max_electric_power: Joi.number().greater(0),
  tariff_ids: Joi.array().items(Joi.string()).min(1).required().messages({
    'any.required': 'is required: without a tariff there is no price to show',
    'array.min': 'must name a tariff: without one there is no price to show',
  }),
})
  .or('max_electric_power', 'max_voltage')
  .with('max_voltage', 'max_amperage')
  .messages({ 'object.missing': 'needs max_electric_power, or max_voltage and max_amperage' })
  .unknown();

const EVSE = Joi.object<OcpiEvse>({
  uid: text.required(),
  evse_id: Joi.string().max(64).custom(evseId).required(),
  status: text.required(),
  physical_reference: Joi.string().max(16),
  connectors: Joi.array()
    .items(CONNECTOR)
    .min(1)
    .unique('id', { ignoreUndefined: true })
    .required()
    .messages({ 'array.unique': 'has the id of another connector of this EVSE' }),
}).unknown();

/** Schema of an OCPI location. OCPI fields that the app does not use are allowed. */
export const LOCATION = Joi.object<OcpiLocation>({
  ...PARTY,
  id: text.required(),
  publish: Joi.boolean().default(true),
  address: text.required(),
  city: text.required(),
  postal_code: Joi.string().allow('').default(''),
  country: Joi.valid(...Object.keys(COUNTRY_OF))
    .required()
    .messages({ 'any.only': `{{#value}} is not a country sold here: ${Object.keys(COUNTRY_OF).join(', ')}` }),
  region: Joi.string()
    .pattern(/^[A-Z]{2}(-[A-Z0-9]{1,3})?$/)
    .messages({ 'string.pattern.base': 'must be an ISO 3166-2 code such as DE-BY' }),
  coordinates: Joi.any(),
  time_zone: Joi.string().custom(zone).required(),
  help_phone: text,
  opening_times: Joi.object({ twentyfourseven: Joi.boolean() }).unknown(),
  evses: Joi.array().items(EVSE).default([]),
}).unknown();

const MAX_CACHED_ZONES = 500;
/**
 * Caches which time zones are valid. Checking a time zone is slower than all other checks of a location, and locations share few
 * time zones.
 */
const zones = new LRUCache<string, boolean>({ max: MAX_CACHED_ZONES, memoMethod: isKnownZone });

function isTimeZone(name: string): boolean {
  if (!/^(UTC|[A-Za-z_]+\/[A-Za-z0-9_+\-/]+)$/.test(name)) return false;
  return zones.memo(name);
}

function isKnownZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
