import { ProviderFailed, ProviderUnavailable } from '../../core/ports/ports.ts';

/** Fields of the SDK's errors. A field is present only if Stripe has sent its value. */
interface StripeFault {
  statusCode?: number;
  code?: string;
  rawType?: string;
  requestId?: string;
  /** Only if the connection failed: the socket error, possibly nested in other errors. */
  detail?: unknown;
}

/**
 * A 5xx response from Stripe itself. Stripe stores it under the idempotency key and repeats it for every further call with that
 * key. The call may have been processed, or may still be processed later. See https://docs.stripe.com/error-low-level
 */
export class StoredServerError extends ProviderUnavailable {}

/** A read that Stripe refuses permanently, for example because a connected account was disconnected. Retrying does not help. */
export class ReadRefused extends ProviderUnavailable {}

/** Status for a wrong or revoked API key. Stripe has not started the call, so it can be repeated after the key was corrected. */
const UNAUTHORIZED = 401;
const CONFLICT = 409;
const TOO_MANY = 429;
const BEGAN_NOTHING: ReadonlySet<number> = new Set([UNAUTHORIZED, CONFLICT, TOO_MANY]);
const MIN_SERVER_ERROR = 500;

/**
 * Awaits a call to Stripe and converts its errors to those of the payment port.
 * @throws ProviderUnavailable if there is no response, for every 5xx (Stripe may still process the call), and if Stripe did not
 * start the call: wrong API key, idempotency key in use, or rate limit
 * @throws ProviderFailed for every other 4xx from Stripe itself, which Stripe stores under the idempotency key
 */
export async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toProviderError(error);
  }
}

/**
 * Awaits a read from Stripe. Its failure says nothing about earlier calls: one with an idempotency key may still be in progress.
 * @throws ReadRefused for a 4xx from Stripe itself
 * @throws ProviderUnavailable
 */
export async function answeredRead<T>(call: Promise<T>): Promise<T> {
  try {
    return await answered(call);
  } catch (error) {
    throw error instanceof ProviderFailed ? new ReadRefused(error.message) : error;
  }
}

const IN_USE = 'idempotency_key_in_use';
const MAX_ATTEMPTS = 12;
const AGAIN_AFTER_MS = 250;

/**
 * Repeats a call as long as another process is making the same call with the same idempotency key. Both then get the same
 * response.
 */
export async function answeredTogether<T>(call: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await answered(call());
    } catch (error) {
      const isInUse = error instanceof ProviderUnavailable && error.message === IN_USE;
      if (!isInUse || n === MAX_ATTEMPTS) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}

/** Only error codes are kept, because Stripe's messages may quote a driver's input. */
function toProviderError(error: unknown): unknown {
  if (!(error instanceof Error) || !error.constructor.name.startsWith('Stripe')) return error;
  const { statusCode, code, rawType, requestId } = error as StripeFault;
  const words = code ?? rawType ?? connectionInWords(error);
  if (statusCode === undefined || BEGAN_NOTHING.has(statusCode)) return new ProviderUnavailable(words);
  // A response without a Stripe request id comes from a proxy, so Stripe may still process the call.
  if (requestId === undefined) return new ProviderUnavailable(words);
  return statusCode >= MIN_SERVER_ERROR ? new StoredServerError(words) : new ProviderFailed(words);
}

const CONNECTION_FAULTS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name not found',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  ETIMEDOUT: 'no answer in time',
  EHOSTUNREACH: 'network unreachable',
  ENETUNREACH: 'network unreachable',
};
/**
 * Matches error codes of Node.js and OpenSSL for a certificate that is not trusted, has expired, or was issued for another name.
 */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/;
const MAX_CAUSES = 5;

/**
 * Describes a failed connection by the name of the SDK's error and the error code of the socket. Neither can contain personal
 * data.
 */
function connectionInWords(error: Error & StripeFault): string {
  const { name } = error.constructor;
  const code = socketCode(error.detail);
  if (code === null) return name;
  const words = CONNECTION_FAULTS[code] ?? (CERTIFICATE.test(code) ? 'certificate not accepted' : null);
  return words === null ? `${name} (${code})` : `${name}: ${words} (${code})`;
}

function socketCode(detail: unknown): string | null {
  for (let each = detail, count = 0; each instanceof Error && count < MAX_CAUSES; each = each.cause, count++)
    if ('code' in each && typeof each.code === 'string') return each.code;
  return null;
}
