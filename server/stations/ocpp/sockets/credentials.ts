import type { IncomingMessage } from 'node:http';
import type { PasswordForm, RefusalReason } from '../../../../shared/console/refusals.ts';

export interface Credentials {
  /** Why there is no password to compare. Null: there is one. */
  fault: Extract<RefusalReason, 'no password' | 'credentials unreadable' | 'user name differs'> | null;
  password: Buffer | null;
}

const BASIC = /^ *basic +([A-Za-z0-9._~+/-]+=*) *$/i;
const COLON = 0x3a;

/**
 * Reads the HTTP Basic credentials of a station. The user name is its identity, which may contain a colon. The password may
 * consist of any bytes (OCPP 1.6 security whitepaper A00.FR.205).
 */
export function readCredentials({ headers }: Pick<IncomingMessage, 'headers'>, identity: string): Credentials {
  const { authorization } = headers;
  if (authorization === undefined) return { fault: 'no password', password: null };
  const both = Buffer.from(BASIC.exec(authorization)?.[1] ?? '', 'base64');
  const user = Buffer.from(`${identity}:`);
  if (both.subarray(0, user.length).equals(user)) return { fault: null, password: both.subarray(user.length) };
  return { fault: both.includes(COLON) ? 'user name differs' : 'credentials unreadable', password: null };
}

/**
 * Returns the form of a wrong password, for the refusal's description. A right password has 40 hex digits, or the 20 bytes that
 * they encode.
 */
export function passwordFormOf(password: Buffer): PasswordForm {
  const { length: bytes } = password;
  if (/^[\da-f]{40}$/i.test(password.toString('latin1'))) return { form: 'hex', bytes };
  return { form: bytes === 20 ? 'bytes' : 'other', bytes };
}
