import { randomUUID } from 'node:crypto';
import { correlationId } from '../../../platform/correlation.ts';

/** A party by its country and id, spelt as in its credentials: some peers compare exactly. */
export interface Party {
  country_code: string;
  party_id: string;
}

/** Who speaks to whom; functional modules only, never credentials and versions. */
export interface Route {
  from: Party;
  to: Party;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Ids that make one exchange traceable on both sides: the second is that of the visitor's request which has led to it. */
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

/** What a request says of its way; null where a pair is not whole. Never used to tell who is asking. */
export function routeOf(headers: Headers): { from: Party | null; to: Party | null } {
  const partyOf = (side: 'from' | 'to'): Party | null => {
    const [country_code, party_id] = [headers[`ocpi-${side}-country-code`], headers[`ocpi-${side}-party-id`]];
    return typeof country_code === 'string' && typeof party_id === 'string' ? { country_code, party_id } : null;
  };
  return { from: partyOf('from'), to: partyOf('to') };
}

const TRACING = ['X-Request-ID', 'X-Correlation-ID'] as const;
const READABLE = /^[\x20-\x7e]{1,255}$/;

/** Ids of a request, repeated in its answer. */
export const repeatedTracing = (headers: Headers): Record<string, string> =>
  Object.fromEntries(
    TRACING.flatMap(name => {
      const sent = headers[name.toLowerCase()];
      return typeof sent === 'string' && READABLE.test(sent) ? [[name, sent]] : [];
    }),
  );

/** Seconds or a date; null when there is none that can be read. */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
