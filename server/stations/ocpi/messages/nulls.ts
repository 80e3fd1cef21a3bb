import type { Credentials } from './credentials.ts';
import type { OcpiVersion } from './message.ts';

// Optional fields with the value null. OCPI allows leaving them out, but some CPO platforms require the keys.

const DETAILS = { website: null, logo: null };
const TOKEN = { visual_number: null, group_id: null, language: null, default_profile_type: null, energy_contract: null };

export const credentialsWithNulls = ({ roles, ...credentials }: Credentials, version: OcpiVersion): object => ({
  ...(version === '2.3.0' ? { hub_party_id: null } : {}),
  ...credentials,
  roles: roles.map(({ business_details, ...role }) => ({ ...role, business_details: { ...DETAILS, ...business_details } })),
});

/**
 * Adds the optional fields of a token as null. START_SESSION is the only command with a token; other commands have no optional
 * fields that the app leaves out.
 */
export const commandWithNulls = (body: object): object =>
  'token' in body && typeof body.token === 'object' ? { ...body, token: { ...TOKEN, ...body.token } } : body;
