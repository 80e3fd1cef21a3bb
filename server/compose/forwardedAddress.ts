import type { IncomingMessage } from 'node:http';
import express from 'express';
import type { TrustedProxies } from '../config/settingProxies.ts';

/**
 * Returns a function that finds the IP address of the HTTP client for requests that Express does not handle, such as WebSocket
 * handshakes. A forwarded address counts only if a trusted proxy sent it.
 */
export function createAddressOf(trusted: TrustedProxies): (request: IncomingMessage) => string {
  const isTrusted = express().set('trust proxy', trusted).get('trust proxy fn') as (address: string, hops: number) => boolean;
  return ({ headers, socket }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    const addresses = [socket.remoteAddress ?? '', ...forwarded.reverse().map(address => address.trim())].filter(Boolean);
    return addresses.find((address, hops) => !isTrusted(address, hops)) ?? addresses.at(-1) ?? '';
  };
}
