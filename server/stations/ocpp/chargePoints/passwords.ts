import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * A station's password as stored. A hash without key stretching is sufficient, because the app generates passwords with 160
 * random bits.
 */
export interface PasswordHash {
  salt: string;
  hash: string;
}

const hashOf = (password: string, salt: string): Buffer => createHash('sha256').update(`${salt}\n${password}`).digest();

/** Generates twenty random bytes as hex digits, a form that all OCPP versions allow (OCPP 1.6 security whitepaper A00.FR.205). */
export const createPassword = (): string => randomBytes(20).toString('hex');

export function hashPassword(password: string): PasswordHash {
  const salt = randomBytes(16).toString('base64url');
  return { salt, hash: hashOf(password, salt).toString('base64url') };
}

/**
 * Compares a presented password with the stored hash. A station sends the 40 hex digits, or with OCPP 1.6 also the 20 bytes that
 * they encode.
 */
export function isPassword(presented: Buffer, { salt, hash }: PasswordHash): boolean {
  const expected = Buffer.from(hash, 'base64url');
  const forms = [presented.toString('utf8'), presented.toString('hex')].map(form => hashOf(form, salt));
  return forms.map(form => timingSafeEqual(form, expected)).includes(true);
}
