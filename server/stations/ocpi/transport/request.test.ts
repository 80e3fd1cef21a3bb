import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createRequest } from './request.ts';

const TEXT = '{"detail":"Moved to another host"}';
const GZIP = gzipSync(TEXT);

let server: Server;
let answer: { status: number; body: Buffer };
beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(answer.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise(resolve => server.close(resolve)));

const request = createRequest({ allowsPrivatePeers: true });

it.each([
  ['a redirect', { status: 302, body: GZIP }, 'redirect'],
  ['a redirect whose body ends early', { status: 302, body: GZIP.subarray(0, -8) }, 'redirect'],
  ['a body that ends early', { status: 200, body: GZIP.subarray(0, -8) }, 'truncated'],
  ['a body that is too large', { status: 200, body: gzipSync(TEXT + ' '.repeat(17 * 1_048_576)) }, 'too-large'],
  ['a body that is not compressed', { status: 200, body: Buffer.from(TEXT) }, 'truncated'],
])('shows the decompressed beginning of %s to the operator', async (_, response, kind) => {
  answer = response;
  const { port } = server.address() as AddressInfo;
  const failed = request({ method: 'POST', url: `http://127.0.0.1:${port}/`, headers: {} });
  await expect(failed).rejects.toMatchObject({
    kind,
    excerpt: { status: response.status, contentType: 'application/json', text: TEXT },
  });
});
