import { gzipSync } from 'node:zlib';
import { type Behaviour, json } from './fakeUpstream.ts';

/** Text in responses of the upstream service that visitors must never see. */
export const CANARY = 'Card 4242 of jo@example.org was refused <b>by node 7</b>';

const html: Behaviour = response =>
  void response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<h1>Welcome</h1>${CANARY}`);
const raw =
  (body: string | Uint8Array, headers: Record<string, string> = {}): Behaviour =>
  response =>
    void response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body);

/** Never ends: sends one byte every 100 ms. */
const drip: Behaviour = response => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"data":[');
  const timer = setInterval(() => response.write(' '), 100);
  response.once('close', () => clearInterval(timer));
};

/** Sends blocks of 1 MiB until the HTTP client closes the connection. */
const huge: Behaviour = response => {
  const mebibyte = Buffer.alloc(1_048_576, ' ');
  const more = () => {
    while (!response.destroyed && response.write(mebibyte));
  };
  response.on('drain', more).writeHead(200, { 'Content-Type': 'application/json' });
  more();
};

const truncated: Behaviour = response => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '400' });
  response.write('{"success":true,"data":[]', () => response.destroy());
};

/** Faulty responses of the upstream service by name. Each can be used for any call. */
export const FAULTS: Readonly<Record<string, Behaviour>> = {
  reset: response => void response.socket?.resetAndDestroy(),
  'hung up': response => void response.socket?.end(),
  hang: () => undefined,
  'slow drip': drip,
  'status 400': json({ error: CANARY }, { status: 400 }),
  'status 403': html403(),
  'status 500': json({ success: false, error: CANARY }, { status: 500 }),
  'status 503': json({ error: CANARY }, { status: 503, headers: { 'Retry-After': '3600' } }),
  'status 429': json({ error: CANARY }, { status: 429, headers: { 'Retry-After': '60' } }),
  redirect: (response, { path }) => void response.writeHead(302, { Location: `${path}/else` }).end('{"data":[]}'),
  'HTML instead of JSON': html,
  'cut JSON': raw('{"success":true,"data":[{"id":1'),
  truncated,
  empty: raw(''),
  huge,
  'huge, and said so': raw('{}', { 'Content-Length': '52428800' }),
  'packed, and huge unpacked': raw(gzipSync(Buffer.alloc(20_000_000, ' ')), { 'Content-Encoding': 'gzip' }),
  'wrong types': json([{ success: 'yes', data: 7 }]),
};

function html403(): Behaviour {
  return response => void response.writeHead(403, { 'Content-Type': 'text/html' }).end(`<p>${CANARY}</p>`);
}
