import { randomBytes, randomInt } from 'node:crypto';
import { isNumberTaken } from './store/sessions.ts';
import type { Db } from './store/store.ts';

/** 128 random bits: who has such an id may do what it is for, so it cannot be guessed (ASVS 5.0, 11.5.1). */
export const newId = (): string => randomBytes(16).toString('base64url');

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * What stations know a start by: 20 of 36 letters, 103 random bits (OCPP 1.6 §7.28 idTag: at most 20, not case-sensitive; OCPI
 * 2.2.1 §13.3.1 `authorization_reference`: at most 36).
 */
export const newAuthorizationReference = (): string =>
  Array.from({ length: 20 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** The nine digits a driver reads out on the telephone. They open nothing. */
export async function newNumber(db: Db): Promise<number> {
  const number = randomInt(100_000_000, 1_000_000_000);
  return (await isNumberTaken(db, number)) ? newNumber(db) : number;
}
