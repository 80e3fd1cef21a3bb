import { randomInt } from 'node:crypto';

/** Ids of requests and starts are signed integers of 32 bits. */
const MAX_ID = 2 ** 31 - 1;

/** Creates an id by which a station names a request, or a start, in its messages. */
export const createRequestId = (): number => randomInt(1, MAX_ID);

/** A station repeats a transfer that fails. Some stations take the absence of a number as no attempt at all. */
export const TRANSFER_ATTEMPTS = { retries: 3, retryInterval: 60 };
