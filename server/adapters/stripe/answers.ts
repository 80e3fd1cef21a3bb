import { ProviderFailed, ProviderUnavailable } from '../../core/ports/ports.ts';

/** The fields of the SDK's errors. Each field is present only if Stripe has sent the value. */
interface StripeFault {
  statusCode?: number;
  code?: string;
  rawType?: string;
  requestId?: string;
  /** For a failed connection: the error of the socket, possibly nested in other errors. */
  detail?: unknown;
}

/**
 * A 5xx response of Stripe itself. Stripe stores this response under the idempotency key of the call and repeats it from then
 * on. Stripe may have processed the call, or may process the call later. Source: https://docs.stripe.com/error-low-level
 */
export class StoredServerError extends ProviderUnavailable {}

/**
 * A read that Stripe refuses permanently, for example for a connected account that was disconnected. A retry gets the same
 * response.
 */
export class ReadRefused extends ProviderUnavailable {}

/**
 * The API key is wrong or revoked. Stripe has not started the call. The call succeeds once the operator has corrected the key.
 */
const UNAUTHORIZED = 401;
const CONFLICT = 409;
const TOO_MANY = 429;
const BEGAN_NOTHING: ReadonlySet<number> = new Set([UNAUTHORIZED, CONFLICT, TOO_MANY]);
const MIN_SERVER_ERROR = 500;

/**
 * Awaits a call to Stripe and translates the errors of Stripe into those of the port.
 * @throws ProviderUnavailable if there is no response, for every 5xx (Stripe may still process the call), and if Stripe did not
 * start the call because of a wrong API key, an idempotency key in use, or the rate limit
 * @throws ProviderFailed for every other 4xx of Stripe itself; Stripe stores this response under the idempotency key of the call
 */
export async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toProviderError(error);
  }
}

/**
 * Awaits a read from Stripe. A failed read reports nothing about an idempotency key: an earlier call with the key may still be
 * in progress.
 * @throws ReadRefused for a 4xx of Stripe itself
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
const TRIES = 12;
const AGAIN_AFTER_MS = 250;

/**
 * Repeats a call while another process is making the same call with the same idempotency key. Both calls then return the same
 * response.
 */
export async function answeredTogether<T>(call: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return await answered(call());
    } catch (error) {
      const isInUse = error instanceof ProviderUnavailable && error.message === IN_USE;
      if (!isInUse || n === TRIES) throw error;
    }
    await new Promise(resolve => setTimeout(resolve, AGAIN_AFTER_MS));
  }
}

/** Only error codes are passed on, because Stripe's messages may quote input of a driver. */
function toProviderError(error: unknown): unknown {
  if (!(error instanceof Error) || !error.constructor.name.startsWith('Stripe')) return error;
  const { statusCode, code, rawType, requestId } = error as StripeFault;
  const words = code ?? rawType ?? connectionInWords(error);
  if (statusCode === undefined || BEGAN_NOTHING.has(statusCode)) return new ProviderUnavailable(words);
  // A response without Stripe's request id comes from a proxy. Stripe may still process the call.
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
/** Codes of Node.js and OpenSSL for a certificate that is not trusted, has expired, or was issued for another name. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/;
const MAX_CAUSES = 5;

/**
 * Describes a failed connection by the name of the SDK's error and the code of the socket's error. A code cannot contain
 * personal data.
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
