import { randomBytes, randomInt } from 'node:crypto';

/**
 * Creates an id with 128 random bits. Such an id grants access to its object, so it must be impossible to guess (ASVS 5.0,
 * 11.5.1).
 */
export const newId = (): string => randomBytes(16).toString('base64url');

/**
 * Creates the authorization reference for starting a session at a station: 16 hexadecimal digits in upper case (64 random bits).
 * It grants no access. OCPI 2.2.1 §13.3.1 allows 36 characters, but OCPP 1.6 §7.28 only 20 without case. Some stations truncate
 * longer references or refuse letters beyond F.
 */
export const newAuthorizationReference = (): string => randomBytes(8).toString('hex').toUpperCase();

/** Creates the nine-digit number of a session, which a driver can read out on the telephone. It grants no access. */
export const newNumber = (): number => randomInt(100_000_000, 1_000_000_000);
