import type { IncomingMessage } from 'node:http';

/** What a handshake offers to prove its identity. */
export interface Credentials {
  /** Whether there is an Authorization header, readable or not. */
  isPresent: boolean;
  /** Null: there is none that can be read, or the user name is not the identity. */
  password: Buffer | null;
}

const BASIC = /^ *basic +([A-Za-z0-9._~+/-]+=*) *$/i;

/**
 * Reads HTTP Basic credentials of a station. The user name is its identity, which may contain a colon, and a password may be any
 * bytes (OCPP 1.6 security whitepaper A00.FR.205).
 */
export function readCredentials({ headers }: Pick<IncomingMessage, 'headers'>, identity: string): Credentials {
  const { authorization } = headers;
  if (authorization === undefined) return { isPresent: false, password: null };
  const both = Buffer.from(BASIC.exec(authorization)?.[1] ?? '', 'base64');
  const user = Buffer.from(`${identity}:`);
  const isIdentity = both.subarray(0, user.length).equals(user);
  return { isPresent: true, password: isIdentity ? both.subarray(user.length) : null };
}
