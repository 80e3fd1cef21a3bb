import { createHttpCharging } from '../../client/core/charging.ts';
import { makePrivateKey } from '../../server/adapters/webPush/webPush.ts';
import { createFormTokens } from '../../server/http/request/formToken.ts';
import { ENDPOINTS, type Question, type SearchQuery } from '../../shared/charging/charging.ts';
import { openFakeUpstream, upstreamEnv } from '../support/fakeUpstream.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS, payWith } from '../support/orders.ts';
import { startPostgres } from '../support/postgres.ts';
import { describeCharging } from './charging.contract.ts';
import type { ChargingUnderTest } from './receipts.contract.ts';

const open = async (kind: 'in process' | 'over HTTP', env: Readonly<Record<string, string>> = {}): Promise<ChargingUnderTest> => {
  const opened = await startApp({ env: { PUSH_PRIVATE_KEY: makePrivateKey(), ...env } });
  const { app, origin, config, close } = opened;
  let sold: Promise<SearchQuery> | undefined;
  const formTokens = createFormTokens({ secret: config.secret });
  return {
    charging: kind === 'in process' ? app.backend : asBrowser(origin),
    mintFormToken: () => formTokens.mint(new Date()),
    pay: (url, card) => payWith(opened, url, card),
    sold: () => {
      sold ??= sellAt(opened);
      return sold;
    },
    close,
  };
};

/**
 * Completes a paid session.
 * @returns the search values, as they appear on the driver's bank statement
 */
async function sellAt(open: RunningApp): Promise<SearchQuery> {
  const { sessionId } = await finishedAt(open, POINTS.plugsIn);
  const { found, country, totalMinor } = await open.app.backend.getReceipt({ receipt: sessionId });
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: found.timeZone }).format(new Date(found.startedAt));
  const price = (totalMinor / 100).toFixed(2).replace('.', ',');
  return { clientId: POINTS.plugsIn.clientId, country, date, price, lastDigits: '4242' };
}

const openUpstream = async (kind: 'in process' | 'over HTTP'): Promise<ChargingUnderTest> => {
  const peer = await openFakeUpstream();
  const { app, origin, config, close } = await startApp({ env: upstreamEnv(peer) });
  const formTokens = createFormTokens({ secret: config.secret });
  const { metadata } = peer;
  // Only the brand `blaufink` exists at the service.
  peer.metadata = (response, request) =>
    request.query.uuid === 'blaufink' ? metadata(response, request) : void response.writeHead(404).end();
  return {
    charging: kind === 'in process' ? app.backend : asBrowser(origin),
    mintFormToken: () => formTokens.mint(new Date()),
    pay: async () => {
      throw new Error('Nothing is sold here');
    },
    sold: async () => ({ clientId: 'blaufink', country: 'de', date: '2026-11-20', price: '12,34', lastDigits: '4242' }),
    close: () => Promise.all([close(), peer.close()]).then(() => undefined),
  };
};

/** Creates an HTTP client that sends an Origin header as a browser does. Node's `fetch` sends none. */
function asBrowser(origin: string) {
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init = {}) =>
    plain(input, { ...init, headers: { Origin: origin, ...(init.headers as Record<string, string>) } });
  return createHttpCharging(origin);
}

/** The operations that the two calls of docs/contracts/upstream.md make possible: brands and receipts. */
const OFFERED_UPSTREAM: readonly Question[] = [
  'getClient',
  'findClients',
  'getLegalText',
  'findDemoPoints',
  'findSessions',
  'getReceipt',
];
const NOT_OFFERED = {
  operator: [],
  upstream: (Object.keys(ENDPOINTS) as Question[]).filter(question => !OFFERED_UPSTREAM.includes(question)),
} as const satisfies Record<string, readonly Question[]>;

const operator = { notOffered: NOT_OFFERED.operator };
describeCharging('the operator, in process', () => open('in process'), operator);
describeCharging('the operator, through our own API', () => open('over HTTP'), operator);
const onPostgres = async (): Promise<ChargingUnderTest> => {
  const server = await startPostgres();
  const url = await server.createDatabase();
  const under = await open('in process', { DATABASE_URL: url, DATABASE_LISTEN_URL: url });
  return { ...under, close: () => under.close().finally(server.close) };
};
describeCharging('the operator, on PostgreSQL', onPostgres, operator);
const upstream = { notOffered: NOT_OFFERED.upstream };
describeCharging('someone else’s service, in process', () => openUpstream('in process'), upstream);
describeCharging('someone else’s service, through our own API', () => openUpstream('over HTTP'), upstream);
