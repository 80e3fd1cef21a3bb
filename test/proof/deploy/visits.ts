import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import { text } from 'node:stream/consumers';

/** A visitor who lies about the own address, as every visitor can. */
const FORGED = { 'x-forwarded-for': '203.0.113.9' };
export const FORGED_ADDRESS = FORGED['x-forwarded-for'];

type Visit = RequestOptions & { body?: Uint8Array | string };

/** Sends a request over HTTP/1.1. `localAddress`: the address of the visitor, within loopback. */
export async function visit(url: string, { body, headers, ...options }: Visit = {}): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const sent = { accept: 'text/html', 'user-agent': 'Mozilla/5.0 Firefox/140.0', ...FORGED, ...headers };
  const call = request(url, { agent: false, headers: sent, ...options }, resolve);
  // The answer to a handshake that succeeds.
  call.once('upgrade', resolve);
  call.once('error', reject);
  call.end(body);
  return promise;
}

export async function readPage(url: string, options: Visit = {}): Promise<{ status: number; body: string }> {
  const answer = await visit(url, options);
  return { status: answer.statusCode ?? 0, body: await text(answer).catch(() => '') };
}

export interface SecondVersion {
  protocol: string;
  status: number;
  encoding: string;
}

/** Loads a page over HTTP/2, as browsers do. */
export async function visitByHttp2(origin: string, path: string): Promise<SecondVersion> {
  const session = connect(origin);
  try {
    const stream = session.request({
      ':path': path,
      accept: 'text/html',
      'accept-encoding': 'gzip, br',
      'user-agent': 'Firefox/140.0',
    });
    const [headers] = (await once(stream, 'response')) as [Record<string, string>];
    stream.resume();
    await once(stream, 'end');
    return {
      protocol: session.alpnProtocol ?? '',
      status: Number(headers[':status']),
      encoding: headers['content-encoding'] ?? 'none',
    };
  } finally {
    session.close();
  }
}

/** A stream of live events, with the instant at which each version of the session arrived. */
export interface Arrivals {
  at: ReadonlyMap<string, number>;
  close(): void;
}

/** Follows live events until closed. */
export async function followEvents(get: (signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>): Promise<Arrivals> {
  const over = new AbortController();
  const at = new Map<string, number>();
  const body = await get(over.signal);
  const read = async () => {
    let left = '';
    for await (const bytes of body) {
      const parts = (left + Buffer.from(bytes).toString()).split('\n\n');
      left = parts.pop() ?? '';
      for (const part of parts) {
        const id = /^id: (.*)$/m.exec(part)?.[1];
        if (id) at.set(id, performance.now());
      }
    }
  };
  void read().catch(() => undefined);
  return { at, close: () => over.abort() };
}
