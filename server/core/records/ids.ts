import { randomBytes, randomInt } from 'node:crypto';

/** 128 random bits. The id grants access to its object, so the id must be impossible to guess (ASVS 5.0, 11.5.1). */
export const newId = (): string => randomBytes(16).toString('base64url');

/**
 * The authorization reference of a start at a station: 16 hexadecimal digits in upper case, 64 random bits. The reference grants
 * no access. OCPP 1.6 §7.28 allows 20 characters without case, and some stations truncate longer ones or refuse other letters.
 * OCPI 2.2.1 §13.3.1 allows 36.
 */
export const newAuthorizationReference = (): string => randomBytes(8).toString('hex').toUpperCase();

/** The nine digits that a driver reads out on the telephone. They grant no access. */
export const newNumber = (): number => randomInt(100_000_000, 1_000_000_000);
