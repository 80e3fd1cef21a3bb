import Joi from 'joi';
import { PARTY } from '../../../core/formats/tariffSchema.ts';
import { dateTime, identifier, text, word } from './values.ts';

/** Who may charge. Ours are made for one start each and never pushed. */
export interface OcpiToken {
  country_code: string;
  party_id: string;
  uid: string;
  type: string;
  contract_id: string;
  issuer: string;
  valid: boolean;
  whitelist: string;
  language?: string;
  last_updated: Date;
}

export const TOKEN = Joi.object<OcpiToken>({
  ...PARTY,
  uid: identifier.required(),
  type: word.required(),
  contract_id: identifier.required(),
  issuer: text.required(),
  valid: Joi.boolean().required(),
  whitelist: word.required(),
  language: word,
  last_updated: dateTime.required(),
}).required();
