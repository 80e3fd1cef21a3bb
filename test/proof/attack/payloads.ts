import type { Chance } from '../money/chance.ts';

/** Returns the marker of the n-th request. If a response contains a marker, it shows which request sent the text. */
export const markerOf = (n: number): string => `zq${n}q`;

type Payload = (marker: string) => string;

/** Hostile texts, grouped by the kind of attack. */
const PAYLOADS: Readonly<Record<string, readonly Payload[]>> = {
  markup: [
    m => `"><${m} x='">`,
    m => `<script>${m}</script>`,
    m => `'-alert(${m})-'`,
    m => `</title><${m}>`,
    m => `javascript:${m}`,
    m => `<img src=x onerror=${m}>`,
    m => `]]><${m}>`,
    m => `\u2028<${m}>\u2029`,
  ],
  splitting: [m => `x\r\nX-${m}: 1`, m => `x%0d%0aX-${m}:%201`, m => `x\u560d\u560aX-${m}: 1`, m => `x\n\n<${m}>`],
  other: [m => `//${m}.example`, m => `/\\${m}.example`, m => `https://${m}.example`, m => `/%2f${m}.example/..`],
  traversal: [
    () => '../../../../etc/passwd',
    () => '..%2f..%2f..%2fetc%2fpasswd',
    () => '....//....//etc/passwd',
    () => '%2e%2e/%2e%2e/package.json',
    () => '/proc/self/environ',
    () => '..\\..\\server.mjs',
    () => 'file:///etc/passwd',
    () => 'server.mjs%00.css',
  ],
  injection: [
    m => `' or '1'='1' -- ${m}`,
    m => `1; drop table orders; -- ${m}`,
    m => `\${${m}}`,
    m => `{{7*7}}${m}`,
    m => `<%= ${m} %>`,
    m => `$(sleep 9)${m}`,
    m => `{"$gt":"${m}"}`,
    m => `*)(uid=*${m}`,
    m => `=cmd|' /C ${m}'!A0`,
  ],
  pollution: [
    () => '__proto__',
    () => 'constructor',
    () => 'prototype',
    () => 'toString',
    () => '{"__proto__":{"polluted":"yes"}}',
    () => '{"constructor":{"prototype":{"polluted":"yes"}}}',
  ],
  texts: [
    () => '',
    () => ' ',
    () => '\u0000',
    () => '\ud800',
    () => '💥'.repeat(40),
    () => '\u202e\u200b\ufeff',
    () => '%',
    () => '%zz%ff%c0%ae',
    () => 'x'.repeat(5000),
    () => '9'.repeat(400),
    () => '(((((((((((((((((((((((((a',
    () => 'a,b@c.example',
    () => 'null',
    () => 'NaN',
    () => '-0',
    () => '1e309',
    () => '+275760-09-13',
    () => '0000-00-00T99:99:99Z',
  ],
};
const KINDS = Object.keys(PAYLOADS);

export function payload(chance: Chance, marker: string): string {
  const texts = PAYLOADS[chance.one(KINDS)] ?? [];
  return chance.one(texts)(marker);
}

/** Field names that forms and queries of the app use, and some property names of JavaScript objects. */
export const FIELDS = [
  ...['date', 'price', 'lastDigits', 'creditCard', 'country', 'evseId', 'evse', 'link', 'text', 'kind', 'locale', 'connector'],
  ...['energyWh', 'minutes', 'startAt', 'limitMinor', 'limit', 'contact', 'consents', 'tariffVersion', 'intent', 'company'],
  ...['name', 'email', 'emailConfirmation', 'firstName', 'lastName', 'acceptTerms', 'receipt', 'document', 'lang', 'theme'],
  ...['plug', 'companyName', 'vatId', 'street', 'city', 'cardnumber', 'exp', 'cvc', 'wallet', 'answer', 'token', 'client'],
  ...['formToken', 'password', 'code', 'goal', 'endpoint', 'keys', 'sessionId', 'id', 'status', 'page', 'next', 'return', 'q'],
  ...['__proto__', 'constructor', 'toString', '__proto__[polluted]', 'constructor[prototype][polluted]', 'a[b][c]', 'a[]'],
  ...['country_code', 'party_id', 'evses', 'kwh', 'currency', 'last_updated', 'url', 'versions', 'roles', 'response_url'],
  ...[
    'reason',
    'who',
    'how',
    'part',
    'energy',
    'seen',
    'form',
    'does',
    'to',
    'identity',
    'version',
    'find',
    'day',
    'is',
    'before',
  ],
  ...['lane', 'from', 'period', 'decimal', 'done', 'options', 'number', 'amountMinor', 'at-most', 'at', 'do', 'pick1'],
];

/** Unusual and invalid values by request header. */
export const HEADERS: Readonly<Record<string, readonly Payload[]>> = {
  Accept: [() => 'text/html', () => 'application/json', () => ';;;', () => 'text/html;q=x', () => 'x/'.repeat(1000)],
  'Accept-Language': [() => 'de', () => 'en;q=0.1', () => 'xx-'.repeat(500), () => ';q=;', m => `<${m}>`],
  'Accept-Encoding': [() => 'gzip', () => 'br', () => 'zstd;q=1.5', () => ','],
  Authorization: [() => 'Bearer x', () => 'Token x', () => 'Basic %%%', m => `Token ${m}`, () => 'Bearer'],
  'Content-Encoding': [() => 'gzip', () => 'br', () => 'deflate', m => m],
  Cookie: [
    () => 'locale=en',
    () => 'locale=__proto__; theme=x',
    m => `theme="><${m}>`,
    () => 'found=%E0%A4%A',
    m => `found=${m}`,
    () => '=;=;',
    () => `a=${'x'.repeat(4000)}`,
  ],
  'If-Modified-Since': [() => 'never', () => '99999999999'],
  'If-None-Match': [() => '*', () => '"x"'],
  'Last-Event-ID': [() => '-1', m => m],
  'OCPI-to-party-id': [m => m, () => '..'],
  Range: [() => 'bytes=0-', () => 'bytes=9-1', () => 'bytes=-1', () => 'x'],
  Referer: [m => `https://${m}.example/`, m => `"><${m}>`],
  'Sec-Fetch-Site': [() => 'same-origin', () => 'cross-site', m => m],
  'Stripe-Signature': [() => 't=1,v1=x', m => m],
  'Transfer-Encoding': [() => 'chunked', () => 'identity', () => 'chunked, chunked'],
  'Upgrade-Insecure-Requests': [() => '1'],
  'User-Agent': [() => 'Mozilla/5.0 Firefox/140.0', () => 'Googlebot', () => '', () => 'x'.repeat(3000), m => `<${m}>`],
  'X-Forwarded-Host': [m => `${m}.example`],
  'X-Forwarded-Proto': [() => 'https', m => m],
  'X-HTTP-Method-Override': [() => 'DELETE'],
  'X-Original-URL': [() => '/status'],
  'X-Request-Id': [m => `<${m}>`, () => 'x'.repeat(500), () => '{"a":1}'],
  traceparent: [() => '00-x', m => m, () => `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`],
};
