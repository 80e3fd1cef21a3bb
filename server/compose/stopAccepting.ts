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
/** Time without a new connection before the socket is closed. A client on a busy machine needs some time for its next connection. */
const QUIET_MS = 50;
const MAX_WAIT_MS = 1000;

/**
 * Stops accepting connections. Closing the listening socket resets every connection that the kernel has established and Node.js
 * has not accepted. The socket is therefore closed after a short round of the event loop, when no connection has arrived for
 * `QUIET_MS`. Requests wait meanwhile, so that rounds are short. If connections arrive all the time, the socket is closed after
 * a second. A connection that arrives in the last microseconds is still reset: Node.js cannot stop the kernel before it closes
 * the socket.
 */
export async function stopAccepting(server: Server, requests: RequestGate): Promise<void> {
  let lastAt = performance.now();
  const note = () => {
    lastAt = performance.now();
  };
  server.on('connection', note);
  requests.close();
  const giveUpAt = performance.now() + MAX_WAIT_MS;
  for (let isQuiet = false; !isQuiet && performance.now() < giveUpAt; ) {
    const begin = performance.now();
    await afterReading();
    isQuiet = begin - lastAt >= QUIET_MS && performance.now() - begin < MAX_ROUND_MS;
  }
  // `close` of `http.Server` would also close idle connections, which may contain a request that was not read yet. `close` of
  // `net.Server` does not.
  NetServer.prototype.close.call(server);
  server.off('connection', note);
  requests.open();
}
