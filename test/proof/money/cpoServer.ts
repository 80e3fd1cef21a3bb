import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createCars, energyAt, type Start } from './cars.ts';
import type { ProofTime } from './time.ts';
import { bodyOf, type Json, listen } from './wire.ts';

interface CpoOptions {
  time: ProofTime;
  seed: string;
  /** URL of the app's OCPI receivers, through the fault proxy. */
  reportsTo: string;
  /** The token with which the CPO authenticates. */
  token: string;
}

/** Options of this process. It is the OCPI 2.2.1 server of a charge point operator (CPO) with the stations of the proof. */
const { time, seed, reportsTo, token } = JSON.parse(process.env.PEER ?? '{}') as CpoOptions;
const PARTY = { country_code: 'DE', party_id: 'CPO' };
/** The tariff of every point: 49 cents per kWh, including 19 % VAT. */
const EUR_PER_KWH = 0.49;
const VAT = 1.19;

const cars = createCars({ time, seed, print: start => void pushStart(start) });
const { starts, chanceOf } = cars;
/** Time of the last change of each session. */
const changedAt = new Map<string, number>();
/** Responses by X-Request-ID, so that a request which the proxy delivers twice is executed only once. */
const answered = new Map<string, Json>();
const cdrs = new Map<string, Json>();

const iso = (ms: number | null): string => new Date(ms ?? cars.nowMs()).toISOString();
const sessionId = ({ authorizationReference }: Start): string => `S-${authorizationReference}`;

async function send(method: 'PUT' | 'POST', address: string, body: Json): Promise<void> {
  const headers = {
    'Content-Type': 'application/json',
    Authorization: `Token ${Buffer.from(token).toString('base64')}`,
    'X-Request-ID': randomUUID(),
    'X-Correlation-ID': randomUUID(),
    'OCPI-from-country-code': PARTY.country_code,
    'OCPI-from-party-id': PARTY.party_id,
  };
  // A push is never repeated, as by real CPOs. If the app misses a push, it must pull.
  await fetch(address, { method, headers, body: JSON.stringify(body), signal: AbortSignal.timeout(20_000) }).catch(
    () => undefined,
  );
}

function pushStart(start: Start): Promise<void> {
  changedAt.set(start.authorizationReference, cars.nowMs());
  if (start.isFinal) {
    const cdr = cdrOf(start);
    cdrs.set(start.authorizationReference, cdr);
    return send('POST', `${reportsTo}/2.2.1/cdrs`, cdr);
  }
  return send('PUT', `${reportsTo}/2.2.1/sessions/DE/CPO/${sessionId(start)}`, sessionOf(start));
}

const STATUS = { armed: 'PENDING', charging: 'ACTIVE', ended: 'COMPLETED' } as const;

const common = (start: Start) => ({
  ...PARTY,
  cdr_token: {
    country_code: 'DE',
    party_id: 'PRF',
    uid: start.authorizationReference,
    type: 'AD_HOC_USER',
    contract_id: `DE-PRF-C${start.authorizationReference.slice(0, 8)}`,
  },
  auth_method: 'COMMAND',
  // Half of the sessions lack the authorization reference, because some real CPOs do not return it.
  authorization_reference: chanceOf(start.authorizationReference).is(50) ? start.authorizationReference : null,
  currency: 'EUR',
});

const kwhOf = (start: Start): number => energyAt(start, cars.nowMs()) / 1000;

const sessionOf = (start: Start): Json => ({
  ...common(start),
  id: sessionId(start),
  start_date_time: iso(start.startedAt),
  ...(start.endedAt === null ? {} : { end_date_time: iso(start.endedAt) }),
  kwh: kwhOf(start),
  location_id: 'L1',
  evse_uid: 'E1',
  connector_id: '1',
  status: STATUS[start.state],
  last_updated: iso(changedAt.get(start.authorizationReference) ?? null),
});

