import { Agent, request as ask, type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { Chance } from './chance.ts';
import { bodyOf, listen } from './wire.ts';

/** Percentage of calls that each fault affects. */
export interface FaultRates {
  /** The call never arrives, and its caller gets an error. */
  refused: number;
  /** The call arrives and is executed, but its response is lost. */
  lost: number;
  /** The call arrives twice. */
  doubled: number;
  /** The caller gets no response, but the call arrives much later. */
  late: number;
  delayed: number;
}

export const USUAL: FaultRates = { refused: 8, lost: 10, doubled: 5, late: 4, delayed: 20 };

/** Higher rates for a proof with a rule switched off, so that the missing rule soon causes a fault. */
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

/** Headers that the proxy does not forward, because they belong to a single connection or would not match the forwarded body. */
const OWN_HEADERS: readonly string[] = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'];

const passedOn = (headers: IncomingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name)));

/** Opens a proxy between two processes that injects faults into their calls. The same seed leads to the same faults. */
export async function openFaultProxy({
  target,
  chance,
  rates,
  delayMs,
}: {
  target: () => string;
  chance: Chance;
  rates: FaultRates;
  /** Maximum delay of a call with the fault `late`, in milliseconds. */
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
