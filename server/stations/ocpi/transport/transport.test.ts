import { describe, expect, test } from '@jest/globals';
import { forbiddenAddresses } from '../../../platform/network/addresses.ts';
import { envelopeOf, outcomeOf, readEnvelope, STATUS } from './envelope.ts';
import { repeatedTracing, retryAfterMs, routeOf, routingHeaders } from './headers.ts';
import { readJson } from './json.ts';
import { createRequest } from './request.ts';
import { authorizationOf, createToken, isSameHash, tokenCandidates, tokenHash } from './tokens.ts';

const NOW = new Date('2026-11-20T10:00:00Z');

describe('a token', () => {
  test('is found however the peer has encoded it', () => {
    const token = createToken();
    const headers = [
      authorizationOf({ token, encoding: 'base64' }),
      authorizationOf({ token, encoding: 'raw' }),
      authorizationOf({ token: `${token}\n`, encoding: 'base64' }),
      authorizationOf({ token, encoding: 'base64' }).replace(/=+$/, ''),
      `token   ${Buffer.from(token).toString('base64')}`,
    ];
    for (const header of headers) expect(tokenCandidates(header)).toContain(token);
  });

  test('of the standard’s own example is found without its line feed', () => {
    expect(tokenCandidates('Token ZXhhbXBsZS10b2tlbgo=')).toContain('example-token');
  });

  test('of ours is never taken for base64 when it comes as it is', () => {
    for (let n = 0; n < 100; n++) {
      const token = createToken();
      expect(token).toMatch(/^k-[\w-]{43}$/);
      expect(tokenCandidates(`Token ${token}`)).toEqual([token]);
    }
  });

  test.each([undefined, '', 'Bearer abc', 'Token', 'Token a b', `Token ${'x'.repeat(2000)}`])('is not in %p', header => {
    expect(tokenCandidates(header)).toEqual([]);
  });

  test('is compared by its hash', () => {
    expect(isSameHash(tokenHash('a'), tokenHash('a'))).toBe(true);
    expect(isSameHash(tokenHash('a'), tokenHash('b'))).toBe(false);
    expect(isSameHash(tokenHash('a'), '')).toBe(false);
  });
});

describe('a body', () => {
  const read = (text: string | Buffer) => () => readJson(Buffer.from(text));
  test.each([
    ['{"a":1}{"a":1}', 'is not JSON'],
    ['<html>', 'is not JSON'],
    ['', 'is not JSON'],
    [Buffer.from([0x22, 0xff, 0x22]), 'is not UTF-8'],
    [`${'['.repeat(40)}${']'.repeat(40)}`, 'is nested too deep'],
    [JSON.stringify('x'.repeat(70_000)), 'holds a text that is too long'],
    ['{"a":[{"__proto__":{"isAdmin":true}}]}', 'holds a forbidden name'],
  ])('%p is refused', (text, reason) => {
    expect(read(text)).toThrow(reason);
  });

  test('is read whole', () => {
    expect(read('{"a":[1,"ö",null]}')()).toEqual({ a: [1, 'ö', null] });
  });
});

describe('status codes', () => {
  test.each([
    [1000, 'success'],
    [1901, 'success'],
    [2001, 'refused'],
    [2999, 'refused'],
    [3000, 'unknown'],
    [4000, 'unknown'],
    [4001, 'undelivered'],
    [4002, 'unknown'],
    [4003, 'undelivered'],
    [7, 'unknown'],
  ])('%p is %p', (code, outcome) => {
    expect(outcomeOf(code)).toBe(outcome);
  });

  test('travel in an envelope', () => {
    expect(envelopeOf({ code: STATUS.invalid, now: NOW, message: 'no', data: [] })).toEqual({
      data: [],
      status_code: 2001,
      status_message: 'no',
      timestamp: '2026-11-20T10:00:00.000Z',
    });
    expect(readEnvelope({ status_code: 1000 })).toEqual({ statusCode: 1000, statusMessage: null, data: undefined });
    for (const none of [null, [], { data: 1 }, { status_code: '1000' }]) expect(readEnvelope(none)).toBeNull();
  });
});

describe('headers', () => {
  test('name both parties, in the spelling of their credentials', () => {
    const from = { country_code: 'de', party_id: 'Abc' };
    const to = { country_code: 'NL', party_id: 'CPO' };
    const sent = Object.entries(routingHeaders({ from, to })).map(([name, value]) => [name.toLowerCase(), value]);
    expect(routeOf(Object.fromEntries(sent))).toEqual({ from, to });
    expect(routeOf({ 'ocpi-to-party-id': 'ABC' })).toEqual({ from: null, to: null });
  });

  test('of tracing come back as they were', () => {
    expect(repeatedTracing({ 'x-request-id': 'r1', 'x-correlation-id': 'c1', other: 'x' })).toEqual({
      'X-Request-ID': 'r1',
      'X-Correlation-ID': 'c1',
    });
    expect(repeatedTracing({ 'x-request-id': 'r\u0007' })).toEqual({});
  });

  test.each([
    ['7', 7000],
    ['Fri, 20 Nov 2026 10:00:10 GMT', 10_000],
    ['Fri, 20 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
    [undefined, null],
  ])('Retry-After %p is %p ms', (header, ms) => {
    expect(retryAfterMs(header, NOW)).toBe(ms);
  });
});

describe('addresses that requests never go to', () => {
  const list = forbiddenAddresses();
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '255.255.255.255',
  ])('%s', address => expect(list.check(address, 'ipv4')).toBe(true));
  test.each([
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
  ])('%s', address => expect(list.check(address, 'ipv6')).toBe(true));
  test.each([
    ['8.8.8.8', 'ipv4'],
    ['172.32.0.1', 'ipv4'],
    ['2a00:1450:4001:80f::200e', 'ipv6'],
  ] as const)('but to %s they do', (address, family) => expect(list.check(address, family)).toBe(false));

  const request = createRequest({ allowsPrivatePeers: false });
  test.each([
    'https://127.0.0.1:9/ocpi',
    'https://localhost:9/ocpi',
    'https://[::1]:9/ocpi',
    'https://[::ffff:127.0.0.1]:9/',
    'https://2130706433:9/',
    'http://example.com/',
    'file:///etc/passwd',
    'nonsense',
  ])('%s', async url => {
    const failed = request({ method: 'GET', url, headers: {}, limitMs: 5000 });
    await expect(failed).rejects.toMatchObject({ name: 'OcpiFailure', kind: 'forbidden-address', isUnsent: true });
  });
});
