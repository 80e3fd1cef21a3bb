import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { forbiddenAddresses } from '../../../platform/network/addresses.ts';
import { createCallLimits } from '../../../platform/network/callLimits.ts';
import { type Agents, createAgents } from '../../../platform/network/guardedAgents.ts';
import { type AnswerExcerpt, excerptOf } from './answerExcerpt.ts';
import { OcpiFailure } from './failure.ts';

export interface PeerHttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON, already written. */
  body?: string;
  /** For the whole exchange, however slowly the peer drips. */
  limitMs: number;
  signal?: AbortSignal;
}

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Request = (ask: PeerHttpRequest) => Promise<RawAnswer>;

/** After unpacking. */
const MAX_BODY_BYTES = 16 * 1_048_576;

const unpack = promisify(gunzip);

/**
 * Requests to peers, over TLS and to public addresses only. The switch is for peers on one's own machine.
 * @throws OcpiFailure, and nothing else, within the limit of the request
 */
export function createRequest({ allowsPrivatePeers }: { allowsPrivatePeers: boolean }): Request {
  const forbidden = allowsPrivatePeers ? null : forbiddenAddresses();
  // A kept connection may close under a request, and then nobody knows whether a command has arrived.
  const agents = { kept: createAgents(forbidden, { keepAlive: true }), fresh: createAgents(forbidden, {}) };

  return async ask => {
    const url = URL.parse(ask.url);
    if (url?.protocol !== 'https:' && !(allowsPrivatePeers && url?.protocol === 'http:'))
      throw new OcpiFailure('forbidden-address', { detail: 'not https' });
    const agent = ask.method === 'GET' ? agents.kept : agents.fresh;
    const answer = await exchange({ ...ask, url: url.href }, agent);
    const excerpt = () => excerptOf(answer, ask);
    if (answer.status >= 300 && answer.status < 400)
      throw new OcpiFailure('redirect', { detail: String(answer.status), excerpt: excerpt() });
    return { ...answer, body: await unpacked(answer, excerpt) };
  };
}

async function exchange(ask: PeerHttpRequest, agent: Agents): Promise<RawAnswer> {
  const limits = createCallLimits({ limitMs: ask.limitMs, mostBytes: MAX_BODY_BYTES, signal: ask.signal });
  let isSent = false;
  try {
    const { default: got } = await import('got');
    const call = got(ask.url, {
      method: ask.method,
      headers: { ...ask.headers, 'accept-encoding': 'gzip' },
      ...(ask.body === undefined ? {} : { body: ask.body }),
      agent,
      signal: limits.signal,
      responseType: 'buffer',
      // Unpacked by us, so that a small answer cannot unfold to any size.
      decompress: false,
      followRedirect: false,
      throwHttpErrors: false,
      retry: { limit: 0 },
    });
    call.on('request', (request: ClientRequest) => whenConnected(request, () => (isSent = true)));
    call.on('downloadProgress', limits.watch);
    const { statusCode, headers, rawBody } = await call;
    return { status: statusCode, headers, body: Buffer.from(rawBody) };
  } catch (error) {
    const ended = limits.ended();
    if (ended === 'too large') throw new OcpiFailure('too-large', { cause: error });
    const detail = ended ?? codeOf(error);
    if (detail === 'ERR_IP_BLOCKED') throw new OcpiFailure('forbidden-address', { cause: error });
    throw new OcpiFailure(isSent ? 'no-answer' : 'not-sent', { detail, cause: error });
  }
}

/** From then on the peer may have read what was sent. */
function whenConnected(request: ClientRequest, then: () => void): void {
  const event = request.protocol === 'https:' ? 'secureConnect' : 'connect';
  const listen = (socket: Socket) => {
    if (request.reusedSocket || !(socket.connecting || event === 'secureConnect')) then();
    else socket.once(event, then);
  };
  // Null until a socket has been found, whatever the type says.
  const { socket } = request as { socket: Socket | null };
  if (socket) listen(socket);
  else request.once('socket', listen);
}

async function unpacked({ headers, body }: RawAnswer, excerpt: () => AnswerExcerpt): Promise<Buffer> {
  const packing = headers['content-encoding'] ?? 'identity';
  if (packing === 'identity') return body;
  if (packing !== 'gzip') throw new OcpiFailure('unreadable', { detail: 'packed in another way', excerpt: excerpt() });
  try {
    return await unpack(body, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    const kind = codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'truncated';
    throw new OcpiFailure(kind, { cause: error, excerpt: excerpt() });
  }
}

/** The code of whatever went wrong at the bottom; several addresses of one name fail together. */
function codeOf(error: unknown): string {
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const inner = Array.isArray(errors) ? errors[0] : cause;
  if (typeof inner === 'object' && inner !== null) return codeOf(inner);
  return typeof code === 'string' ? code : 'unknown';
}
