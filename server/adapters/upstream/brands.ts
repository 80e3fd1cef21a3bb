import { within } from '../../../shared/util/within.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { UpstreamLogo } from './logo.ts';
import type { UpstreamMetadata } from './wire.ts';

export interface Brand {
  metadata: UpstreamMetadata;
  logo: UpstreamLogo | null;
}

export interface Brands {
  /**
   * Returns a brand from the cache or from the external service. Never fails, and waits at most `PATIENCE_MS`.
   * @returns null if the brand is not known
   */
  find(clientId: string): Promise<Brand | null>;
}

export interface BrandSources {
  clock: Pick<Clock, 'now'>;
  metadata(clientId: string): Promise<UpstreamMetadata>;
  /**
   * Fetches a logo. Never fails.
   * @returns null if there is no usable image
   */
  logo(address: string): Promise<UpstreamLogo | null>;
}

const FRESH_MS = 60_000;
/** Maximum age of a cached brand in milliseconds while the external service does not respond. */
const STALE_MS = 600_000;
/** Pause in milliseconds before a brand is loaded again after a failure. */
const PAUSE_MS = 10_000;
/**
 * Maximum time in milliseconds that a page waits for its brand. It waits only if no current brand is cached and the last attempt
 * has not failed.
 */
const PATIENCE_MS = 1500;
/**
 * Any word in a URL may be taken for the id of a brand. These limits protect the memory, the external service and the cached
 * brands from invented ids.
 */
const MAX_CACHED = 200;
const MAX_CONCURRENT = 20;

interface Entry {
  brand: Brand | null;
  loadedAt: number;
  triedAt: number;
  hasFailed: boolean;
  loading: Promise<void> | null;
}

const NOTHING: Entry = { brand: null, loadedAt: 0, triedAt: 0, hasFailed: false, loading: null };

export function createBrands(sources: BrandSources): Brands {
  const entries = new Map<string, Entry>();
  let loadingNow = 0;
  const nowMs = () => sources.clock.now().getTime();

  async function load(clientId: string, entry: Entry): Promise<void> {
    loadingNow++;
    entry.triedAt = nowMs();
    try {
      const metadata = await sources.metadata(clientId);
      const known = entry.brand?.metadata.logo === metadata.logo ? (entry.brand?.logo ?? null) : null;
      Object.assign(entry, { brand: { metadata, logo: known }, loadedAt: nowMs(), hasFailed: false });
      if (metadata.logo && !known) entry.brand = { metadata, logo: await sources.logo(metadata.logo) };
    } catch {
      // The cached brand is kept, and loading is tried again after a pause. The failed call has already been logged.
      entry.hasFailed = true;
    } finally {
      loadingNow--;
      entry.loading = null;
    }
  }

  return {
    async find(clientId) {
      const entry = entries.get(clientId) ?? { ...NOTHING };
      remember(entries, clientId, entry);
      const age = () => nowMs() - entry.loadedAt;
      const mayLoad = entry.brand !== null || loadingNow < MAX_CONCURRENT;
      const mayTry = nowMs() - entry.triedAt >= PAUSE_MS && mayLoad;
      if (age() >= FRESH_MS && !entry.loading && mayTry) entry.loading = load(clientId, entry);
      if (age() >= STALE_MS && entry.loading && !entry.hasFailed)
        await within(entry.loading, PATIENCE_MS - (nowMs() - entry.triedAt), () => undefined);
      return age() < STALE_MS ? entry.brand : null;
    },
  };
}

/**
 * Marks an entry as most recently used. If the cache is full, removes the least recently used entry, preferably one without a
 * brand.
 */
function remember(entries: Map<string, Entry>, clientId: string, entry: Entry): void {
  entries.delete(clientId);
  entries.set(clientId, entry);
  if (entries.size <= MAX_CACHED) return;
  const [oldest = clientId] = entries.keys();
  const [unknown = oldest] = [...entries].find(([id, { brand }]) => brand === null && id !== clientId) ?? [];
  entries.delete(unknown);
}
