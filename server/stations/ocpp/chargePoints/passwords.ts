import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A station's password as it is kept; a hash without stretching is enough for 160 bits of our own making. */
export interface PasswordHash {
  salt: string;
  hash: string;
}

const hashOf = (password: string, salt: string): Buffer => createHash('sha256').update(`${salt}\n${password}`).digest();

/** Twenty random bytes as hex digits: a lawful password in every version (OCPP 1.6 security whitepaper A00.FR.205). */
export const createPassword = (): string => randomBytes(20).toString('hex');

export function hashPassword(password: string): PasswordHash {
  const salt = randomBytes(16).toString('base64url');
  return { salt, hash: hashOf(password, salt).toString('base64url') };
}

/** Stations of 1.6 send the digits they were given, or the bytes that these stand for. */
export function isPassword(presented: Buffer, { salt, hash }: PasswordHash): boolean {
  const expected = Buffer.from(hash, 'base64url');
  const forms = [presented.toString('utf8'), presented.toString('hex')].map(form => hashOf(form, salt));
  return forms.map(form => timingSafeEqual(form, expected)).includes(true);
}
