import type { IncomingHttpHeaders } from 'node:http';
import type { OcpiAnswer } from './client.ts';

/** The URL of the next page, an error, or the end of the list. */
export type NextPage = { url: string } | { fault: 'leads to another host' } | { isLast: true };

interface NextPageInput {
  items: readonly unknown[];
  answer: OcpiAnswer;
  /** URL of the page that was received last. */
  url: string;
  /** URL of the list, from the CPO platform's version details. */
  endpoint: string;
  received: number;
  pageSize: number;
}

/**
 * Finds the next page of a list. Only the query of a Link header is used, with the URL of the list: CPO platforms behind a proxy
 * send internal addresses, and only the version details decide where requests go. A link without a query is followed if it has
 * the same origin as the list. If a full page has no link, the offset is increased until the announced total is reached.
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

/**
 * Finds `<url>; rel="next"` in a Link header.
 * @returns null if there is no such link, or its URL is invalid
 */
function nextLinkOf(header: string | string[] | undefined, endpoint: string): URL | null {
  const text = (Array.isArray(header) ? header.join(',') : (header ?? '')).slice(0, 8192);
  for (const [, target = '', parameters = ''] of text.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(parameters)) return URL.parse(target.trim(), endpoint);
  }
  return null;
}

/** Reads the total number of objects and the number per page. Null: not sent. */
export function sizesOf(headers: IncomingHttpHeaders): { total: number | null; limit: number | null } {
  const read = (name: string): number | null => {
    const value = headers[name];
    return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : null;
  };
  const limit = read('x-limit');
  return { total: read('x-total-count'), limit: limit === 0 ? null : limit };
}
