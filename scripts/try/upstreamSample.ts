// npm run upstream-sample [-- <port>]: a small service for trying BACKEND=upstream (docs/contracts/upstream.md), with three
// charging sessions of yesterday. It prints the command that starts the app, and the values to search for.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOKEN = 'sample-token';
const METADATA_PATH = '/v1/transactions/metadata';
const CLIENT = { id: 'sample', uuid: '0f9d1c52-7a60-4c1e-9f55-6b1f3a0c2d77' };
/** Date of yesterday in Central European Time, the time zone of all supported countries. */
const yesterday = new Date(Date.now() - 24 * 60 * 60_000).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' });

const METADATA = {
  name: 'Sample Energy',
  logo: '/logos/sample.svg',
  paymentData: { colors: { primary: '#6b2fa0', secondary: '#f2b705' } },
  clientUuid: CLIENT.uuid,
  supportEmail: 'help@sample-energy.example',
  imprint: '<h1>Imprint</h1><p>Sample Energy is invented. So are its charging sessions.</p>',
  privacy: '<h1>Privacy</h1><p>This sample keeps nothing about you.</p>',
  termsBody: '<h1>Terms</h1><p>There is nothing to agree to: this is a sample.</p>',
  publicInfo: '',
};

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="40" height="40" rx="8" fill="#6b2fa0"/>' +
  '<path d="M23 5 9 23h9l-2 12 15-18h-9z" fill="#f2b705"/><rect x="52" y="12" width="62" height="16" rx="8" fill="#6b2fa0"/></svg>';

/** The sessions, with the search values that find them. */
const SESSIONS = [
  {
    found: { country: 'de', price: '12.34', lastDigits: '4242' },
    session: {
      id: 100_000_001,
      startTime: `${yesterday}T07:12:00Z`,
      endTime: `${yesterday}T07:54:00Z`,
      energy: 21.345,
      price: 12.34,
      currency: 'EUR',
      street: 'Musterweg 1',
      postal_code: '12345',
      city: 'Musterstadt',
      evse: 'DE*SMP*E0001*1',
    },
  },
  {
    found: { country: 'de', price: '12.34', lastDigits: '4242' },
    session: {
      id: 100_000_002,
      startTime: `${yesterday}T16:30:00Z`,
      endTime: `${yesterday}T17:05:00Z`,
      energy: 20.9,
      price: 12.34,
      currency: 'EUR',
      street: 'Musterweg 1',
      postal_code: '12345',
      city: 'Musterstadt',
      evse: 'DE*SMP*E0001*2',
    },
  },
  {
    found: { country: 'ch', price: '18.50', lastDigits: '4444' },
    session: {
      id: 100_000_003,
      startTime: `${yesterday}T10:00:00Z`,
      endTime: `${yesterday}T11:10:00Z`,
      energy: 30.12,
      price: 18.5,
      currency: 'CHF',
      street: 'Beispielgasse 2',
      postal_code: '8000',
      city: 'Musterdorf',
      evse: 'CH*SMP*E0002*1',
    },
  },
];

type Query = Readonly<Record<string, string>>;

function search({ clientUuid, date, country, price, lastDigits }: Query): unknown {
  if (clientUuid !== CLIENT.uuid) return { success: false, error: 'Unknown client', data: null };
  const query = `${country} ${Number(price)} ${lastDigits}`;
  const isHit = ({ found }: (typeof SESSIONS)[number]) =>
    date === yesterday && `${found.country} ${Number(found.price)} ${found.lastDigits}` === query;
  return { success: true, error: null, data: SESSIONS.filter(isHit).map(({ session }) => session) };
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

const json = (status: number, answer: unknown): Answer => ({ status, type: 'application/json', body: JSON.stringify(answer) });
/** Returns the response for each path. */
const ANSWERS: Readonly<Record<string, (query: Query) => Answer>> = {
  '/v1/adhoc/sessions': query => json(200, search(query)),
  [METADATA_PATH]: ({ uuid }) => (uuid === CLIENT.id ? json(200, METADATA) : json(404, { error: 'Unknown client' })),
  '/logos/sample.svg': () => ({ status: 200, type: 'image/svg+xml', body: LOGO }),
};

function answerTo({ method, url = '', headers }: IncomingMessage): Answer {
  const { pathname, searchParams } = new URL(url, 'http://sample');
  const answer = Object.hasOwn(ANSWERS, pathname) ? ANSWERS[pathname] : undefined;
  if (method !== 'GET' || !answer) return json(404, { error: 'Not here' });
  const isPublic = pathname.startsWith('/logos/');
  if (!isPublic && headers.authorization !== `Bearer ${TOKEN}`) return json(401, { error: 'A bearer token is needed' });
  return answer(Object.fromEntries(searchParams));
}

const server = createServer((request, response) => {
  const { status, type, body } = answerTo(request);
  console.log(`${request.method} ${new URL(request.url ?? '', 'http://sample').pathname} ${status}`);
  response.writeHead(status, { 'Content-Type': type }).end(body);
});
server.on('error', error => {
  console.error(`The sample service cannot listen: ${error.message}. Name another port: npm run upstream-sample -- 4011`);
  process.exitCode = 1;
});
server.listen(Number(process.argv[2] ?? 4010), '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
console.log(`A sample service listens on http://127.0.0.1:${port}/v1 until Ctrl-C. In another terminal:

BACKEND=upstream API_BASE_URL=http://127.0.0.1:${port}/v1 METADATA_PATH=/transactions/metadata API_TOKEN=${TOKEN} npm start

Then open http://localhost:3000/${CLIENT.id}/receipts and search for one of these:

country=de date=${yesterday} creditCard=4242 price=12,34   (two sessions)
country=ch date=${yesterday} creditCard=4444 price=18,50   (one session, in francs)
`);
