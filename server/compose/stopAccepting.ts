import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterReading } from 'node:timers/promises';

interface RequestGate {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Makes new requests wait until `open` is called. */
  close(): void;
  open(): void;
}

/** Creates a gate that passes requests to `handler` and can make them wait for a short time. */
export function createRequestGate(handler: RequestListener): RequestGate {
  let waiting: [IncomingMessage, ServerResponse][] | null = null;
  return {
    handle(request, response) {
      if (waiting) waiting.push([request, response]);
      else handler(request as never, response as never);
    },
    close() {
      waiting ??= [];
    },
    open() {
      const requests = waiting ?? [];
      waiting = null;
      for (const [request, response] of requests) handler(request as never, response as never);
    },
  };
}

/**
 * Longest round of the event loop, in milliseconds, after which the socket may be closed. During a longer round, the kernel may
 * have queued new connections.
 */
const MAX_ROUND_MS = 0.25;
const MAX_WAIT_MS = 1000;

/**
 * Stops accepting connections without resetting any. Closing the listening socket resets every connection that the kernel has
 * established and Node.js has not accepted. The socket is therefore closed after a short round of the event loop in which no
 * connection arrived. Requests wait meanwhile, so that rounds are short. If no round is short enough, the socket is closed after
 * a second.
 */
export async function stopAccepting(server: Server, requests: RequestGate): Promise<void> {
  let accepted = 0;
  const count = () => accepted++;
  server.on('connection', count);
  requests.close();
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  for (let isQuiet = false; !isQuiet && performance.now() < giveUpAt; ) {
    const [before, begin] = [accepted, performance.now()];
    await afterReading();
    isQuiet = accepted === before && performance.now() - begin < MAX_ROUND_MS;
  }
  // `close` of `http.Server` would also close idle connections, which may contain a request that was not read yet. `close` of
  // `net.Server` does not.
  NetServer.prototype.close.call(server);
  server.off('connection', count);
  requests.open();
}
