import Joi from 'joi';
import { PARTY } from '../../../core/formats/tariffSchema.ts';
import { address, filledListOf, text, word } from './values.ts';

export interface CredentialsRole {
  /** 'CPO', 'HUB' and others. Unknown roles are accepted. */
  role: string;
  country_code: string;
  party_id: string;
  business_details: { name: string; website?: string };
}

export interface Credentials {
  /** The token that the receiver of these credentials must send in its requests from now on. */
  token: string;
  url: string;
  /** The hub's country code and party id in one string. Only in OCPI 2.3.0. */
  hub_party_id?: string;
  roles: CredentialsRole[];
}

const ROLE = Joi.object<CredentialsRole>({
  role: word.custom((value: string) => value.toUpperCase()).required(),
  ...PARTY,
  business_details: Joi.object({ name: text.required(), website: text }).required(),
});

export const CREDENTIALS = Joi.object<Credentials>({
  token: Joi.string()
    .max(255)
    .pattern(/^[\x21-\x7e]+$/)
    .messages({ 'string.pattern.base': 'must be printable ASCII without blanks' })
    .required(),
  url: address.required(),
  hub_party_id: Joi.string().pattern(/^[A-Za-z]{2}[A-Za-z0-9]{3}$/),
  roles: filledListOf(ROLE),
}).required();
