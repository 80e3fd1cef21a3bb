import { setTimeout as sleep } from 'node:timers/promises';
import { createClock } from '../../../server/adapters/clock/clock.ts';
import { MAX_PHOTO_BYTES } from '../../../shared/charging/faultReport.ts';
import type { BuiltApp } from '../../support/builtApp.ts';
import { CLIENT, evseOf } from '../../support/manyPoints.ts';
import { createStations } from '../../support/ocpp/stations.ts';
import { operatorCommand } from '../../support/operatorCommand.ts';
import { until } from '../../support/until.ts';
import { chargeAt, type Driver, drawSomething, settleAll } from '../operations/drivers.ts';
import { type Finding, finding } from '../operations/findings.ts';
import { STATUS_ENV } from '../operations/reported.ts';
import { FORGED_ADDRESS, followEvents, readPage, visit, visitByHttp2 } from './visits.ts';

export interface Reached {
  app: BuiltApp;
  env: Readonly<Record<string, string>>;
  /** Address of the proxy. */
  origin: string;
  plainOrigin: string;
}

/** Streams that a network may open, of `MAX_STREAMS`. */
export const STREAMS = 30;
const STREAMS_PER_NETWORK = 3;
const VISITORS = ['127.0.0.7', '127.0.0.8'] as const;
const MAX_DELAY_MS = 100;
const MIN_EVENTS = 5;
const AUTHORIZED = { authorization: `Bearer ${STATUS_ENV.STATUS_TOKEN}`, accept: 'application/json' };

export async function pageArrives({ origin, plainOrigin }: Reached): Promise<Finding[]> {
  const { protocol, status, encoding } = await visitByHttp2(origin, `/en/${CLIENT}`);
  const plain = await fetch(plainOrigin, { redirect: 'manual' });
  const target = plain.headers.get('location') ?? '';
  return [
    finding('A page arrives over HTTP/2', `${status} over ${protocol}`, status === 200 && protocol === 'h2'),
    finding('compressed by the app, once', encoding, ['br', 'gzip'].includes(encoding)),
    finding(
      'An address with http: leads to https:',
      `${plain.status} ${target}`,
      [301, 308].includes(plain.status) && target.startsWith('https://localhost'),
    ),
  ];
}

/** Compares when events arrive through the proxy with when the same events arrive without it. */
export async function eventsArriveAtOnce({ app, origin }: Reached, driver: Driver): Promise<Finding[]> {
  const path = `/api/sessions/${driver.sessionId}/events`;
  const through = await followEvents(async signal => visit(origin + path, { signal }));
  const direct = await followEvents(
    async signal => (await fetch(app.origin + path, { signal })).body as AsyncIterable<Uint8Array>,
  );
  await until(
    async () => through.at.size,
    count => count > MIN_EVENTS,
  );
  await sleep(MAX_DELAY_MS);
  // The first event is sent when the stream is opened, and the streams were opened one after the other.
  const delays = [...direct.at].slice(1).map(([id, at]) => (through.at.get(id) ?? Number.POSITIVE_INFINITY) - at);
  const delayMs = Math.round(Math.max(...delays));
  through.close();
  direct.close();
  const open = async () =>
    Number(/^charging_streams_open (\d+)$/m.exec((await readPage(`${origin}/metrics`, { headers: AUTHORIZED })).body)?.[1]);
  const left = await until(open, count => count === 0, 5000).catch(open);
  return [
    finding(
      'Live events arrive at once',
      `${delays.length} events, at most ${delayMs} ms later than without the proxy`,
      delays.length >= MIN_EVENTS - 1 && delayMs <= MAX_DELAY_MS,
    ),
    finding('A stream ends at the app when its visitor has left', `${left} open`, left === 0),
  ];
}

/** Visitors of two networks, who all send the same forged header. Only the number of streams per network tells them apart. */
export async function addressIsRight({ origin }: Reached): Promise<Finding[]> {
  const [first, second] = VISITORS;
  const over = new AbortController();
  const open = async (localAddress: string) => {
    const path = `/api/clients/${CLIENT}/charging-points/${encodeURIComponent(evseOf(1))}/events`;
    const answer = await visit(origin + path, { localAddress, signal: over.signal });
    answer.on('error', () => undefined).resume();
    return answer.statusCode;
  };
  const codes: (number | undefined)[] = [];
  for (let n = 0; n <= STREAMS_PER_NETWORK; n++) codes.push(await open(first));
  codes.push(await open(second));
  over.abort();
  const { status, body } = await readPage(`${origin}/status`, { headers: AUTHORIZED });
  const seen = /"forwardedUntrusted":(\w+)/.exec(body)?.[1] ?? 'nothing';
  return [
    finding(
      'Each network has its own limit, whatever header a visitor sends',
      codes.join(' '),
      codes.join(' ') === '200 200 200 429 200',
    ),
    finding('The header Authorization arrives', `/status ${status}`, status === 200 && seen !== 'nothing'),
    finding('The app trusts the proxy', `forwardedUntrusted ${seen}`, seen === 'false'),
  ];
}

