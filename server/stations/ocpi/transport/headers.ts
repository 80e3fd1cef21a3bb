import { randomUUID } from 'node:crypto';
import { correlationId } from '../../../platform/correlation.ts';

/** Country code and party id, spelled as in the party's credentials, because some CPO platforms compare them with case. */
export interface Party {
  country_code: string;
  party_id: string;
}

/** Sender and receiver of a request in the routing headers. Missing for credentials and versions, which are not routed. */
export interface Route {
  from: Party;
  to: Party;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Makes headers by which both the app and the CPO platform can trace an exchange. If a visitor's request causes the exchange,
 * the correlation id of that request is used.
 */
export const tracingHeaders = (): Record<string, string> => ({
  'X-Request-ID': randomUUID(),
  'X-Correlation-ID': correlationId() ?? randomUUID(),
});

export const routingHeaders = ({ from, to }: Route): Record<string, string> => ({
  'OCPI-to-party-id': to.party_id,
  'OCPI-to-country-code': to.country_code,
  'OCPI-from-party-id': from.party_id,
  'OCPI-from-country-code': from.country_code,
});

/**
 * Reads the routing headers. A party is null if one of its two headers is missing. Anyone can set these headers, so they must
 * not identify the caller. Only the caller's token does.
 */
export function routeOf(headers: Headers): { from: Party | null; to: Party | null } {
  const partyOf = (side: 'from' | 'to'): Party | null => {
    const [country_code, party_id] = [headers[`ocpi-${side}-country-code`], headers[`ocpi-${side}-party-id`]];
    return typeof country_code === 'string' && typeof party_id === 'string' ? { country_code, party_id } : null;
  };
  return { from: partyOf('from'), to: partyOf('to') };
}

const TRACING = ['X-Request-ID', 'X-Correlation-ID'] as const;
const READABLE = /^[\x20-\x7e]{1,255}$/;

/** Returns the tracing headers of a request, which the response must repeat. */
export const repeatedTracing = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    TRACING.flatMap(name => {
      const sent = headers[name.toLowerCase()];
      return typeof sent === 'string' && READABLE.test(sent) ? [[name, sent]] : [];
    }),
  );

/**
 * Parses Retry-After, which states seconds or a date.
 * @returns null if the header is missing or invalid
 */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
