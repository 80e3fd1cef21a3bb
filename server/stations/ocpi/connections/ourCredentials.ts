import type { Credentials } from '../messages/credentials.ts';
import type { OcpiVersion } from '../messages/message.ts';
import { credentialsWithNulls } from '../messages/nulls.ts';
import type { Party } from '../transport/headers.ts';
import type { Connection } from './connections.ts';

/** The app's identity in OCPI. */
export interface OurPlatform {
  /** URL of the form https://…/ocpi, without a trailing slash. Taken from the settings, never from a request. */
  baseUrl: string;
  party: Party;
  name: string;
}

const ourCredentials = ({ baseUrl, party, name }: OurPlatform, token: string): Credentials => ({
  token,
  url: `${baseUrl}/versions`,
  roles: [{ role: 'EMSP', ...party, business_details: { name } }],
});

interface SentCredentialsInput {
  us: OurPlatform;
  /** The token that the CPO platform must send from now on. */
  token: string;
  version: OcpiVersion;
  switches: Connection['switches'];
}

/** Returns the app's credentials in the form that this CPO platform accepts. */
export function sentCredentials({ us, token, version, switches }: SentCredentialsInput): object {
  const credentials = ourCredentials(us, token);
  return switches?.sendsNulls ? credentialsWithNulls(credentials, version) : credentials;
}
