import { randomBytes, randomInt } from 'node:crypto';

/** 128 random bits: whoever has such an id may do what it stands for, so it must not be guessable (ASVS 5.0, 11.5.1). */
export const newId = (): string => randomBytes(16).toString('base64url');

/**
 * What stations know a start by: 16 hexadecimal digits in capitals, 64 random bits. It opens nothing. OCPP 1.6 §7.28 takes 20
 * characters without case (some stations spoil longer ones, or take no other letters); OCPI 2.2.1 §13.3.1 takes 36.
 */
export const newAuthorizationReference = (): string => randomBytes(8).toString('hex').toUpperCase();

/** The nine digits a driver reads out on the telephone. They open nothing. */
export const newNumber = (): number => randomInt(100_000_000, 1_000_000_000);
