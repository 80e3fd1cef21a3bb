import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import type { TrustedProxies } from '../config/settingProxies.ts';
import { createAddressOf } from './forwardedAddress.ts';

test.each<[string, TrustedProxies, string, string | undefined, string]>([
  ['the peer', 0, '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['what one trusted proxy says', 1, '192.0.2.1', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['what two trusted proxies say', 2, '192.0.2.1', '203.0.113.9, 198.51.100.7', '203.0.113.9'],
  ['the first address that is no proxy', ['loopback', '10.0.0.0/8'], '127.0.0.1', '203.0.113.9, 10.0.0.7', '203.0.113.9'],
  ['the peer, where the peer is no proxy', ['10.0.0.0/8'], '192.0.2.1', '198.51.100.7', '192.0.2.1'],
  ['the proxy, where the proxy says nothing', 1, '192.0.2.1', undefined, '192.0.2.1'],
])('A handshake comes from %s', (_, trusted, remoteAddress, forwarded, expected) => {
  const request = { headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress } } as unknown as IncomingMessage;
  expect(createAddressOf(trusted)(request)).toBe(expected);
});
