import { Agent, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { until } from '../../support/until.ts';
import { listen } from '../money/wire.ts';

export interface Balancer {
  origin: string;
  /** Adds a process. Resolves once it reports that it is ready, so that it receives requests. */
  add(origin: string): Promise<void>;
  remove(origin: string): void;
  /** The requests that got no complete response, as text. */
  cut: readonly string[];
  count(): number;
  close(): void;
}

const POLL_INTERVAL_MS = 200;
const PATIENCE_MS = 1000;

/** The last response of a process to a request to /ready. */
interface Readiness {
  isReady: boolean;
  says: string;
}

/**
 * Opens a load balancer that sends each request to one of the ready processes in rotation. It never repeats a request, so every
 * request that a process cuts is recorded.
 */
export async function openBalancer(): Promise<Balancer> {
  const ready = new Map<string, Readiness>();
  const agent = new Agent({ keepAlive: true });
  const cut: string[] = [];
  let [lease, count, isOver] = [0, 0, false];
  const checkReadiness = async (origin: string) => {
    const seen = await fetch(`${origin}/ready`, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
      ({ ok, status }): Readiness => ({ isReady: ok, says: String(status) }),
      (error: Error): Readiness | null => (error.name === 'TimeoutError' ? null : { isReady: false, says: String(error.cause) }),
    );
    // If a process does not report its readiness in time, the last report still counts. The machine is then busy, and another
    // process would not respond sooner.
    if (seen && ready.has(origin)) ready.set(origin, seen);
  };
  const timer = setInterval(() => void Promise.all([...ready.keys()].map(checkReadiness)), POLL_INTERVAL_MS);
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const origins = [...ready].filter(([, { isReady }]) => isReady).map(([origin]) => origin);
    const origin = origins[lease++ % Math.max(1, origins.length)];
    const what = `${request.method} ${request.url}`;
    count++;
    const lose = (why: string) => {
      if (isOver) return;
      cut.push(`${what}: ${why}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    if (origin === undefined) return lose(`nobody is ready: ${[...ready.values()].map(({ says }) => says).join(', ')}`);
    const call = ask(new URL(request.url ?? '/', origin), { method: request.method ?? 'GET', headers: request.headers, agent });
    call.once('response', answer => {
      const { connection: _, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, headers);
      // A request does not count as cut if the visitor has left, because the balancer has then ended it.
      answer.once('aborted', () => !response.destroyed && lose('cut in the middle'));
      answer.pipe(response);
      // The visitor has closed the connection, so the balancer ends the request to the process.
      response.once('close', () => !answer.complete && !response.writableEnded && call.destroy());
    });
    call.once('error', error => {
      if (!response.destroyed) lose(error.message);
    });
    request.pipe(call);
  };
  const { server, origin } = await listen(pass);
  return {
    origin,
    cut,
    count: () => count,
    async add(origin) {
      ready.set(origin, { isReady: false, says: 'not asked yet' });
      await checkReadiness(origin);
      await until(
        async () => ready.get(origin),
        seen => seen?.isReady === true,
      );
    },
    remove: origin => void ready.delete(origin),
    close() {
      isOver = true;
      clearInterval(timer);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
