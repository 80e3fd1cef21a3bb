import { LRUCache } from 'lru-cache';
import { DAY_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { Clock, VatRegister, VatVerdict } from '../../core/ports/ports.ts';
import { createHttpClient, HttpFailure } from '../../platform/http.ts';

interface ViesDependencies {
  clock: Pick<Clock, 'now'>;
  /** Replaces the origin of VIES in tests. */
  origin?: string | undefined;
  /** Writes one log line. The VAT ID is left out, because it identifies a company or a person. */
  warn(event: string, facts: Readonly<Record<string, string>>): void;
}

const ORIGIN = 'https://ec.europa.eu';
const PATH = '/taxation_customs/vies/rest-api/check-vat-number';
/**
 * Time limit in milliseconds. Short, because the buyer waits for the invoice, and the registers of some countries are often
 * unavailable for hours.
 */
const LIMIT_MS = 4000;
const MAX_BYTES = 65_536;
const HEADERS = { accept: 'application/json', 'content-type': 'application/json' };

/** Country prefixes of VAT IDs that VIES can check: the EU member states and Northern Ireland (XI). */
const COUNTRIES: ReadonlySet<string> = new Set([
  ...['AT', 'BE', 'BG', 'CY', 'CZ', 'DE', 'DK', 'EE', 'EL', 'ES', 'FI', 'FR', 'HR', 'HU'],
  ...['IE', 'IT', 'LT', 'LU', 'LV', 'MT', 'NL', 'PL', 'PT', 'RO', 'SE', 'SI', 'SK', 'XI'],
]);

/** How long a verdict is cached, in milliseconds. Short for 'unknown', so that a newly registered company is soon accepted. */
const CACHE_MS: Readonly<Record<VatVerdict, number>> = { valid: DAY_MS, unknown: 5 * MINUTE_MS, 'not-checked': MINUTE_MS };
const MAX_CACHED = 1000;

/**
 * Creates a VAT register that queries VIES, the European Commission's register of VAT IDs. On every failure the verdict is
 * 'not-checked', so that the buyer is not refused.
 */
export function createVies({ clock, origin = ORIGIN, warn }: ViesDependencies): VatRegister {
  const client = createHttpClient({ timeoutMs: LIMIT_MS, maxBytes: MAX_BYTES, addresses: 'any' });
  const cache = new LRUCache<string, VatVerdict>({
    max: MAX_CACHED,
    perf: { now: () => clock.now().getTime() },
    ttlResolution: 0,
  });

  async function requestVerdict(vatId: string): Promise<VatVerdict> {
    const body = JSON.stringify({ countryCode: vatId.slice(0, 2), vatNumber: vatId.slice(2) });
    try {
      const answer = await client({ method: 'POST', url: `${origin}${PATH}`, headers: HEADERS, body });
      const { valid, errorWrappers } = (JSON.parse(answer.body.toString('utf8')) ?? {}) as {
        valid?: unknown;
        errorWrappers?: unknown;
      };
      if (answer.status === 200 && typeof valid === 'boolean') return valid ? 'valid' : 'unknown';
      warn('vat register request failed', { reason: `status ${answer.status}`, answered: errorCodeIn(errorWrappers) });
    } catch (error) {
      warn('vat register request failed', { reason: error instanceof HttpFailure ? error.reason : 'unreadable' });
    }
    return 'not-checked';
  }

  return {
    async check({ vatId }) {
      if (!COUNTRIES.has(vatId.slice(0, 2))) return 'not-checked';
      const known = cache.get(vatId);
      if (known) return known;
      const verdict = await requestVerdict(vatId);
      cache.set(vatId, verdict, { ttl: CACHE_MS[verdict] });
      return verdict;
    },
  };
}

/**
 * Returns the error code of a response, such as MS_UNAVAILABLE. Nothing else is used, because the response may contain personal
 * data.
 */
function errorCodeIn(wrappers: unknown): string {
  const [first] = Array.isArray(wrappers) ? (wrappers as ({ error?: unknown } | null)[]) : [];
  return typeof first?.error === 'string' ? (/^[A-Z_]{3,60}$/.exec(first.error)?.[0] ?? 'other') : 'nothing';
}
