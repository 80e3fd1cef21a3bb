import { describe, expect, it } from '@jest/globals';
import { isNetwork, isWithin } from './networks.ts';

describe('A network', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/1', '2001:db8::7', '2001:db8::/32', '::ffff:203.0.113.7'])('is %s', text => {
    expect(isNetwork(text)).toBe(true);
  });

  it.each([
    '',
    '203.0.113',
    '203.0.113.0/33',
    '203.0.113.0/0',
    '2001:db8::/129',
    '203.0.113.0/',
    'example.com',
    '203.0.113.0/8/8',
  ])('is not %j', text => expect(isNetwork(text)).toBe(false));

  it.each([
    ['203.0.113.7', ['203.0.113.0/24'], true],
    ['203.0.114.7', ['203.0.113.0/24'], false],
    ['203.0.113.7', ['203.0.113.7'], true],
    ['203.0.113.8', ['203.0.113.7', '198.51.100.0/24'], false],
    ['198.51.100.9', ['203.0.113.7', '198.51.100.0/24'], true],
    ['::ffff:203.0.113.7', ['203.0.113.0/24'], true],
    ['2001:db8:0:1::9', ['2001:db8::/32'], true],
    ['2001:db9::9', ['2001:db8::/32'], false],
    ['2001:db8::9', ['0.0.0.0/1'], false],
    ['', ['0.0.0.0/1', '128.0.0.0/1'], false],
    ['unknown', ['0.0.0.0/1', '128.0.0.0/1'], false],
  ])('%j is within %j: %s', (address, networks, expected) => {
    expect(isWithin(address, networks)).toBe(expected);
  });
});
