import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as afterReading } from 'node:timers/promises';

interface RequestGate {
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Requests that arrive from now on wait until `open`. */
  close(): void;
  open(): void;
}

/** Passes requests on to `handler`, and can hold them back for a moment. */
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

/** A longer round of the event loop may have left new connections in the queue. */
const MAX_ROUND_MS = 0.25;
const MAX_WAIT_MS = 1000;

/**
 * Closes the listening socket. The kernel resets every connection that is complete but not accepted yet, so the socket is closed
 * right after a round of the event loop that found none. Node accepts one connection per round and a busy process has long rounds:
 * requests wait meanwhile, so that rounds are short. Under a load that leaves no such round, the socket is closed after a second.
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
  // Of the two functions with this name, the one that leaves idle connections alone: a request may lie unread in them.
  NetServer.prototype.close.call(server);
  server.off('connection', count);
  requests.open();
}
