import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Writes the response to a request. It may be correct or faulty. `seen` already contains the request. */
export type Behaviour = (response: ServerResponse, request: SeenRequest) => void;

export interface SeenRequest {
  path: string;
  query: Readonly<Record<string, string>>;
  headers: IncomingMessage['headers'];
}

/** A local server that stands for the upstream service of docs/contracts/upstream.md: its two calls, and the logos. */
export interface FakeUpstream {
  /** Base URL of the server, http://127.0.0.1:port/v1. */
  baseUrl: string;
  /** All received requests, in order. */
  seen: readonly SeenRequest[];
  /** Returns the number of requests that were neither answered nor aborted. */
  waiting(): number;
  /** Function that responds to the search call. Tests may replace it. The same applies to `metadata` and `logo`. */
  search: Behaviour;
  metadata: Behaviour;
  logo: Behaviour;
  close(): Promise<void>;
}

const METADATA_PATH = '/transactions/metadata';
export const CLIENT_UUID = '5e0c6f2a-0b7d-4a55-9d0a-3c9f1f0b7d11';

export const sessionAt = (more: Readonly<Record<string, unknown>> = {}) => ({
  id: 482_913_057,
  startTime: '2026-11-20T15:23:00Z',
  endTime: '2026-11-20T17:05:00+01:00',
  energy: 21.345,
  price: 12.34,
  currency: 'EUR',
  street: 'Seestraße 12',
  postal_code: '88131',
  city: 'Lindau',
  evse: 'DE*SWL*E0042*1',
  ...more,
});

export const METADATA = {
  logo: '/logos/lindau.svg',
  paymentData: { colors: { primary: '#00843d', secondary: 'rgb(0, 59, 92)' } },
  clientUuid: CLIENT_UUID,
  currency: 'EUR',
  imprint: '<h1>Impressum</h1><p>Stadtwerke <strong>Lindau</strong></p><script>alert(1)</script>',
  privacy: '<p>Wir speichern wenig.</p>',
  termsBody: '<p>Es gelten diese Bedingungen.</p>',
  publicInfo: '',
};

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 40"><rect width="40" height="40" rx="8" fill="#00843d"/>' +
  '<rect x="52" y="12" width="140" height="16" fill="#003b5c"/></svg>';

export const json =
  (answer: unknown, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {}): Behaviour =>
  response =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(answer));

const nothingHere: Behaviour = response => void response.writeHead(404).end();

/** Responds with the session only if every search parameter matches. */
const honestSearch: Behaviour = (response, request) => {
  const { clientUuid, country, date, price, lastDigits } = request.query;
  const isHit = [clientUuid, country, date, price, lastDigits].join() === `${CLIENT_UUID},de,2026-11-20,12.34,4242`;
  json({ success: true, error: null, data: isHit ? [sessionAt()] : [] })(response, request);
};

export async function openFakeUpstream(): Promise<FakeUpstream> {
  const seen: SeenRequest[] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://peer');
    const received = { path: pathname, query: Object.fromEntries(searchParams), headers: request.headers };
    seen.push(received);
    open.add(response);
    response.once('close', () => open.delete(response));
    const [, behaviour = () => nothingHere] = Object.entries(behaviours).find(([path]) => pathname.startsWith(path)) ?? [];
    behaviour()(response, received);
  });
  const behaviours: Readonly<Record<string, () => Behaviour>> = {
    '/v1/adhoc/sessions': () => peer.search,
    [`/v1${METADATA_PATH}`]: () => peer.metadata,
    '/logos/': () => peer.logo,
  };
  server.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const peer: FakeUpstream = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    seen,
    waiting: () => open.size,
    search: honestSearch,
    metadata: json(METADATA),
    logo: response => void response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(LOGO),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return peer;
}

/** Settings of an app that uses this server as its upstream service. */
export const upstreamEnv = ({ baseUrl }: Pick<FakeUpstream, 'baseUrl'>): Record<string, string> => ({
  BACKEND: 'upstream',
  API_BASE_URL: baseUrl,
  METADATA_PATH,
});
