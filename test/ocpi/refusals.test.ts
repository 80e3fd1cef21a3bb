import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import express from 'express';
import { ocpiRows } from '../../server/compose/sources.ts';
import { confirmHosts } from '../../server/stations/ocpi/connections/registration.ts';
import type { Ocpi } from '../../server/stations/ocpi/ocpi.ts';
import { type OcpiShop, openOcpiShop } from '../support/ocpi/openOcpiShop.ts';
import { someAddress } from '../support/someStation.ts';
import { until } from '../support/until.ts';

interface Answer {
  status: number;
  type: string;
  body: string | Buffer;
}

const TOKEN = 'their-token-for-once';
let shop: OcpiShop;
let server: Server;
let origin: string;
/** The CPO's response to credentials and commands. Null: a correct OCPI response. */
let answer: Answer | null = null;
/** The body of the last request to the CPO. */
let received: Record<string, unknown> = {};

beforeAll(async () => {
  shop = await openOcpiShop();
  server = peer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await shop.close();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answer = null;
});

/** Creates a CPO whose web framework sends its own error responses. */
function peer() {
  const app = express().use(express.json());
  const envelope = (data: unknown) => ({ status_code: 1000, timestamp: new Date().toISOString(), data });
  const endpoint = (identifier: string, role: string) => ({ identifier, role, url: `${origin}/2.2.1/${identifier}` });
  const modules = ['locations', 'tariffs', 'sessions', 'cdrs'].map(module => endpoint.bind(null, module, 'SENDER'));
  app.get('/versions', (_request, response) => void response.json(envelope([{ version: '2.2.1', url: `${origin}/2.2.1` }])));
  app.get('/2.2.1', (_request, response) => {
    const endpoints = [...modules.map(make => make()), endpoint('commands', 'RECEIVER'), endpoint('credentials', 'RECEIVER')];
    response.json(envelope({ version: '2.2.1', endpoints }));
  });
  app.post(/credentials|commands/, (request, response) => {
    received = request.body as typeof received;
    if (answer) return void response.status(answer.status).set('content-type', answer.type).send(answer.body);
    const roles = [{ role: 'CPO', country_code: 'DE', party_id: 'CPO', business_details: { name: 'City' } }];
    const isCommand = request.path.includes('commands');
    response.json(
      envelope(isCommand ? { result: 'ACCEPTED', timeout: 30 } : { token: 'another', url: `${origin}/versions`, roles }),
    );
  });
  return app.get(/.*/, (_request, response) => void response.json(envelope([])));
}

const connect = (name: string, more: Partial<Parameters<Ocpi['connect']>[0]> = {}) =>
  shop.ocpi.connect({
    name,
    versions: `${origin}/versions`,
    token: TOKEN,
    parties: ['DE*CPO'],
    hub: null,
    switches: {},
    ...more,
  });

const ANSWERS: readonly (readonly [what: string, answer: Answer, words: RegExp])[] = [
  [
    'a list of faults with 422',
    { status: 422, type: 'application/json', body: '[{"loc":["body","roles",0,"website"],"msg":"Field required"}]' },
    /422, application\/json[^:]*: \[\{"loc":\["body","roles",0,"website"\],"msg":"Field required"\}\]$/,
  ],
  [
    'the page of a proxy',
    { status: 403, type: 'text/html', body: '<html>\r\n<h1>403 Forbidden</h1>\r\n' },
    /403, text\/html[^:]*: <html> <h1>403 Forbidden<\/h1>$/,
  ],
  ['nothing', { status: 400, type: 'text/plain', body: '' }, /400, [^:]*: nothing$/],
  ['a megabyte', { status: 422, type: 'text/plain', body: 'no '.repeat(350_000) }, /422, text\/plain[^:]*: (no ){99}no/],
  [
    'bytes',
    { status: 404, type: 'image/png', body: Buffer.from([0x89, 80, 78, 71, 13, 10, 26, 10, 0]) },
    /404, image\/png: PNG$/,
  ],
  ['its token', { status: 401 + 2, type: 'text/plain', body: `I do not know ${TOKEN}` }, /403, [^:]*: I do not know …$/],
];

it.each(ANSWERS)(
  'A registration that is answered with %s tells what came, and the list of exchanges has it',
  async (what, sent, words) => {
    answer = sent;
    const name = `no-${ANSWERS.findIndex(([each]) => each === what)}`;
    await expect(connect(name)).rejects.toThrow(words);
    const last = (await shop.ocpi.exchanges(name)).at(-1);
    expect(last).toMatchObject({ module: 'credentials', status: sent.status, answer: expect.stringMatching(words) });
    expect(JSON.stringify(await shop.ocpi.exchanges(name))).not.toContain(TOKEN);
  },
);

it('A command that is answered with no envelope stands in the list of exchanges with what came', async () => {
  await connect('city');
  for (const [at, [, sent, words]] of ANSWERS.slice(0, 5).entries()) {
    answer = sent;
    const address = someAddress({ source: 'ocpi:city', countryCode: 'DE', partyId: 'CPO' });
    const start = { authorizationReference: `REFERENCE${at}`, address, limitMinor: null, tariffText: null };
    expect(await shop.ocpi.stations.start(start)).toBe('refused');
    const last = await until(
      async () => (await shop.ocpi.exchanges('city')).filter(({ module }) => module === 'commands').at(at),
      exchange => exchange !== undefined,
      30_000,
    );
    expect(last).toMatchObject({ module: 'commands', status: sent.status, answer: expect.stringMatching(words) });
  }
}, 60_000);

it('A peer whose schema demands optional fields gets them as null once that is set for its connection', async () => {
  answer = { status: 422, type: 'application/json', body: '[{"msg":"Field required"}]' };
  await expect(connect('strict')).rejects.toThrow('Field required');
  expect(received.roles).toEqual([expect.not.objectContaining({ business_details: expect.objectContaining({ logo: null }) })]);
  await confirmHosts({ id: 'strict', hosts: [], sendsNulls: true }, shop.ocpi.registration);
  answer = null;
  await connect('strict');
  const details = { name: 'Ad-hoc charging', website: null, logo: null };
  expect(received.roles).toEqual([expect.objectContaining({ role: 'EMSP', business_details: details })]);
  await shop.ocpi.changeParties(ocpiRows(shop.store, { now: () => new Date() }), {
    ...{ name: 'strict', change: 'confirm', parties: ['DE*CPO'], hub: null },
  });
  const address = someAddress({ source: 'ocpi:strict', countryCode: 'DE', partyId: 'CPO' });
  const start = { authorizationReference: 'REFERENCE', address, limitMinor: null, tariffText: null };
  expect(await shop.ocpi.stations.start(start)).toBe('accepted');
  expect(received.token).toMatchObject({ uid: 'REFERENCE', visual_number: null, group_id: null, energy_contract: null });
});
