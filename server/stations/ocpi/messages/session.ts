import Joi from 'joi';
import { PARTY } from '../../../core/formats/tariffSchema.ts';
import type { Decimal } from './decimals.ts';
import { type OcpiPrice, price } from './price.ts';
import { amount, countQuirk, currency, dateTime, decimal, identifier, lenient, unneeded, word } from './values.ts';

/** The token that authorized the session. The app makes a new token for each start, so the uid alone identifies the start. */
export interface CdrToken {
  uid: string;
  type?: string;
  country_code?: string;
  party_id?: string;
  contract_id?: string;
}

export interface ChargingPeriod {
  start_date_time: Date;
  dimensions: { type: string; volume: Decimal }[];
  tariff_id?: string;
}

/** A session with the fields that the app uses. Texts that billing does not need are '' if the CPO left them out. */
export interface OcpiSession {
  country_code: string;
  party_id: string;
  id: string;
  start_date_time: Date;
  end_date_time?: Date;
  kwh: Decimal;
  cdr_token?: CdrToken;
  auth_method: string;
  authorization_reference?: string;
  location_id: string;
  evse_uid: string;
  connector_id: string;
  currency: string;
  charging_periods: ChargingPeriod[];
  /** The amount that the operator has to pay to the CPO, so far or in total. */
  total_cost?: OcpiPrice;
  status: string;
  last_updated?: Date;
}

export const CDR_TOKEN = Joi.object<CdrToken>({
  uid: identifier.required(),
  type: lenient(word),
  country_code: lenient(PARTY.country_code),
  party_id: lenient(PARTY.party_id),
  contract_id: lenient(identifier),
}).custom((token: CdrToken, helpers) => {
  if (token.country_code === undefined || token.party_id === undefined) countQuirk(helpers, 'token without party');
  return token;
});

/** The list may be empty, because some CPO platforms send a period before they have values for it. */
const DIMENSIONS = Joi.array()
  .items(Joi.object({ type: word.required(), volume: decimal.required() }))
  .required()
  .custom((dimensions: ChargingPeriod['dimensions'], helpers) => {
    if (dimensions.length === 0) countQuirk(helpers, 'period without dimensions');
    return dimensions;
  });

export const CHARGING_PERIOD = Joi.object<ChargingPeriod>({
  start_date_time: dateTime.required(),
  dimensions: DIMENSIONS,
  tariff_id: lenient(identifier),
});

/**
 * Ignores invalid periods and costs. During a session, periods only show whether the vehicle is parked, and costs are not used.
 * If an invalid period invalidated the session, the app could neither stop nor bill it.
 */
const runningPeriods = Joi.any()
  .custom((value: unknown, helpers): ChargingPeriod[] => {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.flatMap(each => {
      const { value: period, error } = CHARGING_PERIOD.required().validate(each, {
        ...LENIENT,
        context: helpers.prefs.context ?? {},
      });
      if (error) countQuirk(helpers, 'unreadable period of a session');
      return error ? [] : [period];
    });
  })
  .default([]);

const runningCost = Joi.any().custom((value: unknown, helpers): OcpiPrice | undefined => {
  const read = price.validate(value, { ...LENIENT, context: helpers.prefs.context ?? {} }) as Joi.ValidationResult<OcpiPrice>;
  if (read.error) countQuirk(helpers, 'unreadable cost of a session');
  return read.error ? undefined : read.value;
});

const LENIENT = { convert: false, stripUnknown: true } as const;

/** Upper limit that no session of one vehicle reaches. A higher value is probably in Wh instead of kWh. */
const MAX_KWH = 10_000;

/** Schema of a session's energy in kWh. */
export const kwh = amount.max(MAX_KWH);

export const SESSION = Joi.object<OcpiSession>({
  country_code: unneeded(PARTY.country_code, ''),
  party_id: unneeded(PARTY.party_id, ''),
  id: identifier.required(),
  start_date_time: dateTime.required(),
  end_date_time: lenient(dateTime),
  kwh: kwh.required(),
  cdr_token: unneeded(CDR_TOKEN),
  auth_method: unneeded(word, ''),
  authorization_reference: lenient(identifier),
  location_id: unneeded(identifier, ''),
  evse_uid: unneeded(identifier, ''),
  connector_id: unneeded(identifier, ''),
  currency: unneeded(currency, ''),
  charging_periods: runningPeriods,
  total_cost: runningCost,
  status: word.required(),
  last_updated: unneeded(dateTime),
}).required();
