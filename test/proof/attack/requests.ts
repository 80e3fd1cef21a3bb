import type { Chance } from '../money/chance.ts';
import { isApi, isConsole } from './endpoints.ts';
import { FIELDS, HEADERS, markerOf, payload } from './payloads.ts';

export interface HostileRequest {
  n: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** Invalid HTTP that is sent as it is. If set, method, path, headers and body are ignored. */
  raw?: string;
}

/**
 * The addresses to attack. `known` contains valid values of path parameters: a request with an invalid value would be refused
 * before it reaches the code to test.
 */
export interface Ground {
  origin: string;
  /**
   * Paths in the notation of Express and React Router, for example '/api/clients/:clientId' or '/{*any}'; or '~' followed by a
   * pattern.
   */
  locations: readonly string[];
  known: Readonly<Record<string, readonly string[]>>;
  tokens: readonly string[];
  apiTokens: ApiTokens;
}

/** Tokens of the API for operators. */
export interface ApiTokens {
  valid: readonly string[];
  /** Tokens that have ended, were revoked, are valid from another network only, or are forged. */
  refused: readonly string[];
  /** Tokens of one brand. */
  limited: readonly string[];
}

const COMMON = ['GET', 'GET', 'GET', 'POST', 'POST'];
const METHODS = [...COMMON, 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
const FORM = 'application/x-www-form-urlencoded';
const TYPES = [
  ...['application/json', 'application/json', FORM, 'text/plain', 'multipart/form-data; boundary=x'],
  ...[
    'application/json; charset=x',
    'application/csp-report',
    'application/xml',
    ';',
    'application/x-www-form-urlencoded; charset=utf-7',
  ],
];
const PREFIXES = ['', '', '', '', '/en', '/hu', '/xx', '/', '//', '/\\', '/.', '/EN', '/%2e%2e'];

/** Fills in the parameters of a path, either with valid values or with hostile texts. */
export function pathAt(chance: Chance, place: string, { known, marker }: { known: Ground['known']; marker: string }): string {
  const bare = place.startsWith('~') || place.includes('/~') ? place.replace(/~.*$/, '') || '/q/DE*BLF*E1001*1' : place;
  return bare.replace(/\{?\*(\w+)\}?|:(\w+)/g, (_, rest: string | undefined, name = rest ?? '') => {
    const fitting = known[name] ?? known.any ?? [];
    const text = chance.is(55) && fitting.length > 0 ? chance.one(fitting) : payload(chance, marker);
    if (chance.is(80)) return encodeURIComponent(text.toWellFormed());
    return text.replace(/[^!-~]/g, '_');
  });
}

function thing(chance: Chance, marker: string, depth = 0): unknown {
  if (depth > 3 || chance.is(60)) return payload(chance, marker);
  if (chance.is(50)) return chance.one([null, true, 0, -1, 1.5, 1e308, 8000, [], {}]);
  if (chance.is(30)) return [thing(chance, marker, depth + 1)];
  return Object.fromEntries([1, 2, 3].map(() => [chance.one(FIELDS), thing(chance, marker, depth + 1)]));
}

/** JSON as text, because `JSON.stringify` would omit the property `__proto__`. */
const POLLUTED = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},';

function bodyOf(chance: Chance, { isJson, marker }: { isJson: boolean; marker: string }): string {
  if (chance.is(2)) return '['.repeat(3000);
  if (chance.is(2)) return `{"text":"${'x'.repeat(20_000)}"}`;
  const fields = Object.fromEntries(
    Array.from({ length: 1 + Math.floor(chance.roll() * 5) }, () => [chance.one(FIELDS), thing(chance, marker)]),
  );
  const json = JSON.stringify(fields);
  if (isJson) return chance.is(10) ? POLLUTED + json.slice(1) : json;
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [
      name,
      (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
    ]),
  ).toString();
}

