import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { limitSlowRequests } from './slowRequests.ts';

const LIMIT_MS = 400;

let server: Server;
let endUploads: () => void;
beforeEach(async () => {
  server = createServer(async (request, response) => response.end(await text(request).catch(() => 'cut off')));
  ({ endUploads } = limitSlowRequests(server, { isUpload: url => url.startsWith('/files/'), limitMs: LIMIT_MS }));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends a body of four bytes, one at a time, and returns everything that the server answers. */
async function sendSlowly(path: string, pauseMs: number): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const answer = text(socket);
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\n`);
  for (const byte of 'slow') {
    await sleep(pauseMs);
    if (!socket.writable || socket.destroyed) break;
    socket.write(byte);
  }
  return answer;
}

it('answers 408 to a body that arrives too slowly', async () => {
  expect(await sendSlowly('/form', LIMIT_MS)).toMatch(/^HTTP\/1\.1 408 /);
});

it('lets an upload take longer', async () => {
  expect(await sendSlowly('/files/1', LIMIT_MS)).toMatch(/^HTTP\/1\.1 200 [\s\S]*slow$/);
});

it('leaves a body alone that arrives in time', async () => {
  expect(await sendSlowly('/form', 5)).toMatch(/^HTTP\/1\.1 200 [\s\S]*slow$/);
});

it('closes a connection at once that expects what the server does not know', async () => {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('POST /files/1 HTTP/1.1\r\nHost: a\r\nExpect: z\r\nContent-Length: 4\r\n\r\n');
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 417 /);
});

it('ends running uploads when the app closes', async () => {
  const arrived = once(server, 'request');
  const answer = sendSlowly('/files/1', LIMIT_MS);
  await arrived;
  endUploads();
  expect(await answer).toBe('');
});
