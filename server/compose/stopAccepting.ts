import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterReading } from 'node:timers/promises';

interface RequestGate {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Requests that arrive after this call wait until `open`. */
  close(): void;
  open(): void;
}

/** Creates a gate that passes requests to `handler` and can briefly hold them back. */
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

/** Maximum length of a quiet round of the event loop. After a longer round there may be new connections in the queue. */
const MAX_ROUND_MS = 0.25;
const MAX_WAIT_MS = 1000;

/**
 * Closes the listening socket. The kernel resets every connection that is established but not accepted yet, so the socket is
 * closed directly after a round of the event loop without a new connection. Node.js accepts one connection per round, and a busy
 * process has long rounds. Requests wait meanwhile, so that rounds are short. If the load leaves no short round, the socket is
 * closed after a second.
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
  // `http.Server` overrides this method and closes idle connections, too. An idle connection may contain a request that was not
  // read yet, so the method of `net.Server` is called.
  NetServer.prototype.close.call(server);
  server.off('connection', count);
  requests.open();
}
