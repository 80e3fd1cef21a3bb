import { ProviderFailed, ProviderUnavailable } from '../../core/ports/ports.ts';

/** What every error of the SDK carries, as far as Stripe said it. */
interface StripeFault {
  statusCode?: number;
  code?: string;
  rawType?: string;
  requestId?: string;
  /** Of a connection that failed: the error of the socket, perhaps behind others. */
  detail?: unknown;
}

/**
 * A 5xx of Stripe itself. Stripe answers the call's key with it from now on, and may have acted, or act later.
 * Source: https://docs.stripe.com/error-low-level
 */
export class StoredServerError extends ProviderUnavailable {}

/** A read that Stripe refuses for good, as of a connected account that has left: a repetition gets the same answer. */
export class ReadRefused extends ProviderUnavailable {}

/** Our key is wrong or revoked. Stripe began nothing, and the call succeeds once the operator has put the key right. */
const UNAUTHORIZED = 401;
const CONFLICT = 409;
const TOO_MANY = 429;
const BEGAN_NOTHING: ReadonlySet<number> = new Set([UNAUTHORIZED, CONFLICT, TOO_MANY]);
const MIN_SERVER_ERROR = 500;

/**
 * An answer of Stripe, with its errors translated into those of the port.
 * @throws ProviderUnavailable for no answer, for every 5xx (Stripe may still act after one), and where Stripe did not begin: another
 *   call has the key, or too many calls.
 * @throws ProviderFailed for a definite no: a 4xx of Stripe itself. Stripe stores the answer under the call's key.
 */
export async function answered<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw toProviderError(error);
  }
}

/**
 * An answer to a read. However definite its failure, it says nothing about a key: an earlier call that carried one may still
 * be on its way.
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

/** Where another process of ours is asking for the same thing at this moment, its answer is ours too. */
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

/** Only codes are passed on: Stripe's messages may quote what a driver has typed. */
function toProviderError(error: unknown): unknown {
  if (!(error instanceof Error) || !error.constructor.name.startsWith('Stripe')) return error;
  const { statusCode, code, rawType, requestId } = error as StripeFault;
  const words = code ?? rawType ?? connectionInWords(error);
  if (statusCode === undefined || BEGAN_NOTHING.has(statusCode)) return new ProviderUnavailable(words);
  // An answer without Stripe's request id comes from a proxy in between, and the call may still be on its way.
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
/** Codes of Node.js and OpenSSL for a certificate that is not trusted, has run out, or is for another name. */
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS/;
const MAX_CAUSES = 5;

/** The name of the SDK's error, and for a failed connection the cause: only the code of the socket's error, which quotes nothing. */
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
