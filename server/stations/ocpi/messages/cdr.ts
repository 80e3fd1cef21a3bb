import Joi from 'joi';
import { PARTY } from '../../../core/formats/tariffSchema.ts';
import type { Decimal } from './decimals.ts';
import { type MessageFault, type OcpiVersion, type Quirk, readMessage } from './message.ts';
import { costOfCdr, type OcpiPrice } from './price.ts';
import { CDR_TOKEN, type CdrToken, CHARGING_PERIOD, type ChargingPeriod, kwh } from './session.ts';
import { amount, currency, dateTime, filledListOf, identifier, lenient, listOf, text, unneeded } from './values.ts';

export interface OcpiSignedData {
  encoding_method: string;
  public_key?: string;
  signed_values: { nature: string; plain_data?: string; signed_data: string }[];
}

/** A CDR with the fields that billing uses. If the country code or party id is missing, it is ''. */
export interface OcpiCdr {
  country_code: string;
  party_id: string;
  id: string;
  start_date_time: Date;
  end_date_time: Date;
  session_id?: string;
  cdr_token?: CdrToken;
  authorization_reference?: string;
  currency: string;
  /** The tariffs with which the CPO has priced the CDR. The CPO charges these prices to the operator. */
  tariffs: { id: string }[];
  charging_periods: ChargingPeriod[];
  signed_data?: OcpiSignedData;
  /** Net and gross price of the session. Negative in a credit CDR. */
  total_cost: OcpiPrice;
  /** In kWh. */
  total_energy: Decimal;
  /** In hours. */
  total_parking_time?: Decimal;
  invoice_reference_id?: string;
  credit: boolean;
  credit_reference_id?: string;
  last_updated?: Date;
}

/** The length limit of OCPI is not applied, because real signatures are longer and a truncated one is worthless. */
const SIGNED_DATA = Joi.object<OcpiSignedData>({
  encoding_method: text.required(),
  public_key: text,
  signed_values: filledListOf(Joi.object({ nature: text.required(), plain_data: text, signed_data: text.required() })),
});

/** If one period is invalid, all periods are ignored, because the remaining ones would not add up to the totals. */
const PERIODS = Joi.array().items(CHARGING_PERIOD);

/**
 * Only the fields that billing needs are required. All other fields are ignored if they are missing or invalid. The location is
 * not parsed, because the app knows it from the session.
 */
export const CDR = Joi.object<OcpiCdr>({
  country_code: unneeded(PARTY.country_code, ''),
  party_id: unneeded(PARTY.party_id, ''),
  id: identifier.required(),
  start_date_time: dateTime.required(),
  end_date_time: dateTime.required(),
  session_id: lenient(identifier),
  cdr_token: unneeded(CDR_TOKEN),
  authorization_reference: lenient(identifier),
  currency: currency.required(),
  tariffs: lenient(listOf(Joi.object({ id: identifier.required() })), []).default([]),
  charging_periods: unneeded(PERIODS, []),
  signed_data: lenient(SIGNED_DATA),
  total_cost: costOfCdr.required(),
  total_energy: kwh.required(),
  total_parking_time: lenient(amount),
  invoice_reference_id: lenient(identifier),
  // This field is not lenient: if an invalid value were ignored, a credit CDR would be billed like a normal one.
  credit: Joi.boolean().default(false),
  credit_reference_id: lenient(identifier),
  last_updated: unneeded(dateTime),
})
  .required()
  .custom((cdr: OcpiCdr, helpers) => {
    const isNamed = cdr.authorization_reference ?? cdr.cdr_token?.uid ?? cdr.session_id;
    return isNamed === undefined ? helpers.message({ custom: 'names neither a reference nor a token nor a session' }) : cdr;
  });

/** A valid CDR, or the errors in an invalid one. */
export type CdrReading = { value: OcpiCdr; quirks: readonly Quirk[] } | { faults: readonly MessageFault[] };

/** Parses a CDR in the form of the given OCPI version. */
export function readCdr(raw: unknown, version: OcpiVersion): CdrReading {
  const reading = readMessage({ schema: CDR, message: raw, version });
  return reading.isValid ? reading : { faults: reading.faults };
}
