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

/** A party that was left out is ''. */
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
  /** The tariffs between CPO and eMSP by which the CDR was priced. */
  tariffs: { id: string }[];
  charging_periods: ChargingPeriod[];
  signed_data?: OcpiSignedData;
  /** Negative in a credit CDR. */
  total_cost: OcpiPrice;
  /** kWh. */
  total_energy: Decimal;
  /** Hours. */
  total_parking_time?: Decimal;
  invoice_reference_id?: string;
  credit: boolean;
  credit_reference_id?: string;
  last_updated?: Date;
}

/** No length limit of the standard applies, because real signatures are longer and a truncated one is worthless. */
const SIGNED_DATA = Joi.object<OcpiSignedData>({
  encoding_method: text.required(),
  public_key: text,
  signed_values: filledListOf(Joi.object({ nature: text.required(), plain_data: text, signed_data: text.required() })),
});

/** If one period is invalid, all are ignored. The energy and parking time of the rest would not match the totals. */
const PERIODS = Joi.array().items(CHARGING_PERIOD);

/**
 * Only the fields that billing needs are required. Other fields are ignored if missing or invalid. The location is not read,
 * because the session has it.
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
  // Not lenient: a credit CDR that was read as a normal CDR would be billed a second time.
  credit: Joi.boolean().default(false),
  credit_reference_id: lenient(identifier),
  last_updated: unneeded(dateTime),
})
  .required()
  .custom((cdr: OcpiCdr, helpers) => {
    const isNamed = cdr.authorization_reference ?? cdr.cdr_token?.uid ?? cdr.session_id;
    return isNamed === undefined ? helpers.message({ custom: 'names neither a reference nor a token nor a session' }) : cdr;
  });

/** A valid CDR, or the faults of an invalid one. */
export type CdrReading = { value: OcpiCdr; quirks: readonly Quirk[] } | { faults: readonly MessageFault[] };

/** Reads a CDR from a connection of this version. */
export function readCdr(raw: unknown, version: OcpiVersion): CdrReading {
  const reading = readMessage({ schema: CDR, message: raw, version });
  return reading.isValid ? reading : { faults: reading.faults };
}
