import { API_PATH } from '../../../shared/console/api.ts';
import { markerOf } from './payloads.ts';
import type { HostileRequest } from './requests.ts';
import type { Answer } from './send.ts';

/** Limits for responses: origins to which they may redirect, and texts that they must not contain. */
export interface Secrets {
  /** Origins to which redirects may lead. The first one is the app's own. */
  origins: readonly string[];
  /** Texts that no response may contain: keys, tokens and folder names. */
  texts: readonly string[];
  /** API tokens that must be refused. */
  refusedTokens: readonly string[];
  /** API tokens of one brand, and texts that only data of other brands contain. */
  limitedTokens: readonly string[];
  otherBrands: readonly string[];
}

interface Requested {
  marker: string;
  isSocket: boolean;
  /** The API token of the request. Empty: the request has none. */
  token: string;
  path: string;
  /** True if everybody may read the answer: the description of the API, and its page. */
  isPublic: boolean;
  secrets: Secrets;
}

type Fault = (answer: Answer, requested: Requested) => boolean;

const isPage = ({ head }: Answer): boolean => /^content-type: (text\/html|image\/svg|application\/xhtml|text\/xml)/im.test(head);
const headersOf = ({ head }: Answer, name: string): string[] =>
  [...head.matchAll(new RegExp(`^${name}: (.*)$`, 'gim'))].map(([, value = '']) => value.trim());

/** Returns true if a redirect leads to an origin that is not allowed. Allowed are the app itself and the sign-in provider. */
function leadsAway(location: string, origins: readonly string[]): boolean {
  const [ours] = origins;
  if (!URL.canParse(location, ours)) return true;
  return !origins.includes(new URL(location, ours).origin);
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  'fault of ours (5xx)': ({ status }) => status >= 500,
  // Markup that a request contains must be escaped in the page. Every request has a marker, so this also detects stored markup of
  // an earlier request.
  'marker unescaped in a page': answer =>
    isPage(answer) &&
    /<zq\d+q|<script>zq\d+q|<img[^>]*onerror=zq\d+q|<[^>]*\s(?:href|src|action)="?javascript:zq\d+q/i.test(answer.body),
  'header split': ({ head }, { marker }) => new RegExp(`^x-${marker}:`, 'im').test(head),
  'redirect to elsewhere': (answer, { secrets }) => headersOf(answer, 'location').some(to => leadsAway(to, secrets.origins)),
  'stack trace': ({ body }) => /\bat .{1,120}\((?:file:\/\/|node:|\/).*:\d+:\d+\)|node:internal|at async .*:\d+:\d+/.test(body),
  'words of a library': ({ body }) =>
    /SQLITE_\w+|syntax error at or near|no such (?:table|column)|Cannot read properties of|is not a function|Unexpected token|ECONNREFUSED|ENOENT/.test(
      body,
    ),
  'foreign file': ({ body }) => /root:.*:0:0:|"devDependencies"|sourceMappingURL=|NODE_ENV=/.test(body),
  secret: ({ head, body }, { secrets }) => secrets.texts.some(text => body.includes(text) || head.includes(text)),
  'refused token let in': ({ status }, { token, isPublic, secrets }) =>
    secrets.refusedTokens.includes(token) && status < 400 && !isPublic,
  // Pages repeat the path of the request in their links to other languages.
  'data of another brand': ({ head, body }, { token, path, secrets }) =>
    secrets.limitedTokens.includes(token) &&
    secrets.otherBrands.some(text => (body.includes(text) || head.includes(text)) && !path.includes(text)),
  'polluted object': ({ body }) => /"polluted":"yes"/.test(body) && !body.includes('__proto__'),
  // The response to a WebSocket upgrade needs no security headers, because no browser displays it.
  'no security headers': (answer, { isSocket }) =>
    !isSocket &&
    isPage(answer) &&
    (headersOf(answer, 'content-security-policy').length !== 1 || headersOf(answer, 'x-content-type-options').length !== 1),
  'names its software': answer => headersOf(answer, 'x-powered-by').length > 0 || headersOf(answer, 'server').length > 0,
  'session cookie for scripts': answer =>
    headersOf(answer, 'set-cookie').some(
      cookie => !/^(operator-)?(locale|language|theme)=/.test(cookie) && !/httponly/i.test(cookie),
    ),
};

/** The description of the API, and the page for people, which need no token. */
const PUBLIC = new RegExp(`^${API_PATH}/?(openapi\\.json/?)?(\\?.*)?$`);

/**
 * Checks a response.
 * @returns the names of the faults found
 */
export const faultsOf = (request: HostileRequest, answer: Answer, secrets: Secrets): string[] =>
  Object.entries(FAULTS)
    .filter(([, isSo]) =>
      isSo(answer, {
        marker: markerOf(request.n),
        isSocket: /^upgrade: websocket/im.test(request.raw ?? ''),
        token: request.raw ? '' : (/^Bearer (.*)$/.exec(request.headers.Authorization ?? '')?.[1] ?? ''),
        path: request.path,
        isPublic: !request.path.startsWith(API_PATH) || PUBLIC.test(request.path),
        secrets,
      }),
    )
    .map(([name]) => name);