/** A station without a password is refused with the address from which it came. A station with one is connected. */
export async function stationsConnect({ app, env, origin }: Reached): Promise<Finding[]> {
  const operator = (...words: string[]) => operatorCommand(app, { env, words });
  const handshake = {
    upgrade: 'websocket',
    connection: 'Upgrade',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    'sec-websocket-protocol': 'ocpp1.6',
  };
  const [localAddress] = VISITORS;
  const { status } = await readPage(`${origin}/ocpp/STRANGER`, { localAddress, headers: handshake });
  const list = await until(
    () => operator('station', 'list'),
    output => output.includes('STRANGER'),
  );
  const [, network = 'nothing'] = /last: not added, from ([^,\s]+)/.exec(list) ?? [];
  const added = await operator('station', 'add', 'HOTEL-1', '--who', 'First Last');
  const [, password = ''] = /^([0-9a-f]{40})$/m.exec(added) ?? [];
  const notes: string[] = [];
  const nowMs = Date.now();
  const stations = createStations({
    clock: createClock({ speed: 1, anchor: { realMs: nowMs, shownMs: nowMs } }),
    note: (_id, line) => void notes.push(line),
  });
  const facts = { id: 'HOTEL-1', version: '1.6', plugs: 1, powerW: 22_000, isDc: false, evseIds: null } as const;
  await stations.add({ ...facts, url: `${origin.replace('https', 'wss')}/ocpp`, password }, { clock: { followsApp: true } });
  const registration = await until(
    async () => stations.see('HOTEL-1').registration,
    state => state !== 'none',
  ).catch(() => notes.slice(-2).join('; '));
  await stations.end([]);
  return [
    finding(
      'A strange station is refused, and named with its own address',
      `${status}, ${network}`,
      status === 404 && network === localAddress && network !== FORGED_ADDRESS,
    ),
    // A station without points of the shop is pending.
    finding('A station connects over OCPP', registration, ['Accepted', 'Pending'].includes(registration)),
  ];
}

/** Sends the form of a fault with a photo of so many bytes. */
async function sendPhoto({ origin }: Reached, bytes: number): Promise<{ status: number; body: string }> {
  const path = `${origin}/en/${CLIENT}/evse/${encodeURIComponent(evseOf(1))}/fault`;
  const { body: page } = await readPage(path);
  const form = new FormData();
  const formToken = /name="formToken" value="([^"]+)"/.exec(page)?.[1] ?? 'none';
  for (const [name, value] of Object.entries({ formToken, plug: '1', kind: 'plug', words: 'Bent', email: '' }))
    form.append(name, value);
  form.append('photo', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'IMG_1.jpg');
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '', origin, 'sec-fetch-site': 'same-origin' };
  return readPage(path, { method: 'POST', headers, body: new Uint8Array(await encoded.arrayBuffer()) }).catch((error: Error) => ({
    status: 0,
    body: error.message,
  }));
}

/** What the app says about a photo that is too large. */
const TOO_LARGE = /at most 5\sMB, for example/;

/** The photos are no pictures, which the app notices when it has read them. */
export async function photosArrive(reached: Reached): Promise<Finding[]> {
  const allowed = await sendPhoto(reached, MAX_PHOTO_BYTES);
  const large = await sendPhoto(reached, 2 * MAX_PHOTO_BYTES);
  const huge = await sendPhoto(reached, 6 * MAX_PHOTO_BYTES);
  const isPage = ({ body }: { body: string }) => body.includes('</main>');
  return [
    finding(
      'A photo of 5 MiB reaches the app',
      allowed.status,
      isPage(allowed) && allowed.status !== 413 && !TOO_LARGE.test(allowed.body),
    ),
    finding('A photo of 10 MiB is explained by the app', large.status, isPage(large) && TOO_LARGE.test(large.body)),
    finding('30 MiB are refused by the proxy', huge.status, !isPage(huge) && [0, 413, 502].includes(huge.status)),
  ];
}

export async function sessionIsPaid({ origin }: Reached, driver: Driver): Promise<Finding[]> {
  await drawSomething([driver]);
  return [await settleAll([driver]), finding('through this address', origin, driver.visitor.origin === origin)];
}

export const startCharging = ({ origin }: Reached): Promise<Driver> => chargeAt(origin, 0);
