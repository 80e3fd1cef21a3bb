import Joi from 'joi';
import type { Decimal } from './decimals.ts';
import { type MessageFault, type OcpiVersion, readMessage } from './message.ts';
import { type OcpiPrice, price } from './price.ts';
import { CDR_TOKEN, type CdrToken, CHARGING_PERIOD, type ChargingPeriod, kwh } from './session.ts';
import {
  amount,
  countQuirk,
  countryCode,
  currency,
  dateTime,
  filledListOf,
  identifier,
  label,
  listOf,
  partyId,
  text,
  word,
} from './values.ts';

/** What is used of the place; the session knows it already. */
export interface CdrLocation {
  id: string;
  address?: string;
  city?: string;
  country?: string;
  coordinates?: { latitude?: string; longitude?: string };
  evse_uid: string;
  evse_id?: string;
  connector_id: string;
  connector_standard?: string;
  connector_format?: string;
  connector_power_type?: string;
}

export interface OcpiSignedData {
  encoding_method: string;
  public_key?: string;
  signed_values: { nature: string; plain_data?: string; signed_data: string }[];
}

export interface OcpiCdr {
  country_code: string;
  party_id: string;
  id: string;
  start_date_time: Date;
  end_date_time: Date;
  session_id?: string;
  cdr_token: CdrToken;
  auth_method: string;
  authorization_reference?: string;
  cdr_location: CdrLocation;
  currency: string;
  /** By which it was priced between the companies. */
  tariffs: { id: string }[];
  charging_periods: ChargingPeriod[];
  signed_data?: OcpiSignedData;
  /** Below nothing in a credit. */
  total_cost: OcpiPrice;
  total_fixed_cost?: OcpiPrice;
  /** kWh. */
  total_energy: Decimal;
  total_energy_cost?: OcpiPrice;
  /** Hours. */
  total_time: Decimal;
  total_time_cost?: OcpiPrice;
  total_parking_time?: Decimal;
  total_parking_cost?: OcpiPrice;
  total_reservation_cost?: OcpiPrice;
  invoice_reference_id?: string;
  credit: boolean;
  credit_reference_id?: string;
  last_updated: Date;
}

const REQUIRED = [
  'address',
  'city',
  'country',
  'coordinates',
  'evse_id',
  'connector_standard',
  'connector_format',
  'connector_power_type',
] as const satisfies readonly (keyof CdrLocation)[];

const LOCATION = Joi.object<CdrLocation>({
  id: identifier.required(),
  address: text,
  city: text,
  country: text,
  coordinates: Joi.object({ latitude: label, longitude: label }),
  evse_uid: identifier.required(),
  evse_id: identifier,
  connector_id: identifier.required(),
  connector_standard: word,
  connector_format: word,
  connector_power_type: word,
}).custom((place: CdrLocation, helpers) => {
  if (REQUIRED.some(field => place[field] === undefined)) countQuirk(helpers, 'location incomplete in a CDR');
  return place;
});

/** Real signatures are longer than the standard thought, and a cut one proves nothing. */
const SIGNED_DATA = Joi.object<OcpiSignedData>({
  encoding_method: text.required(),
  public_key: text,
  signed_values: filledListOf(Joi.object({ nature: text.required(), plain_data: text, signed_data: text.required() })),
});

export const CDR = Joi.object<OcpiCdr>({
  country_code: countryCode.required(),
  party_id: partyId.required(),
  id: identifier.required(),
  start_date_time: dateTime.required(),
  end_date_time: dateTime.required(),
  session_id: identifier,
  cdr_token: CDR_TOKEN.required(),
  auth_method: word.required(),
  authorization_reference: identifier,
  cdr_location: LOCATION.required(),
  currency: currency.required(),
  tariffs: listOf(Joi.object({ id: identifier.required() })),
  charging_periods: filledListOf(CHARGING_PERIOD),
  signed_data: SIGNED_DATA,
  total_cost: price.required(),
  total_fixed_cost: price,
  total_energy: kwh.required(),
  total_energy_cost: price,
  total_time: amount.required(),
  total_time_cost: price,
  total_parking_time: amount,
  total_parking_cost: price,
  total_reservation_cost: price,
  invoice_reference_id: identifier,
  credit: Joi.boolean().default(false),
  credit_reference_id: identifier,
  last_updated: dateTime.required(),
}).required();

/** What a CDR says, or what is wrong with it. */
export type CdrReading = { value: OcpiCdr } | { faults: readonly MessageFault[] };

/** A CDR as a connection of this version tells it. */
export function readCdr(raw: unknown, version: OcpiVersion): CdrReading {
  const reading = readMessage({ schema: CDR, message: raw, version });
  return reading.isValid ? reading : { faults: reading.faults };
}
