import { describe, expect, it } from '@jest/globals';
import { createChance } from '../money/chance.ts';
import { FAULTS, faultsOf } from './judge.ts';
import { hostileRequest } from './requests.ts';

const GROUND = {
  origin: 'http://127.0.0.1:1',
  locations: ['/api/x/:id', '/en'],
  known: {},
  tokens: [],
  apiTokens: { valid: ['charging_x'], refused: ['charging_y'], limited: ['charging_z'] },
};
const SECRETS = {
  origins: [GROUND.origin, 'https://id.example'],
  texts: ['a secret that no answer may hold'],
  refusedTokens: ['charging_y'],
  limitedTokens: ['charging_z'],
  otherBrands: ['DE*FRW*E2001*1'],
};
const request = hostileRequest(createChance('x'), 7, GROUND);
const CSP = "Content-Security-Policy: default-src 'none'\r\nX-Content-Type-Options: nosniff";
const page = (body: string, more = '') => ({
  status: 200,
  head: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${CSP}${more}`,
  body,
  tookMs: 1,
});

/** For each fault that the attack detects, a response that contains the fault. */
const PLANTED: Readonly<Record<string, ReturnType<typeof page>>> = {
  'fault of ours (5xx)': { ...page(''), status: 500 },
  'marker unescaped in a page': page('<p>Unknown: <zq7q x=></p>'),
  'header split': page('', '\r\nX-zq7q: 1'),
  'redirect to elsewhere': page('', '\r\nLocation: //zq7q.example/'),
  'stack trace': page('Error\n    at getClient (/srv/app/dist/server.mjs:10:5)'),
  'words of a library': page('SQLITE_ERROR: no such column'),
  'foreign file': page('root:x:0:0:root:/root:/bin/sh'),
  secret: page(`key=${SECRETS.texts[0]}`),
  'refused token let in': page('{"lines":[]}'),
  'data of another brand': page('{"evseId":"DE*FRW*E2001*1"}'),
  'polluted object': page('{"polluted":"yes"}'),
  'no security headers': { ...page(''), head: 'HTTP/1.1 200 OK\r\nContent-Type: text/html' },
  'names its software': page('', '\r\nX-Powered-By: Express'),
  'session cookie for scripts': page('', '\r\nSet-Cookie: session=1; Path=/'),
};

/** A request to the API with a token. */
function withToken(token: string, path = '/operator-api/v1/sessions') {
  const { raw: _, ...plain } = request;
  return { ...plain, path, headers: { ...plain.headers, Authorization: `Bearer ${token}` } };
}
/** Requests that lead to a fault only together with the planted response. */
const REQUESTS: Readonly<Record<string, typeof request>> = {
  'refused token let in': withToken('charging_y'),
  'data of another brand': withToken('charging_z'),
};

describe('The attack', () => {
  it.each(Object.keys(FAULTS))('would find: %s', name => {
    const planted = PLANTED[name];
    expect(planted && faultsOf(REQUESTS[name] ?? request, planted, SECRETS)).toEqual([name]);
  });

  it('finds nothing in data for a token that may read the data, and in the description of the API', () => {
    expect(faultsOf(withToken('charging_x'), page('DE*FRW*E2001*1'), SECRETS)).toEqual([]);
    expect(faultsOf(withToken('charging_z'), page('DE*BLF*E1001*1'), SECRETS)).toEqual([]);
    expect(faultsOf(withToken('charging_y', '/operator-api/v1/openapi.json'), page('{}'), SECRETS)).toEqual([]);
    expect(faultsOf(withToken('charging_y'), { ...page('{}'), status: 401 }, SECRETS)).toEqual([]);
  });

  it('finds nothing in a page that shows what was typed as text, and in a redirect to a page of ours', () => {
    expect(faultsOf(request, page('<p>&lt;zq7q x=&#39;&gt;</p>', '\r\nLocation: /en'), SECRETS)).toEqual([]);
    expect(faultsOf(request, page('<a href="/x?q=%3Czq7q%3E">'), SECRETS)).toEqual([]);
  });

  it('finds what an earlier request has left in a page, and a redirect to where people of the shop sign in is none', () => {
    expect(faultsOf(request, page('<p>Reason: <zq3q x=></p>'), SECRETS)).toEqual(['marker unescaped in a page']);
    expect(faultsOf(request, page('', '\r\nLocation: https://id.example/authorize?x=1'), SECRETS)).toEqual([]);
  });

  it('sends the same requests again for the same seed, and reaches every place', () => {
    const sent = (seed: string) => {
      const chance = createChance(seed);
      return Array.from({ length: 50 }, (_, n) => hostileRequest(chance, n, GROUND));
    };
    expect(sent('a')).toEqual(sent('a'));
    expect(sent('a')).not.toEqual(sent('b'));
  });
});
