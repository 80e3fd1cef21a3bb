import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** How a receiver answers, by the last part of its path. `draw` is a random number from 0 to 1. */
const HABITS: Readonly<Record<string, (response: ServerResponse, draw: number) => void>> = {
  good: response => response.writeHead(204).end(),
  slow: (response, draw) => setTimeout(() => response.writeHead(204).end(), 40 * draw),
  failing: (response, draw) => response.writeHead(draw < 0.1 ? 500 : 200).end(),
  busy: (response, draw) => (draw < 0.1 ? response.writeHead(429, { 'retry-after': '1' }) : response.writeHead(202)).end(),
  lossy: (response, draw) =>
    draw < 0.1 ? response.destroy() : response.writeHead(200).end('x'.repeat(draw < 0.15 ? 100_000 : 10)),
  moving: (response, draw) => response.writeHead(draw < 0.1 ? 307 : 200, { location: '/good' }).end(),
};
export const RECEIVERS = Object.keys(HABITS);

export interface Receivers {
  origin: string;
  /** Secret of each receiver. */
  secrets: Map<string, string>;
  /** Of each receiver: the connectors of the events by the id of the event. */
  received: Map<string, Map<string, string>>;
  /** Events by their number of arrivals beyond the first, all receivers together. */
  repeated(): number;
  /** What must not happen: a wrong signature, two bodies with one id, two requests more than the limit. */
  faults: string[];
  close(): Promise<void>;
}

/** Maximum number of requests of a process to one endpoint at the same time. A killed process may leave two more open. */
const MAX_OPEN = 4;

/** Starts the receivers, which verify every signature with the library. */
export async function openReceivers(): Promise<Receivers> {
  const open = new Map<string, number>();
  let repeated = 0;
  const receivers: Receivers = {
    origin: '',
    secrets: new Map(),
    received: new Map(RECEIVERS.map(name => [name, new Map()])),
    repeated: () => repeated,
    faults: [],
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  const server = createServer(async (request, response) => {
    const name = request.url?.slice(1) ?? '';
    open.set(name, (open.get(name) ?? 0) + 1);
    response.on('close', () => open.set(name, (open.get(name) ?? 1) - 1));
    if ((open.get(name) ?? 0) > MAX_OPEN) receivers.faults.push(`${name}: ${open.get(name)} requests at the same time`);
    const body = await bodyOf(request);
    if (body === null) return;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([key, value]) => [key, String(value)]));
    try {
      new Webhook(receivers.secrets.get(name) ?? '').verify(body, headers);
    } catch {
      receivers.faults.push(`${name}: wrong signature`);
    }
    const { data } = JSON.parse(body) as { data: { connector: string } };
    const own = receivers.received.get(name);
    const known = own?.get(headers['webhook-id'] ?? '');
    if (known !== undefined) repeated++;
    if (known !== undefined && known !== data.connector) receivers.faults.push(`${name}: two bodies with one id`);
    own?.set(headers['webhook-id'] ?? '', data.connector);
    HABITS[name]?.(response, Math.random());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  receivers.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return receivers;
}

/** Reads a request. Null: the sender was killed meanwhile. */
async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}
