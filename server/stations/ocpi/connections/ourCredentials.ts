import type { Credentials } from '../messages/credentials.ts';
import type { OcpiVersion } from '../messages/message.ts';
import { credentialsWithNulls } from '../messages/nulls.ts';
import type { Party } from '../transport/headers.ts';
import type { Connection } from './connections.ts';

/** Who we are to peers. */
export interface OurPlatform {
  /** https://…/ocpi, without a slash at its end; never taken from a request. */
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
  /** What the peer sends to us from now on. */
  token: string;
  version: OcpiVersion;
  switches: Connection['switches'];
}

/** Our credentials as a peer gets them. */
export function sentCredentials({ us, token, version, switches }: SentCredentialsInput): object {
  const credentials = ourCredentials(us, token);
  return switches?.sendsNulls ? credentialsWithNulls(credentials, version) : credentials;
}
