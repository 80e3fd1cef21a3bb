import { connect } from 'node:net';
import type { HostileRequest } from './requests.ts';

export interface Answer {
  /** HTTP status; 0 if the connection was closed without a response. */
  status: number;
  head: string;
  body: string;
  tookMs: number;
}

/**
 * Maximum wait for a response to an incomplete request. The app may wait for the missing part, so a missing response is no
 * fault.
 */
const UNFINISHED_MS = 500;
const LIMIT_MS = 15_000;
const MAX_BYTES = 600_000;
/** A response that is an event stream does not end by itself. */
const STREAM = /content-type: text\/event-stream/i;

/** Sends a request over a plain socket, because HTTP clients would correct or refuse malformed requests. */
export async function send({ origin }: { origin: string }, request: HostileRequest): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  const began = performance.now();
  const socket = connect(Number(port), hostname);
  const isWhole = request.raw === undefined && request.headers['Transfer-Encoding'] === undefined;
  socket.setTimeout(isWhole ? LIMIT_MS : UNFINISHED_MS, () => socket.destroy());
  socket.write(request.raw === undefined ? bytesOf(request) : Buffer.from(request.raw, 'latin1'));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BYTES || (chunks.length === 1 && (STREAM.test(chunk.toString('latin1')) || isSwitched(chunk)))) break;
    }
  } catch {
    // The app has closed the connection, which also counts as a response.
  }
  socket.destroy();
  const text = Buffer.concat(chunks).toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text : text.slice(0, end);
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head,
    body: end < 0 ? '' : text.slice(end + 4),
    tookMs: performance.now() - began,
  };
}

const isSwitched = (chunk: Buffer): boolean => chunk.toString('latin1', 0, 12) === 'HTTP/1.1 101';

function bytesOf({ method, path, headers, body }: HostileRequest): Buffer {
  const bytes = Buffer.from(body);
  const length = bytes.length > 0 && headers['Transfer-Encoding'] === undefined ? { 'Content-Length': String(bytes.length) } : {};
  const lines = Object.entries({ ...headers, ...length, Connection: 'close' }).map(([name, text]) => `${name}: ${text}`);
  return Buffer.concat([Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`), bytes]);
}
