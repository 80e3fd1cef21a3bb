import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { DAY_S } from '../../../../shared/model/time.ts';

/**
 * Alphabet of the one-time password in the QR code on a station's screen, version 1 (OCPP 2.1, use case C25). Its algorithm
 * differs from RFC 6238.
 */

export const BASE62 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** How a station's one-time passwords are computed. Known to the station and the app. */
export interface CodeRule {
  sharedSecret: string;
  /** How long a password is shown, in seconds. */
  validityS: number;
  length: number;
}

export type PasswordVerdict = { is: 'valid'; slot: number } | { is: 'old'; minutes: number } | { is: 'wrong' };

/** Returns the number of the time slot of `validityS` seconds that contains `at`. */
const slotAt = (at: Date, validityS: number): number => Math.floor(at.getTime() / 1000 / validityS);

/** Returns the password that is shown at an instant. */
export const passwordAt = (rule: CodeRule, at: Date, alphabet = BASE62): string =>
  passwordOf({ ...rule, key: keyOf(rule), alphabet }, slotAt(at, rule.validityS));

const keyOf = ({ sharedSecret }: CodeRule): KeyObject => createSecretKey(sharedSecret, 'utf8');

interface Passwords extends Pick<CodeRule, 'length'> {
  key: KeyObject;
  alphabet: string;
}

function passwordOf({ key, length, alphabet }: Passwords, slot: number): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(slot));
  const hash = createHmac('sha256', key).update(message).digest();
  const offset = hash.readUInt8(hash.length - 1) & 15;
  return Array.from({ length }, (_, index) =>
    alphabet.charAt(hash.readUInt8((offset + index) % hash.length) % alphabet.length),
  ).join('');
}

/** The slots before and after the current one are valid too, because clocks differ and a driver needs some seconds. */
const COUNTING = [0, -1, 1];
/** Maximum age up to which a password is recognized as expired rather than wrong. */
const REMEMBERED_S = DAY_S;

/** Checks a password at an instant. The time that this takes does not reveal how many characters match. */
export function checkPassword(rule: CodeRule, { password, at }: { password: string; at: Date }): PasswordVerdict {
  const { length, validityS } = rule;
  const given = Buffer.from(password);
  if (given.length !== length) return { is: 'wrong' };
  const passwords: Passwords = { key: keyOf(rule), length, alphabet: BASE62 };
  const isOf = (slot: number): boolean => timingSafeEqual(Buffer.from(passwordOf(passwords, slot)), given);
  const now = slotAt(at, validityS);
  const [valid] = COUNTING.filter(step => isOf(now + step));
  if (valid !== undefined) return { is: 'valid', slot: now + valid };
  const oldest = now - Math.ceil(REMEMBERED_S / validityS);
  for (let slot = now - 2; slot >= oldest; slot--) {
    if (isOf(slot)) return { is: 'old', minutes: Math.max(1, Math.floor((at.getTime() / 1000 - slot * validityS) / 60)) };
  }
  return { is: 'wrong' };
}
