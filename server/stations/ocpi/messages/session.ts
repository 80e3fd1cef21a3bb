import Joi from 'joi';
import { PARTY } from '../../../core/formats/tariffSchema.ts';
import type { Decimal } from './decimals.ts';
import { type OcpiPrice, price } from './price.ts';
import { amount, countQuirk, currency, dateTime, decimal, identifier, lenient, unneeded, word } from './values.ts';

/** The token that authorized the session. Each token of the app is made for one start, so the uid alone identifies the start. */
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

/** A text that is irrelevant for billing and was left out is ''. */
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
  /** The amount that the eMSP pays to the CPO, so far or in the end. */
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

/** Some platforms send a period before they have values for its dimensions. */
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
 * Ignores invalid periods and costs. During a session, the periods only show whether the vehicle is parked, and the cost is not
 * used. If the whole session were refused, it could be neither stopped nor billed.
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

/** A session of one vehicle never exceeds this energy. The limit detects Wh that were sent as kWh. */
const MAX_KWH = 10_000;

/** Energy of a session in kWh. */
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
