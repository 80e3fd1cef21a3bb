import { Agent, request as ask, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Chance } from './chance.ts';
import { bodyOf, listen } from './wire.ts';

/** In how many of a hundred calls it happens. */
export interface FaultRates {
  /** It never arrives, and the caller is told so. */
  refused: number;
  /** It arrives and acts, but the answer never comes. */
  lost: number;
  /** It arrives twice. */
  doubled: number;
  /** The caller hears nothing, and it arrives much later. */
  late: number;
  delayed: number;
}

export const USUAL: FaultRates = { refused: 8, lost: 10, doubled: 5, late: 4, delayed: 20 };

/** Where a rule is switched off, its absence is to show soon. */
export const HARSH: FaultRates = { refused: 8, lost: 18, doubled: 5, late: 14, delayed: 20 };

export interface FaultProxy {
  origin: string;
  counts: Readonly<Record<keyof FaultRates | 'calls', number>>;
  close(): void;
}

interface Passed {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

/** What a proxy does not pass on: it belongs to one connection, or no longer fits. */
const OWN_HEADERS: readonly string[] = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];

const passedOn = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)));

/** A proxy between two processes that injects faults, the same ones for the same seed. */
export async function openFaultProxy({
  target,
  chance,
  rates,
  delayMs,
}: {
  target: () => string;
  chance: Chance;
  rates: FaultRates;
  /** How long a late call is under way, at most. */
  delayMs: number;
}): Promise<FaultProxy> {
  const agent = new Agent({ keepAlive: true });
  const counts = { calls: 0, refused: 0, lost: 0, doubled: 0, late: 0, delayed: 0 };
  const happens = (what: keyof FaultRates): boolean => {
    const is = chance.is(rates[what]);
    if (is) counts[what]++;
    return is;
  };
  const { server, origin } = await listen(async (request, response) => {
    const body = await bodyOf(request);
    counts.calls++;
    const pass = () => forward(target(), { request, body, agent });
    if (happens('refused')) return void response.writeHead(503).end();
    if (happens('late')) {
      setTimeout(() => void pass().catch(() => undefined), chance.between(0, delayMs));
      return void response.destroy();
    }
    if (happens('delayed')) await new Promise(resolve => setTimeout(resolve, chance.between(0, 60)));
    const answer = await pass();
    const delivered = happens('doubled') ? await pass() : answer;
    if (happens('lost')) return void response.destroy();
    response.writeHead(delivered.status, delivered.headers).end(delivered.body);
  });
  return {
    origin,
    counts,
    close() {
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(
  target: string,
  { request, body, agent }: { request: IncomingMessage; body: string; agent: Agent },
): Promise<Passed> {
  const { promise, resolve, reject } = Promise.withResolvers<Passed>();
  const headers = passedOn(request.headers);
  const call = ask(new URL(request.url ?? '/', target), { method: request.method ?? 'POST', agent, headers }, answer => {
    const { statusCode: status = 500 } = answer;
    bodyOf(answer).then(text => resolve({ status, headers: passedOn(answer.headers), body: text }), reject);
  });
  call.once('error', reject);
  call.setTimeout(10_000, () => call.destroy(new Error('late')));
  call.end(body);
  return promise;
}
