import Joi from 'joi';
import type { Decimal } from './decimals.ts';
import { type OcpiPrice, price } from './price.ts';
import {
  amount,
  countQuirk,
  countryCode,
  currency,
  dateTime,
  decimal,
  filledListOf,
  identifier,
  listOf,
  partyId,
  word,
} from './values.ts';

/** Who was allowed to charge. Our tokens are made for one start, so their uid alone says which. */
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

export interface OcpiSession {
  country_code: string;
  party_id: string;
  id: string;
  start_date_time: Date;
  end_date_time?: Date;
  kwh: Decimal;
  cdr_token: CdrToken;
  auth_method: string;
  authorization_reference?: string;
  location_id: string;
  evse_uid: string;
  connector_id: string;
  currency: string;
  charging_periods: ChargingPeriod[];
  /** What the eMSP pays the CPO, so far or in the end. */
  total_cost?: OcpiPrice;
  status: string;
  last_updated: Date;
}

export const CDR_TOKEN = Joi.object<CdrToken>({
  uid: identifier.required(),
  type: word,
  country_code: countryCode,
  party_id: partyId,
  contract_id: identifier,
}).custom((token: CdrToken, helpers) => {
  if (token.country_code === undefined || token.party_id === undefined) countQuirk(helpers, 'token without party');
  return token;
});

export const CHARGING_PERIOD = Joi.object<ChargingPeriod>({
  start_date_time: dateTime.required(),
  dimensions: filledListOf(Joi.object({ type: word.required(), volume: decimal.required() })),
  tariff_id: identifier,
});

/** More was never charged by one vehicle at one go; Wh written for kWh are seen so. */
const MOST_KWH = 10_000;

/** Energy of a session. */
export const kwh = amount.max(MOST_KWH);

export const SESSION = Joi.object<OcpiSession>({
  country_code: countryCode.required(),
  party_id: partyId.required(),
  id: identifier.required(),
  start_date_time: dateTime.required(),
  end_date_time: dateTime,
  kwh: kwh.required(),
  cdr_token: CDR_TOKEN.required(),
  auth_method: word.required(),
  authorization_reference: identifier,
  location_id: identifier.required(),
  evse_uid: identifier.required(),
  connector_id: identifier.required(),
  currency: currency.required(),
  charging_periods: listOf(CHARGING_PERIOD),
  total_cost: price,
  status: word.required(),
  last_updated: dateTime.required(),
}).required();
