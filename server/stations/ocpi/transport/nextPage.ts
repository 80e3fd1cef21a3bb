import type { IncomingHttpHeaders } from 'node:http';
import type { OcpiAnswer } from './client.ts';

/** The URL of the next page, a fault, or the end of the list. */
export type NextPage = { url: string } | { fault: 'leads to another host' } | { isLast: true };

interface NextPageInput {
  items: readonly unknown[];
  answer: OcpiAnswer;
  /** URL of the page that was just received. */
  url: string;
  /** URL of the list in the version details. */
  endpoint: string;
  received: number;
  pageSize: number;
}

/**
 * Finds the next page. Only the query of a Link header is used, with the list's own URL: platforms behind a proxy send internal
 * addresses, and only the version details may determine where requests go. A link without a query is followed only on the same
 * origin. A full page without a link is followed by increasing the offset, until the promised total is reached.
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
 * Finds `<url>; rel="next"` among the links.
 * @returns null if there is none or the URL is invalid
 */
function nextLinkOf(header: string | string[] | undefined, endpoint: string): URL | null {
  const text = (Array.isArray(header) ? header.join(',') : (header ?? '')).slice(0, 8192);
  for (const [, target = '', parameters = ''] of text.matchAll(/<([^<>]*)>([^<]*)/g)) {
    if (/;\s*rel\s*=\s*"?[^";]*\bnext\b/i.test(parameters)) return URL.parse(target.trim(), endpoint);
  }
  return null;
}

/** Total number of objects and objects per page. Null: not sent. */
export function sizesOf(headers: IncomingHttpHeaders): { total: number | null; limit: number | null } {
  const read = (name: string): number | null => {
    const value = headers[name];
    return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : null;
  };
  const limit = read('x-limit');
  return { total: read('x-total-count'), limit: limit === 0 ? null : limit };
}
