import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { unzipSync } from 'fflate';
import { CONSOLE_PAGES } from '../../client/console/pages.ts';
import { listOperations } from '../../server/http/operatorApi/description.ts';
import { runCommand } from '../../server/staff/commands/allCommands.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openStore } from '../../server/store/openStore.ts';
import { addFaultReport } from '../../server/store/shop/faultReports.ts';
import { SCOPES } from '../../shared/console/tokens.ts';
import { DAY_MS, isoDay } from '../../shared/model/time.ts';
import { type ApiClient, addToken, createApiClient } from '../support/apiClient.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { createHttpDriver } from '../support/httpDriver.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';

const COMMAND_TOKEN = 'a-token-of-more-than-thirty-two-characters';
const OWN_NAME = { id: 'blaufink', name: 'Blaufink Ladenetz' };
const OWN = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' } as const;
const FOREIGN = { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1' } as const;

interface Charged {
  number: number;
  document: string;
  ref: string;
  capturedMinor: number;
}

let running: RunningApp;
let store: Store;
let operator: ApiClient;
let program: ApiClient;
let partner: ConsoleVisitor;
let own: Charged;
let foreign: Charged;
/** Texts that only data of other brands contain. */
let secrets: readonly string[];

beforeAll(async () => {
  running = await startApp({ env: { OPERATOR_API_TOKEN: COMMAND_TOKEN } });
  store = openStore(running.config);
  const plainFetch = globalThis.fetch;
  const driver = createHttpDriver(running.origin);
  for (const place of [OWN, FOREIGN]) await driver.stops(await driver.charges(place));
  globalThis.fetch = plainFetch;
  operator = createApiClient(running.origin, (await addToken(running.origin, COMMAND_TOKEN, { scopes: SCOPES })).secret);
  own = await charged(OWN.evseId);
  foreign = await charged(FOREIGN.evseId);
  const limited = { scopes: SCOPES, name: 'Partner', brand: OWN.clientId };
  program = createApiClient(running.origin, (await addToken(running.origin, COMMAND_TOKEN, limited)).secret);
  partner = await signedIn(OWN.clientId);
  const { brands } = (await operator.get('/brands')).body as { brands: readonly { id: string; name: string }[] };
  const others = brands.filter(({ id }) => id !== OWN.clientId).flatMap(({ id, name }) => [id, name]);
  secrets = [
    ...others,
    String(foreign.number),
    spaced(foreign.number),
    FOREIGN.evseId,
    foreign.document,
    foreign.ref,
    'Parkgürtel',
    'Neusser Straße',
    '*FRW*',
    '*CNB*',
  ];
}, 120_000);
afterAll(async () => {
  await store.close();
  await running.close();
});

const spaced = (number: number): string => String(number).replace(/(\d{3})(?=\d)/g, '$1 ');

async function signedIn(brand: string): Promise<ConsoleVisitor> {
  const visitor = new ConsoleVisitor(running.origin);
  await visitor.signInByLink(store, running.app.clock.now(), { name: `Partner of ${brand}`, may: 'act', brand });
  return visitor;
}

async function charged(evseId: string): Promise<Charged> {
  const [line] = await until(
    async () => (await operator.get(`/sessions?find=${encodeURIComponent(evseId)}`)).body.lines,
    ([newest]) => newest?.capturedMinor !== null,
  );
  const { body } = await operator.get(`/sessions/${line.number}`);
  return {
    number: line.number,
    document: body.documents[0].number,
    ref: body.provider,
    capturedMinor: line.capturedMinor,
  };
}

/** Fails if a text contains data of another brand. */
const expectOwn = (where: string, text: string) =>
  expect([where, secrets.filter(each => text.includes(each))]).toEqual([where, []]);

const month = () => new Date().toISOString().slice(0, 7);
const VALUES = (of: Charged, { clientId, evseId }: typeof OWN | typeof FOREIGN): Readonly<Record<string, string>> => ({
  number: String(of.number),
  period: month(),
  evseId: encodeURIComponent(evseId),
  id: clientId,
  identity: 'CP1',
  name: 'town',
  does: 'refund',
});

describe('The console of a person who is limited to one brand', () => {
  const pathOf = (path: string, values: Readonly<Record<string, string>>) =>
    `/operator${path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'x')}`;

  it.each(CONSOLE_PAGES.map(({ path }) => path))('%s has no data of another brand', async path => {
    for (const [of, place] of [
      [own, OWN],
      [foreign, FOREIGN],
    ] as const) {
      const address = pathOf(path, VALUES(of, place));
      const response = await partner.get(address);
      expect([200, 303, 403, 404, 422]).toContain(response.status);
      // A page repeats what the person has typed: the number of the session, and the address in the link to the other language.
      const typed = [address, ...(path.includes(':number') ? [spaced(of.number), String(of.number)] : [])];
      const text = await response.text();
      expectOwn(
        address,
        typed.reduce((rest, each) => rest.replaceAll(each, ''), text),
      );
    }
  });

  it('starts with the sessions, and shows everything that has a part for the brand', async () => {
    expect((await partner.get('/operator')).headers.get('location')).toBe('/operator/sessions');
    const html = await partner.page('/operator/sessions');
    expect(html).toContain(`/operator/sessions/${own.number}`);
    const [, nav = ''] = /<nav class="ops-nav"[^>]*>(.*?)<\/nav>/s.exec(html) ?? [];
    const links = [...nav.matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    const tabs = ['sessions', 'stations', 'prices', 'brands', 'labels', 'books', 'reports', 'tokens', 'menu'];
    expect(links).toEqual(tabs.map(name => `/operator/${name}`));
    for (const path of [
      ...links,
      `/operator/sessions/${own.number}`,
      `/operator/books/${month()}`,
      `/operator/reports/${month()}`,
    ])
      expect([path, [200, 303].includes((await partner.get(path ?? '')).status)]).toEqual([path, true]);
    expect(html).toContain('nur Marke blaufink');
  });

  it('explains a page of the operator instead of showing the page', async () => {
    const response = await partner.get('/operator/webhooks');
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('Ihr Zugang gilt für eine Marke');
  });

  it('shows the charging points of the brand, without the actions of the operator', async () => {
    const html = await partner.page('/operator/stations');
    expect(html).toContain('Neumarkt 18-24');
    for (const path of ['add', 'add-list', 'connect']) expect(html).not.toContain(`/operator/stations/${path}"`);
    const point = (evseId: string) => `/operator/stations/points/${encodeURIComponent(evseId)}`;
    const shown = await partner.page(point(OWN.evseId));
    expect(shown).toContain(`/operator/sessions/${own.number}`);
    for (const does of ['reset', 'switch-off']) {
      expect(shown).not.toContain(`/${does}"`);
      const text = await (await partner.post(`${point(OWN.evseId)}/${does}`, { reason: 'x', form: 'f' })).text();
      expect(text).not.toContain('Ausgeführt');
    }
    expect((await operator.get(`/points/${encodeURIComponent(OWN.evseId)}`)).body.point.off).toBeNull();
    expect((await partner.get(point(FOREIGN.evseId))).status).toBe(404);
    // Stations have no brand, so a filter for stations lists the points.
    expect(await partner.page('/operator/stations?is=away')).toContain(OWN.evseId);
    for (const query of ['?is=ready', '?is=away', '?is=new', `?find=${FOREIGN.evseId}`, '?find=Parkg', '?place=Aachen'])
      expectOwn(query, (await partner.page(`/operator/stations${query}`)).replaceAll(FOREIGN.evseId, ''));
    const csv = await partner.page('/operator/stations.csv');
    expect(csv).toContain(OWN.evseId);
    expectOwn('stations.csv', csv);
  });

  it('shows the prices at which the brand sells, and counts no connector of another brand', async () => {
    const html = await partner.page('/operator/prices');
    const tariffs = [...html.matchAll(/href="\/operator\/prices\/([^"/]+)"/g)].map(([, id]) => id?.split('*').at(-1));
    expect(tariffs).toEqual(['free', 'holiday', 'minute', 'night', 'occupancy', 'plain', 'start']);
    for (const find of ['blocking', 'Parkg', 'chf'])
      expect(await partner.page(`/operator/prices?find=${find}`)).not.toContain('href="/operator/prices/');
    expect((await partner.get('/operator/prices/DE*FRW*plain')).status).toBe(404);
    const tariff = await partner.page('/operator/prices/DE*BLF*plain');
    expectOwn('plain', tariff);
    expect(tariff).not.toContain('plain/change');
    expect((await partner.get('/operator/prices/DE*BLF*plain/change')).status).toBe(404);
    expect((await program.get('/tariffs')).body.count).toEqual({ tariffs: 7, plugs: 24 });
  });

  it('prints the labels of the brand only', async () => {
    expect((await partner.get(`/operator/labels.pdf?at0=${encodeURIComponent('Köln, Neumarkt 18-24')}`)).status).toBe(200);
    for (const query of [
      `at0=${encodeURIComponent('Köln, Parkgürtel 24')}`,
      `plug0=${encodeURIComponent(`${FOREIGN.evseId} 1`)}`,
    ])
      expect((await partner.get(`/operator/labels.pdf?${query}`)).status).toBe(404);
  });

  it('acts on a session of the brand, and does not find another one', async () => {
    const path = ({ number }: Charged) => `/operator/sessions/${number}`;
    const text = 'Der Fahrer ruft zurück';
    const noted = async ({ number }: Charged) => (await operator.get(`/sessions/${number}`)).text.includes(text);
    expect((await partner.send(path(own), { text })).status).toBe(303);
    expect(await noted(own)).toBe(true);
    expect(await partner.page(`${path(foreign)}/stop`)).toContain('Kein Ladevorgang mit dieser Nummer gefunden');
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(await partner.page(path(own))) ?? [];
    expect((await partner.get(path(foreign))).status).toBe(404);
    await partner.post(path(foreign), { text, form });
    const [line] = (await operator.get(`/audit?find=${foreign.number}`)).body.lines;
    expect(line).toMatchObject({ does: 'note', number: foreign.number, isDone: false, who: 'Partner of blaufink' });
    // The other brand does not read what the person has typed.
    const other = await signedIn(FOREIGN.clientId);
    expect(await other.page(path(foreign))).not.toContain(text);
  });
});

describe('A search of a person who is limited to one brand', () => {
  const searches = (of: Charged, place: typeof OWN | typeof FOREIGN): readonly string[] => [
    String(of.number),
    of.document,
    of.ref,
    place.evseId,
    place.evseId.slice(3, 12),
  ];
  const found = async (client: ApiClient, find: string): Promise<number[]> =>
    (await client.get(`/sessions?find=${encodeURIComponent(find)}`)).body.lines.map(({ number }: Charged) => number);

  test('finds sessions of the brand only, by whatever the person types', async () => {
    for (const find of searches(foreign, FOREIGN)) {
      expect([find, await found(operator, find)]).toEqual([find, [foreign.number]]);
      expect([find, await found(program, find)]).toEqual([find, []]);
    }
    for (const find of searches(own, OWN)) expect([find, await found(program, find)]).toEqual([find, [own.number]]);
    for (const find of ['4242', 'ada@example.com', 'Köln', `${own.capturedMinor / 100}`, `${foreign.capturedMinor / 100}`])
      expect([find, await found(program, find)].flat()).not.toContain(foreign.number);
    expect(new Set(await found(operator, '4242'))).toEqual(new Set([own.number, foreign.number]));
    expect(await found(program, '4242')).toEqual([own.number]);
  });

  test.each(['going', 'attention', 'refunded', 'never'])('with the filter %s lists no session of another brand', async is => {
    const lines = (await program.get(`/sessions?is=${is}`)).body.lines as readonly { brand: string }[];
    expect(lines.filter(({ brand }) => brand !== OWN.clientId)).toEqual([]);
  });

  test('of the operator can be limited to one brand, too', async () => {
    const { lines } = (await operator.get(`/sessions?brand=${FOREIGN.clientId}`)).body;
    expect(lines.map(({ number }: Charged) => number)).toEqual([foreign.number]);
    expect((await program.get(`/sessions?brand=${FOREIGN.clientId}`)).body.lines.map(({ number }: Charged) => number)).toEqual([
      own.number,
    ]);
  });
});

describe('The API with a token of one brand', () => {
  const QUERIES: Readonly<Record<string, readonly string[]>> = {
    '/tariffs/{tariff}/calculate': ['?energyWh=20000&from=2026-12-01T10:00'],
    '/tariffs': ['', '?find=FRW', '?brand=farnwald', '?tariff=DE*FRW*blocking'],
    '/points': ['', '?brand=farnwald'],
    '/points/labels': ['', '?brand=farnwald', '?find=Parkg'],
    '/points/labels/export': [`?location=${encodeURIComponent('Köln, Parkgürtel 24')}`],
    '/stations': ['', '?is=ready', '?is=new', '?brand=farnwald', '?find=Parkg'],
    '/points/export': ['', '?brand=farnwald'],
    '/ledger/{period}/export': ['csv', 'entries', 'payouts', 'zip'].map(kind => `?kind=${kind}&supplier=${FOREIGN.clientId}`),
    '/reports/{period}/export': ['csv', 'connectors'].map(kind => `?kind=${kind}&supplier=${FOREIGN.clientId}`),
    '/brands': ['', `?id=${FOREIGN.clientId}`],
    '/ledger/{period}': ['', `?supplier=${FOREIGN.clientId}`],
    '/reports/{period}': ['', `?supplier=${FOREIGN.clientId}`],
  };
  const reads = listOperations().filter(({ method }) => method === 'get');

  it.each(reads.map(({ at }) => at))('%s reads no data of another brand', async at => {
    for (const [of, place] of [
      [own, OWN],
      [foreign, FOREIGN],
    ] as const)
      for (const query of QUERIES[at] ?? ['']) {
        const path = at.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES(of, place)[name] ?? 'x') + query;
        const { text, body } = await program.get(path);
        expectOwn(path, text);
        if (of === foreign && /\{(number|evseId)\}/.test(at)) expect(['brand-limited', 'not-found']).toContain(body.code);
      }
  });

  it('says that the token is limited where the data belong to the operator', async () => {
    const { status, body } = await program.get('/audit');
    expect([status, body.code, body.detail]).toEqual([403, 'brand-limited', 'This account is limited to the brand blaufink.']);
  });

  it('reads no amount of a payout, which brands share, and closes no period by a booking batch', async () => {
    expect((await program.get(`/ledger/${month()}`)).body.payouts).toEqual([]);
    const refused = await program.get(`/ledger/${month()}/export?kind=extf`);
    expect([refused.status, refused.body.code]).toEqual([403, 'brand-limited']);
    expect((await program.get(`/ledger/${month()}/export?kind=payouts`)).text).toContain('payout;arrived;state');
    expect((await program.get(`/sessions?before=${foreign.number}`)).body.lines).toEqual([]);
    const csv = await partner.page(`/operator/books/${month()}`);
    expect(csv).not.toContain('.extf');
    // The page does not claim that there are no payouts.
    expect(csv).not.toContain('Auszahlungen des Zahlungsanbieters');
  });

  it('packs only lists and documents of the brand for a tax audit', async () => {
    const year = await partner.get(`/operator/books/${month().slice(0, 4)}.zip?supplier=${FOREIGN.clientId}`);
    const files = Object.entries(unzipSync(new Uint8Array(await year.arrayBuffer())));
    const names = files.map(([name]) => name);
    expect(names).toContain(`${month()}/${own.document}.pdf`);
    for (const [name, bytes] of files) expectOwn(name, name + (name.endsWith('.csv') ? Buffer.from(bytes).toString('utf8') : ''));
    const csv = files.find(([name]) => name === `${month()}/sessions.csv`)?.[1];
    expect(Buffer.from(csv ?? []).toString('utf8')).toContain(own.document);
  });

  it('refunds a session of the brand, and does not find another one', async () => {
    const refund = async ({ number }: Charged, client: ApiClient) => {
      const version = (await operator.get(`/sessions/${number}`)).headers.get('etag') ?? '';
      const headers = { 'Idempotency-Key': crypto.randomUUID(), 'If-Match': version };
      return client.post(`/sessions/${number}/refund`, { amountMinor: 1, reason: 'Cable' }, headers);
    };
    const refused = await refund(foreign, program);
    expect([refused.status, refused.body.detail]).toEqual([409, 'No session has this transaction number.']);
    expect((await refund(own, program)).status).toBe(200);
    const refunded = async ({ number }: Charged) => (await operator.get(`/sessions/${number}`)).body.line.refundedMinor;
    await until(
      () => refunded(own),
      sum => sum === 1,
    );
    expect(await refunded(foreign)).toBe(0);
  });

  it('reads the session, the accounting and the report of the brand', async () => {
    expect((await program.get(`/sessions/${own.number}`)).body.line.number).toBe(own.number);
    const [book, report] = [(await program.get(`/ledger/${month()}`)).body, (await program.get(`/reports/${month()}`)).body];
    expect([book.suppliers, report.suppliers]).toEqual([[OWN_NAME], [OWN_NAME]]);
    expect(book.sums.map(({ supplier }: { supplier: string }) => supplier)).toEqual([OWN.clientId]);
    expect((await operator.get(`/ledger/${month()}`)).body.sums).toHaveLength(2);
  });
});

describe('What the operator has written', () => {
  const SECRET = 'SECRET OF THE OPERATOR';

  it('is not shown to a partner: why a point is off, and why a price changes, also before the change is approved', async () => {
    const point = `/points/${encodeURIComponent(OWN.evseId)}`;
    const run = (name: string, options: Readonly<Record<string, string>>) =>
      runCommand(
        { store, now: running.app.clock.now() },
        { name, options: { who: 'Petra Lindqvist', reason: SECRET, ...options } },
      );
    const from = `${isoDay(running.app.clock.now().getTime() + 20 * DAY_MS)}T00:00`;
    await run('switch', { point: OWN.evseId, to: 'off' });
    // The maker of a station may write anything behind the code of a fault.
    await store.db
      .updateTable('plugs')
      .set({ fault: `OtherError: ${SECRET}` })
      .where('evse_id', '=', OWN.evseId)
      .execute();
    await run('change-price', { tariff: 'DE*BLF*plain', from, price: '1=0.71' });
    const second = { tariff: 'DE*BLF*night', from, price: '1=0.71', 'second-person': 'true' };
    await run('change-price', second);
    const tariffs = ['', '?tariff=DE*BLF*plain', '?tariff=DE*BLF*night'].map(query => `/tariffs${query}`);
    for (const path of [point, '/points', '/stations', '/points/export', ...tariffs]) {
      const [theirs, whole] = [await program.get(path), await operator.get(path)];
      expect([path, theirs.status, theirs.text.includes(SECRET), theirs.text.includes('Petra')]).toEqual([
        path,
        200,
        false,
        false,
      ]);
      expect([path, whole.status]).toEqual([path, 200]);
    }
    expect((await program.get(point)).body.point.off).toMatchObject({ by: '', reason: '' });
    expect((await operator.get(tariffs[2] ?? '')).body.shown.waiting.changed.reason).toBe(SECRET);
    expect((await program.get(tariffs[2] ?? '')).body.shown.waiting).toBeNull();
    for (const path of [`stations/points/${encodeURIComponent(OWN.evseId)}`, 'stations', 'prices', 'prices/DE*BLF*plain'])
      expect([path, (await partner.page(`/operator/${path}`)).includes(SECRET)]).toEqual([path, false]);
  });
});

describe('A charging point that another brand had before', () => {
  it('shows the partner neither sessions nor fault reports of that time', async () => {
    const { clientId } = OWN;
    const report = { words: 'WORDS OF ANOTHER BRAND', sealedEmail: '', closedAt: null, outcome: null, answers: [] };
    const from = { ...FOREIGN, connector: '1', kind: 'plug', locale: 'de' } as const;
    const facts = { ...from, ...report, id: 'report-of-before', receivedAt: new Date(), hasPhoto: true };
    await store.inTransaction(trx => addFaultReport(trx, facts, new Uint8Array([1])));
    const before = (await operator.get(`/points/${encodeURIComponent(FOREIGN.evseId)}`)).body;
    expect([before.faultCount, before.sessions.length, before.energyWh > 0]).toEqual([1, 1, true]);
    const row = await store.db
      .selectFrom('points')
      .select('json')
      .where('evse_id', '=', FOREIGN.evseId)
      .executeTakeFirstOrThrow();
    const json = JSON.stringify({ ...JSON.parse(row.json), clientId });
    await store.db.updateTable('points').set({ client_id: clientId, json }).where('evse_id', '=', FOREIGN.evseId).execute();
    const point = (await program.get(`/points/${encodeURIComponent(FOREIGN.evseId)}`)).body;
    expect(point.point.clientId).toBe(clientId);
    expect([point.faults, point.faultCount, point.sessions, point.energyWh]).toEqual([[], 0, [], 0]);
    // The brand that had the point before still has the session, but no page of the point, and does not unlock the plug.
    const former = await signedIn(FOREIGN.clientId);
    const shown = await former.page(`/operator/reports/${month()}`);
    expect(shown).toContain(`<span class="id">${FOREIGN.evseId}</span>`);
    expect(await former.page(`/operator/sessions/${foreign.number}/unlock`)).toContain('gehört nicht mehr zu Ihrer Marke');
    const photo = await program.get('/points/faults/report-of-before/photo');
    expect([photo.status, (await operator.get('/points/faults/report-of-before/photo')).status]).toEqual([404, 200]);
  });
});
