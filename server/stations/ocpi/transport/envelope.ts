import { isObject } from '../messages/patch.ts';

/**
 * OCPI status codes that the app sends. Of received codes, only the first digit matters, because CPO platforms use the other
 * digits in their own ways.
 */
export const STATUS = {
  success: 1000,
  clientError: 2000,
  invalid: 2001,
  notEnough: 2002,
  unknownLocation: 2003,
  unknownToken: 2004,
  serverError: 3000,
  unusableApi: 3001,
  unsupportedVersion: 3002,
  missingEndpoints: 3003,
} as const;
type StatusCode = (typeof STATUS)[keyof typeof STATUS];

/** The envelope of every OCPI response. */
export interface Envelope {
  status_code: number;
  status_message?: string;
  data?: unknown;
  timestamp: string;
}

interface EnvelopeInput {
  code: StatusCode;
  now: Date;
  data?: unknown;
  message?: string;
}

export const envelopeOf = ({ code, now, data, message }: EnvelopeInput): Envelope => ({
  ...(data === undefined ? {} : { data }),
  status_code: code,
  ...(message === undefined ? {} : { status_message: message }),
  timestamp: now.toISOString(),
});

export interface ReceivedEnvelope {
  statusCode: number;
  statusMessage: string | null;
  data: unknown;
}

/**
 * Reads the envelope of a response.
 * @returns null if the body is not an envelope
 */
export function readEnvelope(body: unknown): ReceivedEnvelope | null {
  if (!isObject(body) || typeof body.status_code !== 'number') return null;
  const { status_code, status_message, data } = body;
  return { statusCode: status_code, statusMessage: typeof status_message === 'string' ? status_message : null, data };
}

/**
 * 'refused': processed and rejected. 'undelivered': a hub could not forward the request. 'unknown': the request may have had an
 * effect.
 */
export type Outcome = 'success' | 'refused' | 'undelivered' | 'unknown';

/** After these two errors of a hub, the request may have been delivered. After any other error of a hub, it was not. */
const DELIVERED_PERHAPS: readonly number[] = [4000, 4002];

/** Derives the outcome of a request from the OCPI status code, mostly from its first digit. */
export function outcomeOf(statusCode: number): Outcome {
  const thousands = Math.floor(statusCode / 1000);
  if (thousands === 1) return 'success';
  if (thousands === 2) return 'refused';
  return thousands === 4 && !DELIVERED_PERHAPS.includes(statusCode) ? 'undelivered' : 'unknown';
}
