import { markerOf } from './payloads.ts';
import type { HostileRequest } from './requests.ts';
import type { Answer } from './send.ts';

/** What an answer must never be or hold; a name for each. */
export interface Secrets {
  origin: string;
  /** Texts that nobody outside may see: keys, tokens, folders. */
  texts: readonly string[];
}

type Fault = (answer: Answer, asked: { marker: string; secrets: Secrets }) => boolean;

const isPage = ({ head }: Answer): boolean => /^content-type: (text\/html|image\/svg|application\/xhtml|text\/xml)/im.test(head);
const headersOf = ({ head }: Answer, name: string): string[] =>
  [...head.matchAll(new RegExp(`^${name}: (.*)$`, 'gim'))].map(([, value = '']) => value.trim());

/** A redirect may lead to our own pages alone. */
function leadsAway(location: string, origin: string): boolean {
  if (!URL.canParse(location, origin)) return true;
  return new URL(location, origin).origin !== origin;
}

export const FAULTS: Readonly<Record<string, Fault>> = {
  'fault of ours (5xx)': ({ status }) => status >= 500,
  'marker unescaped in a page': (answer, { marker }) => {
    if (!isPage(answer)) return false;
    // Within an element or an attribute, what began as markup must not be markup.
    return new RegExp(
      `<${marker}|<script>${marker}|onerror=${marker}>|<[^>]*\\s(?:href|src|action)="?javascript:${marker}`,
      'i',
    ).test(answer.body);
  },
  'header split': ({ head }, { marker }) => new RegExp(`^x-${marker}:`, 'im').test(head),
  'redirect to elsewhere': (answer, { secrets }) => headersOf(answer, 'location').some(to => leadsAway(to, secrets.origin)),
  'stack trace': ({ body }) => /\bat .{1,120}\((?:file:\/\/|node:|\/).*:\d+:\d+\)|node:internal|at async .*:\d+:\d+/.test(body),
  'words of a library': ({ body }) =>
    /SQLITE_\w+|syntax error at or near|no such (?:table|column)|Cannot read properties of|is not a function|Unexpected token|ECONNREFUSED|ENOENT/.test(
      body,
    ),
  'foreign file': ({ body }) => /root:.*:0:0:|"devDependencies"|sourceMappingURL=|NODE_ENV=/.test(body),
  secret: ({ head, body }, { secrets }) => secrets.texts.some(text => body.includes(text) || head.includes(text)),
  'polluted object': ({ body }) => /"polluted":"yes"/.test(body) && !body.includes('__proto__'),
  'no security headers': answer =>
    isPage(answer) &&
    (headersOf(answer, 'content-security-policy').length !== 1 || headersOf(answer, 'x-content-type-options').length !== 1),
  'names its software': answer => headersOf(answer, 'x-powered-by').length > 0 || headersOf(answer, 'server').length > 0,
  'session cookie for scripts': answer =>
    headersOf(answer, 'set-cookie').some(cookie => !/^(locale|theme)=/.test(cookie) && !/httponly/i.test(cookie)),
};

/** Names of what is wrong with an answer. */
export const faultsOf = (request: HostileRequest, answer: Answer, secrets: Secrets): string[] =>
  Object.entries(FAULTS)
    .filter(([, isSo]) => isSo(answer, { marker: markerOf(request.n), secrets }))
    .map(([name]) => name);
