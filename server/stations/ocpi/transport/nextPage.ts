import type { IncomingHttpHeaders } from 'node:http';
import type { OcpiAnswer } from './client.ts';

/** Where the next page is; neither: this was the last one. */
export type NextPage = { url: string } | { fault: 'leads to another host' } | { isLast: true };

interface NextPageInput {
  items: readonly unknown[];
  answer: OcpiAnswer;
  /** Of the page that has just come. */
  url: string;
  /** Of the list, as the version details name it. */
  endpoint: string;
  received: number;
  pageSize: number;
}

/**
 * Only the query of a link is taken, and put on the list's own address: peers behind a proxy write addresses of their inner
 * network, and nobody but the version details may say where requests go. A link that tells pages apart by their path is
 * followed on the same origin only. Where a full page has no link although more is promised, counting goes on.
 */
export function nextOf({ items, answer, url, endpoint, received, pageSize }: NextPageInput): NextPage {
  const link = nextLinkOf(answer.headers.link, endpoint);
  if (link !== null) return followed(link, new URL(endpoint));
  const { total, limit } = sizesOf(answer.headers);
  const isFull = items.length > 0 && items.length >= (limit ?? requestedLimit(url, pageSize));
  if (!isFull || (total !== null && received >= total)) return { isLast: true };
  const next = new URL(url);
  next.searchParams.set('offset', String(Number(next.searchParams.get('offset') ?? 0) + items.length));
  return { url: next.href };
}

function followed(link: URL, endpoint: URL): NextPage {
  if (link.search !== '') {
    const next = new URL(endpoint);
    next.search = link.search;
    return { url: next.href };
  }
  return link.origin === endpoint.origin ? { url: link.href } : { fault: 'leads to another host' };
}

const requestedLimit = (url: string, pageSize: number): number => Number(new URL(url).searchParams.get('limit') ?? pageSize);

/** `<address>; rel="next"`, among other links; null where there is none or it is no address. */
function nextLinkOf(header: string | string[] | undefined, endpoint: string): URL | null {
  const text = (Array.isArray(header) ? header.join(',') : (header ?? '')).slice(0, 8192);
  for (const [, target = '', parameters = ''] of text.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(parameters)) return URL.parse(target.trim(), endpoint);
  }
  return null;
}

/** How many objects there are and how many the peer puts on a page; null: not told. */
export function sizesOf(headers: IncomingHttpHeaders): { total: number | null; limit: number | null } {
  const read = (name: string): number | null => {
    const value = headers[name];
    return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : null;
  };
  const limit = read('x-limit');
  return { total: read('x-total-count'), limit: limit === 0 ? null : limit };
}
