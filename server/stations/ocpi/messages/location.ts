import Joi from 'joi';
import type * as file from '../../../core/formats/locationSchema.ts';
import { PARTY } from '../../../core/formats/tariffSchema.ts';
import { countQuirk, dateTime, identifier, label, listOf, text, word } from './values.ts';

export interface OcpiConnector extends file.OcpiConnector {
  format: string;
  max_voltage: number;
  max_amperage: number;
  last_updated: Date;
}

export interface OcpiEvse extends Omit<file.OcpiEvse, 'evse_id' | 'connectors'> {
  evse_id?: string;
  capabilities: string[];
  connectors: OcpiConnector[];
  floor_level?: string;
  parking_restrictions: string[];
  /** The EVSE's parking places, as references to `parking_places` of the location. Only in OCPI 2.3.0. */
  parking: { parking_id: string }[];
  last_updated: Date;
}

/** A parking place of a location, with only the fields that the app uses. */
export interface OcpiParking {
  id: string;
  reservation_required: boolean;
}

export interface OcpiLocation extends Omit<file.OcpiLocation, 'postal_code' | 'country' | 'region' | 'evses'> {
  name?: string;
  postal_code?: string;
  /** ISO 3166-1 alpha-3 code. A later check decides whether the app offers points in this country. */
  country: string;
  coordinates: { latitude: string; longitude: string };
  operator?: { name: string };
  parking_places: OcpiParking[];
  /** If this list is missing, the location may still have EVSEs, so it must be requested from the CPO platform. */
  evses?: OcpiEvse[];
  last_updated: Date;
}

export const CONNECTOR = Joi.object<OcpiConnector>({
  id: identifier.required(),
  standard: word.required(),
  format: word.required(),
  power_type: word.required(),
  max_voltage: Joi.number().min(0).required(),
  max_amperage: Joi.number().min(0).required(),
  max_electric_power: Joi.number().min(0),
  tariff_ids: listOf(identifier),
  last_updated: dateTime.required(),
}).required();

const connectors = Joi.array()
  .items(CONNECTOR.optional())
  .required()
  .custom((value: OcpiConnector[], helpers) => {
    if (value.length === 0) countQuirk(helpers, 'empty list of connectors');
    return value;
  });

export const EVSE = Joi.object<OcpiEvse>({
  uid: identifier.required(),
  evse_id: identifier,
  status: word.required(),
  capabilities: listOf(word),
  connectors,
  floor_level: label,
  physical_reference: label,
  parking_restrictions: listOf(word),
  parking: listOf(Joi.object({ parking_id: identifier.required() })),
  last_updated: dateTime.required(),
}).required();

const PARKING = Joi.object<OcpiParking>({ id: identifier.required(), reservation_required: Joi.boolean().required() });

/** The format of coordinates is not checked, because they are only displayed. */
const COORDINATES = Joi.object({ latitude: label.required(), longitude: label.required() });

export const LOCATION = Joi.object<OcpiLocation>({
  ...PARTY,
  id: identifier.required(),
  publish: Joi.boolean().required(),
  name: text,
  address: text.required(),
  city: text.required(),
  postal_code: label,
  country: Joi.string()
    .pattern(/^[A-Za-z]{3}$/)
    .messages({ 'string.pattern.base': 'must be three letters, such as DEU' })
    .required(),
  coordinates: COORDINATES.required(),
  time_zone: text.required(),
  operator: Joi.object({ name: text.required() }),
  help_phone: label,
  opening_times: Joi.object({ twentyfourseven: Joi.boolean() }),
  parking_places: listOf(PARKING),
  evses: Joi.array().items(EVSE.optional()),
  last_updated: dateTime.required(),
}).required();
