import type { Clock } from '../../../core/ports/ports.ts';
import { isObject } from '../messages/patch.ts';
import { type OcpiAnswer, PAGE_LIMIT_MS, type PeerClient, type PeerRequest } from './client.ts';
import { OcpiFailure } from './failure.ts';
import { retryAfterMs } from './headers.ts';
import { type NextPage, nextOf, sizesOf } from './nextPage.ts';

export interface PullPagesOptions {
  client: PeerClient;
  clock: Clock;
  /** URL, token and routing of the CPO platform's list. */
  peer: Omit<PeerRequest, 'method' | 'body' | 'limitMs' | 'signal'>;
  /** Only objects that changed since this time are requested. Missing: the whole list. */
  dateFrom?: Date;
  /** True: a page that cannot be read is not requested again, and ends the pull. */
  isHurried?: boolean;
  signal: AbortSignal;
  /** Handles one page. Pages are not collected in memory. */
  handle(items: readonly unknown[]): Promise<void>;
}

export interface PullEnd {
  /** True: the list was read completely. Stored objects that are missing from a whole list may be removed only in this case. */
  isClean: boolean;
  /** Why the pull stopped. The pages before were handled. Null: the pull reached the end of the list. */
  fault: PullFault | null;
  received: number;
  pages: number;
}

export type PullFault =
  | 'goes round in circles'
  | 'has no end'
  | 'has changed while it was read'
  | 'leads to another host'
  | 'refused'
  | 'cannot be read'
  | 'stopped';

const PAGE_SIZE = 100;
const MAX_PAGES = 20_000;
const MORE_PAGES = 10;
const MAX_PULL_MS = 30 * 60_000;
/** Pauses before the second, third and fourth attempt at a page. */
const PAUSES_MS = [1000, 5000, 25_000] as const;
const MAX_PAUSE_MS = 60_000;

/** Reads a CPO platform's list to its end. Terminates even if the platform's links and totals are wrong. */
export async function pullPages(options: PullPagesOptions): Promise<PullEnd> {
  const { clock, dateFrom, peer, handle } = options;
  const until = clock.now().getTime() + MAX_PULL_MS;
  const first = new URL(peer.url);
  first.searchParams.set('offset', '0');
  first.searchParams.set('limit', String(PAGE_SIZE));
  if (dateFrom) first.searchParams.set('date_from', dateFrom.toISOString());
  const walk = new Walk();
  let next: NextPage = { url: first.href };
  while ('url' in next) {
    const fault = walk.enter(next.url) ?? (clock.now().getTime() > until ? 'has no end' : null);
    if (fault) return walk.end(fault);
    const page = await loadPage(options, next.url);
    if ('fault' in page) return walk.end(page.fault);
    await handle(page.items);
    const reason = walk.pass(page);
    if (reason) return walk.end(reason);
    next = nextOf({ ...page, endpoint: peer.url, received: walk.received, pageSize: PAGE_SIZE });
  }
  return walk.end('fault' in next ? next.fault : null);
}

interface Page {
  /** URL of the attempt that succeeded. It may request fewer objects than the first attempt. */
  url: string;
  items: readonly unknown[];
  answer: OcpiAnswer;
}

/** Detects lists that repeat pages or do not end. */
class Walk {
  received = 0;
  private pages = 0;
  private emptyPages = 0;
  private lastOffset = -1;
  private lastFirst: string | null = null;
  private total: number | null = null;
  private hasShrunk = false;
  private readonly seen = new Set<string>();

  /** Checks the URL of a page before it is requested. */
  enter(url: string): PullFault | null {
    const { search, searchParams } = new URL(url);
    const offset = searchParams.has('offset') ? Number(searchParams.get('offset')) : null;
    if (this.seen.has(search) && search !== '') return 'goes round in circles';
    if (offset !== null && offset <= this.lastOffset) return 'goes round in circles';
    if (this.pages >= this.maxPages()) return 'has no end';
    this.seen.add(search);
    this.lastOffset = offset ?? this.lastOffset;
    return null;
  }

  /** Checks a page after it was handled. */
  pass({ items, answer }: Page): PullFault | null {
    this.pages++;
    this.received += items.length;
    this.emptyPages = items.length === 0 ? this.emptyPages + 1 : 0;
    const { total } = sizesOf(answer.headers);
    this.hasShrunk ||= this.total !== null && total !== null && total < this.total;
    this.total = total ?? this.total;
    const first = keyOf(items[0]);
    const isRepeated = first !== null && first === this.lastFirst;
    this.lastFirst = first;
    return isRepeated || this.emptyPages >= 2 ? 'goes round in circles' : null;
  }

  end(fault: PullFault | null): PullEnd {
    // If an object is removed while the list is read, later objects move forward by one position, and the first object of the
    // next page is missed.
    const reason = fault ?? (this.hasShrunk ? 'has changed while it was read' : null);
    return { isClean: reason === null, fault: reason, received: this.received, pages: this.pages };
  }

  private maxPages(): number {
    const size = this.pages === 0 ? 0 : this.received / this.pages;
    return this.total === null || size === 0 ? MAX_PAGES : Math.min(MAX_PAGES, Math.ceil(this.total / size) + MORE_PAGES);
  }
}

function keyOf(item: unknown): string | null {
  if (!isObject(item)) return null;
  const { country_code, party_id, id, uid } = item;
  return id === undefined && uid === undefined ? null : JSON.stringify([country_code, party_id, id, uid]);
}

/** Loads a page with up to four attempts. Each attempt requests half as many objects as the one before. */
async function loadPage(options: PullPagesOptions, url: string): Promise<Page | { fault: PullFault }> {
  for (const attempt of [0, 1, 2, 3]) {
    if (options.signal.aborted) return { fault: 'stopped' };
    const tried = await tryPage(options, smaller(url, attempt));
    if ('items' in tried || 'fault' in tried) return tried;
    const pauseMs = options.isHurried ? undefined : PAUSES_MS[attempt];
    if (pauseMs === undefined) break;
    const waitMs = Math.min(tried.retryAfterMs ?? pauseMs, MAX_PAUSE_MS);
    await options.clock.sleepUntil(new Date(options.clock.now().getTime() + waitMs), options.signal);
  }
  return { fault: 'cannot be read' };
}

async function tryPage(
  { client, clock, peer, signal }: PullPagesOptions,
  url: string,
): Promise<Page | { fault: PullFault } | { retryAfterMs: number | null }> {
  try {
    const answer = await client.call({ ...peer, method: 'GET', url, limitMs: PAGE_LIMIT_MS, signal });
    if (answer.outcome === 'success' && Array.isArray(answer.data)) return { url, items: answer.data, answer };
    const isBusy = answer.status === 429;
    if (answer.outcome === 'refused' && !isBusy) return { fault: 'refused' };
    return { retryAfterMs: isBusy ? retryAfterMs(answer.headers['retry-after'], clock.now()) : null };
  } catch (error) {
    if (!(error instanceof OcpiFailure)) throw error;
    if (error.kind === 'redirect' || error.kind === 'forbidden-address') return { fault: 'leads to another host' };
    return { retryAfterMs: null };
  }
}

function smaller(href: string, attempt: number): string {
  const url = new URL(href);
  const limit = Number(url.searchParams.get('limit') ?? PAGE_SIZE);
  if (attempt > 0) url.searchParams.set('limit', String(Math.max(1, Math.floor(limit / 2 ** attempt))));
  return url.href;
}
