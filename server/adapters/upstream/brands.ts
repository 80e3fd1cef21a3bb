import { within } from '../../../shared/util/within.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { UpstreamLogo } from './logo.ts';
import type { UpstreamMetadata } from './wire.ts';

export interface Brand {
  metadata: UpstreamMetadata;
  logo: UpstreamLogo | null;
}

export interface Brands {
  /** What is known of a client's brand; null while nothing is. Never fails, and never keeps a page waiting for long. */
  find(clientId: string): Promise<Brand | null>;
}

export interface BrandSources {
  clock: Pick<Clock, 'now'>;
  metadata(clientId: string): Promise<UpstreamMetadata>;
  /** Never fails: null where there is no picture to show. */
  logo(address: string): Promise<UpstreamLogo | null>;
}

const FRESH_MS = 60_000;
/** So long a brand is shown although the service no longer answers. */
const STALE_MS = 600_000;
/** How long to leave the service alone after it failed. */
const PAUSE_MS = 10_000;
/** The most a page waits, and only where nothing is known and nothing has failed yet. */
const PATIENCE_MS = 1500;
/** Any word in an address may be a client: neither memory, the service nor known clients may suffer from invented ones. */
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
      // What is known stays, and is fetched again after a pause. The call itself has logged why it failed.
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

/** Drops the least recently used entry when there are too many, and of these first one of which nothing is known. */
function remember(entries: Map<string, Entry>, clientId: string, entry: Entry): void {
  entries.delete(clientId);
  entries.set(clientId, entry);
  if (entries.size <= MAX_CACHED) return;
  const [oldest = clientId] = entries.keys();
  const [unknown = oldest] = [...entries].find(([id, { brand }]) => brand === null && id !== clientId) ?? [];
  entries.delete(unknown);
}