/** Raw requests that are invalid HTTP, contain a second request, or ask for an upgrade to WebSocket. */
const RAW: readonly ((path: string, marker: string) => string)[] = [
  path => `GET ${path}\r\n\r\n`,
  path => `GET ${path} HTTP/9.9\r\nHost: x\r\n\r\n`,
  path => `GET ${path} HTTP/1.1\r\n\r\n`,
  path => `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n`,
  path =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n`,
  path => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n`,
  path => `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
  (path, marker) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c: ${marker}\r\n\r\n`,
  path => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
  path => `GET ${path}${'/x'.repeat(9000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  path => `GET http://elsewhere.example${path} HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n`,
  path =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Protocol: ocpp1.6\r\n\r\n`,
  path =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: ${'ocpp2.0.1,'.repeat(200)}\r\nAuthorization: Basic ${Buffer.from('HOTEL-1:x').toString('base64')}\r\n\r\n`,
  path => `CONNECT ${path} HTTP/1.1\r\nHost: x\r\n\r\n`,
  () => '\u0016\u0003\u0001\u0002',
];

/** Returns the path for the n-th request. The paths are used in rotation, so that each is requested equally often. */
export const patternAt = (n: number, { locations }: Pick<Ground, 'locations'>): string => locations[n % locations.length] ?? '/';

/** Headers of a program with a valid token of the API, without which the API refuses an action before its body is read. */
const programHeaders = (token: string, n: number) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': 'application/json',
  'Idempotency-Key': `key-${n}`,
  'If-Match': '"1"',
});

const apiToken = (chance: Chance, { valid, refused, limited }: ApiTokens): string =>
  chance.one(chance.is(40) ? valid : chance.one([refused, limited]));

/** Creates the n-th request of a run. The same seed leads to the same requests. */
export function hostileRequest(chance: Chance, n: number, ground: Ground): HostileRequest {
  const { origin, known, tokens, apiTokens } = ground;
  const marker = markerOf(n);
  const { host } = new URL(origin);
  const pattern = patternAt(n, ground);
  const query = chance.is(45)
    ? `?${new URLSearchParams([1, 2].map(() => [chance.one(FIELDS), payload(chance, marker).toWellFormed()])).toString()}`
    : '';
  const path =
    `${chance.is(70) ? '' : chance.one(PREFIXES)}${pathAt(chance, pattern, { known, marker })}${chance.is(3) ? payload(chance, marker).replace(/[^!-~]/g, '_') : ''}${query}` ||
    '/';
  const method = chance.one(chance.is(70) ? COMMON : METHODS);
  // The console accepts only form bodies, so most requests to the console have one.
  const type = isConsole(pattern) && chance.is(80) ? FORM : chance.one(TYPES);
  const headers: Record<string, string> = {
    Host: chance.is(4) ? `${marker}.example` : host,
    Accept: chance.is(40) ? 'text/html' : 'application/json',
    'Content-Type': type,
    // Each request comes from a different source address, because the rate limits would otherwise refuse almost all of them.
    'X-Forwarded-For': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    ...(chance.is(85) ? { Origin: origin } : { Origin: `https://${marker}.example` }),
    ...(chance.is(25) && tokens.length > 0 ? { Authorization: chance.one(tokens) } : {}),
  };
  if (isApi(pattern) && chance.is(80)) Object.assign(headers, programHeaders(apiToken(chance, apiTokens), n));
  for (const [name, values] of Object.entries(HEADERS))
    if (chance.is(5))
      headers[name] = chance
        .one(values)(marker)
        .replace(/[^ -~]/g, ' ');
  const hasBody = !['GET', 'HEAD', 'TRACE', 'OPTIONS'].includes(method) || chance.is(5);
  const request: HostileRequest = {
    n,
    method,
    path,
    headers,
    body: hasBody ? bodyOf(chance, { isJson: type.includes('json'), marker }) : '',
  };
  return chance.is(3) ? { ...request, raw: chance.one(RAW)(path, marker) } : request;
}
