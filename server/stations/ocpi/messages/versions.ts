import Joi from 'joi';
import { address, countQuirk, filledListOf, word } from './values.ts';

export interface VersionEntry {
  version: string;
  url: string;
}

export interface OcpiEndpoint {
  /** The module's name in lower case, for example 'locations'. */
  identifier: string;
  role: 'SENDER' | 'RECEIVER';
  url: string;
}

export interface VersionDetails {
  version: string;
  endpoints: OcpiEndpoint[];
}

export const VERSIONS = Joi.array<VersionEntry[]>()
  .items(Joi.object<VersionEntry>({ version: word.required(), url: address.required() }))
  .min(1)
  .required();

const inCapitals = word.custom((value: string) => value.toUpperCase()).valid('SENDER', 'RECEIVER');

/**
 * Schema of a role. For the module credentials, OCPI gives the role no meaning and some CPO platforms leave it out, so it may be
 * missing there.
 */
const ROLE = inCapitals.when('identifier', {
  is: Joi.string().pattern(/^credentials$/i),
  // biome-ignore lint/suspicious/noThenProperty: the name that Joi gives it
  then: inCapitals.default(() => 'SENDER'),
  otherwise: inCapitals.required(),
});

const ENDPOINT = Joi.object<OcpiEndpoint>({
  identifier: word.required(),
  role: ROLE,
  url: address.required(),
}).custom((endpoint: OcpiEndpoint, helpers) => {
  if (helpers.original.role === undefined) countQuirk(helpers, 'credentials role left out');
  return { ...endpoint, identifier: endpoint.identifier.toLowerCase() };
});

export const VERSION_DETAILS = Joi.object<VersionDetails>({
  version: word.required(),
  endpoints: filledListOf(ENDPOINT),
}).required();
