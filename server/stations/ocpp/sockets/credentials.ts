import type { IncomingMessage } from 'node:http';
import type { PasswordForm, RefusalReason } from '../../../../shared/console/refusals.ts';

/** What a handshake offers to prove its identity. */
export interface Credentials {
  /** Why there is no password that can be compared; null: there is one. */
  fault: Extract<RefusalReason, 'no password' | 'credentials unreadable' | 'user name differs'> | null;
  password: Buffer | null;
}

const BASIC = /^ *basic +([A-Za-z0-9._~+/-]+=*) *$/i;
const COLON = 0x3a;

/**
 * Reads HTTP Basic credentials of a station. The user name is its identity, which may contain a colon, and a password may be any
 * bytes (OCPP 1.6 security whitepaper A00.FR.205).
 */
export function readCredentials({ headers }: Pick<IncomingMessage, 'headers'>, identity: string): Credentials {
  const { authorization } = headers;
  if (authorization === undefined) return { fault: 'no password', password: null };
  const both = Buffer.from(BASIC.exec(authorization)?.[1] ?? '', 'base64');
  const user = Buffer.from(`${identity}:`);
  if (both.subarray(0, user.length).equals(user)) return { fault: null, password: both.subarray(user.length) };
  return { fault: both.includes(COLON) ? 'user name differs' : 'credentials unreadable', password: null };
}

/** The form of a password that is wrong. Right ones are 40 hex digits, or the 20 bytes that these stand for. */
export function passwordFormOf(password: Buffer): PasswordForm {
  const { length: bytes } = password;
  if (/^[\da-f]{40}$/i.test(password.toString('latin1'))) return { form: 'hex', bytes };
  return { form: bytes === 20 ? 'bytes' : 'other', bytes };
}
