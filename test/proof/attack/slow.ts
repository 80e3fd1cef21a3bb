import { connect, type Socket } from 'node:net';

interface Kind {
  /** Number of connections of this kind for each connection of the kind 'slow bodies'. */
  share: number;
  /** Time within which the app must close the connection, whatever it receives. */
  limitMs: number;
  /** The text that is sent at once. After it, one byte per second follows. Null: the connection never sends anything. */
  begins: ((host: string) => string) | null;
}

/** Kinds of connections that never complete a request, or never begin one. */
const KINDS = {
  'slow heads': { share: 3, limitMs: 20_000, begins: () => 'GET / HTTP/1.1\r\nHo' },
  'slow bodies': {
    share: 1,
    limitMs: 40_000,
    begins: host => `POST /csp HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`,
  },
  'idle connections': { share: 10, limitMs: 20_000, begins: null },
} as const satisfies Record<string, Kind>;

export interface SlowResult {
  kinds: readonly { kind: string; opened: number; dropped: number; worstMs: number; limitMs: number }[];
  /** Results of an honest visitor's page loads while the slow connections are open. */
  honest: { p99Ms: number; pages: number; failed: number };
}

const EVERY_MS = 1000;
const HONEST_EVERY_MS = 50;
/** The test closes a connection that the app has not closed this long after its limit. */
const BEYOND_MS = 5000;

/**
 * Opens slow connections of all kinds at once while an honest visitor loads pages.
 * @param slow number of connections of the kind 'slow bodies'; `share` determines the number of each further kind
 */
export async function sendSlowly({ origin, slow }: { origin: string; slow: number }): Promise<SlowResult> {
  const over = new AbortController();
  const looking = loadPages(origin, over.signal);
  const kinds = await Promise.all(
    Object.entries<Kind>(KINDS).map(async ([kind, { share, limitMs, begins }]) => {
      const opened = slow * share;
      const times = await Promise.all(Array.from({ length: opened }, () => dropped(origin, { limitMs, begins })));
      const within = times.filter(time => time <= limitMs);
      return { kind, opened, dropped: within.length, worstMs: Math.round(Math.max(0, ...times)), limitMs };
    }),
  );
  over.abort();
  return { kinds, honest: await looking };
}

function dropped(origin: string, { limitMs, begins }: Pick<Kind, 'limitMs' | 'begins'>): Promise<number> {
  const { hostname, port, host } = new URL(origin);
  const socket: Socket = connect(Number(port), hostname);
  const began = performance.now();
  if (begins) socket.write(begins(host));
  return new Promise(resolve => {
    const timer = begins ? setInterval(() => socket.write('a'), EVERY_MS) : undefined;
    const end = () => {
      clearInterval(timer);
      clearTimeout(limit);
      socket.destroy();
      resolve(performance.now() - began);
    };
    const limit = setTimeout(end, limitMs + BEYOND_MS);
    socket.on('error', () => undefined);
    socket.resume();
    socket.once('close', end);
  });
}

async function loadPages(origin: string, over: AbortSignal): Promise<SlowResult['honest']> {
  const waits: number[] = [];
  let failed = 0;
  while (!over.aborted) {
    const began = performance.now();
    const answer = await fetch(`${origin}/blaufink`, { headers: { Accept: 'text/html' } }).catch(() => null);
    await answer?.text().catch(() => undefined);
    waits.push(performance.now() - began);
    if (answer?.status !== 200) failed++;
    await new Promise(resolve => setTimeout(resolve, HONEST_EVERY_MS));
  }
  const sorted = waits.sort((a, b) => a - b);
  return { p99Ms: Math.round(sorted[Math.floor((sorted.length - 1) * 0.99)] ?? 0), pages: waits.length, failed };
}