function cdrOf(start: Start): Json {
  const kwh = kwhOf(start);
  const hours = ((start.endedAt ?? 0) - (start.startedAt ?? 0)) / 3_600_000;
  const gross = Math.round(kwh * EUR_PER_KWH * 10_000) / 10_000;
  return {
    ...common(start),
    id: `CDR-${start.authorizationReference}`,
    start_date_time: iso(start.startedAt),
    end_date_time: iso(start.endedAt),
    session_id: sessionId(start),
    cdr_location: { id: 'L1', evse_uid: 'E1', connector_id: '1' },
    tariffs: [],
    charging_periods: [{ start_date_time: iso(start.startedAt), dimensions: [{ type: 'ENERGY', volume: kwh }] }],
    total_cost: { excl_vat: Math.round((gross / VAT) * 10_000) / 10_000, incl_vat: gross },
    total_energy: kwh,
    total_time: Math.round(hours * 10_000) / 10_000,
    last_updated: iso(changedAt.get(start.authorizationReference) ?? null),
  };
}

/** Sends the result of a command to its `response_url`. */
const result = (responseUrl: unknown, word: string) => send('POST', String(responseUrl), { result: word });

const COMMANDS: Readonly<Record<string, (body: Json) => string>> = {
  START_SESSION({ token: sent, response_url }) {
    const reference = String((sent as Json).uid);
    const chance = chanceOf(reference);
    if (chance.is(4)) return 'REJECTED';
    if (chance.is(4)) {
      void result(response_url, 'EVSE_INOPERATIVE');
      return 'ACCEPTED';
    }
    // A repeated start is rejected, because the first one already occupies the plug.
    if (starts.has(reference)) return 'REJECTED';
    void pushStart(cars.arrive(reference, chance));
    void result(response_url, chance.is(10) ? 'TIMEOUT' : 'ACCEPTED');
    return 'ACCEPTED';
  },
  STOP_SESSION({ session_id, response_url }) {
    const start = starts.get(String(session_id).slice(2));
    if (!start) return 'UNKNOWN_SESSION';
    if (start.state === 'armed') {
      // No vehicle is plugged in yet, so the station withdraws the start.
      starts.delete(start.authorizationReference);
      return 'ACCEPTED';
    }
    if (start.state === 'ended') return 'REJECTED';
    void result(response_url, 'ACCEPTED');
    cars.end(start);
    return 'ACCEPTED';
  },
};

function listed(module: string, dateFrom: string | null): Json[] {
  const from = dateFrom === null ? 0 : Date.parse(dateFrom);
  const fresh = [...starts.values()].filter(({ authorizationReference: reference }) => (changedAt.get(reference) ?? 0) >= from);
  if (module === 'sessions') return fresh.map(sessionOf);
  return fresh.flatMap(({ authorizationReference }) => {
    const cdr = cdrs.get(authorizationReference);
    return cdr ? [cdr] : [];
  });
}

function answer(request: IncomingMessage, body: Json): Json {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://cpo');
  const [module = '', name = ''] = pathname.slice(1).split('/');
  if (module !== 'commands') return { data: listed(module, searchParams.get('date_from')) };
  const id = String(request.headers['x-request-id']);
  const known = answered.get(id) ?? { data: { result: COMMANDS[name]?.(body) ?? 'NOT_SUPPORTED', timeout: 30 } };
  answered.set(id, known);
  return known;
}

const { origin } = await listen(async (request, response) => {
  const text = await bodyOf(request);
  if (request.url === '/book') return void response.end(JSON.stringify(cars.book()));
  const envelope = answer(request, JSON.parse(text || '{}') as Json);
  const count = Array.isArray(envelope.data)
    ? { 'X-Total-Count': String(envelope.data.length), 'X-Limit': String(envelope.data.length) }
    : {};
  response
    .writeHead(200, { 'Content-Type': 'application/json', ...count })
    .end(JSON.stringify({ ...envelope, status_code: 1000, timestamp: new Date().toISOString() }));
});
// Ends with the parent process, so that no process remains if the proof is aborted.
process.once('disconnect', () => process.exit());
process.send?.({ origin });
