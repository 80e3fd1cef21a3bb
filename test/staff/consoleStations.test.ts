import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import type { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { until } from '../support/openApp.ts';
import { openStationShop, SOLD_AT_STATION, STATION, type StationShop } from '../support/stationShop.ts';

const PAGE = '/operator/stations';
const POINT = 'DE*BLF*E1001*1';

/** Returns the visible text of a page. */
const textOf = (html: string): string =>
  html
    .replace(/<(style|script)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', '’')
    .replace(/\s+/g, ' ');

describe('The stations of a running shop', () => {
  let shop: StationShop;
  let petra: ConsoleVisitor;
  let anna: ConsoleVisitor;
  const read = async (path: string, who = petra) => textOf(await who.page(path));
  beforeAll(async () => {
    shop = await openStationShop();
    petra = await shop.visitor('Petra', 'act');
    anna = await shop.visitor('Anna', 'read');
  }, 120_000);
  afterAll(() => shop.close());

  it('are listed with every plug, say that simulated ones are played, and are found by filters', async () => {
    const all = await read(PAGE);
    expect(all).toContain('some simulated, without hardware');
    expect(all).toMatch(/Needs attention .*In order .*Neumarkt 18-24 50667 Köln · 3 plugs 1 Type 2 22.kW free/);
    expect(all).toContain('No station added yet.');
    expect(all).toContain('No connection added yet.');
    expect(await read(`${PAGE}?find=de*blf*e1003`)).toContain('DE*BLF*E1003*1');
    expect(await read(`${PAGE}?find=de*blf*e1003`)).not.toContain(POINT);
    expect(await read(`${PAGE}?find=nothing`)).toContain('No results');
    expect(await read(`${PAGE}?find=neumarkt`)).toContain(POINT);
    expect(await read(`${PAGE}?find=E1003`)).toContain('DE*BLF*E1003*1');
    expect(await read(`${PAGE}?is=off`)).toContain('No charging point is disabled.');
    expect((await petra.get(`${PAGE}/points/DE*XXX*E1`)).status).toBe(404);
    expect((await petra.get(`${PAGE}/ocpp/nobody`)).status).toBe(404);
    expect((await petra.get(`${PAGE}/connections/nobody`)).status).toBe(404);
    const today = await petra.page('/operator');
    expect(today).toContain(`href="${PAGE}?is=ready"`);
  });

  it('have offline plugs, counted apart from ready ones, where the station has never connected', async () => {
    expect(await read(`${PAGE}/points/${encodeURIComponent(SOLD_AT_STATION)}`)).toMatch(/never connected .*OCPP HOTEL 1/);
    expect(await read(`${PAGE}?find=${SOLD_AT_STATION}`)).toMatch(/1 Type 2 22.kW never connected/);
    expect(await read(`${PAGE}?is=ready`)).not.toContain(SOLD_AT_STATION);
    expect(await read(`${PAGE}?is=offline`)).toMatch(new RegExp(`never connected .*${SOLD_AT_STATION.replaceAll('*', '\\*')}`));
    expect(await read('/operator')).toMatch(/\d+ free .*1 offline /);
    expect(await shop.command('stations', { find: SOLD_AT_STATION })).toMatchObject({
      data: { plugs: { offline: 1 }, points: { lines: [{ evseId: SOLD_AT_STATION, plugs: [{ state: 'never-connected' }] }] } },
    });
  });

  it('have a switch that says what it does, asks why, and takes a point off sale until it is switched on', async () => {
    const point = `${PAGE}/points/${encodeURIComponent(POINT)}`;
    expect(await read(`${point}/switch-off`)).toMatch(/What will happen .*New sessions cannot be started/);
    const refused = await petra.send(`${point}/switch-off`, { reason: ' ' });
    expect(refused.status).toBe(422);
    expect(textOf(await refused.text())).toMatch(/What will happen .*New sessions cannot be started/);
    const done = await petra.send(`${point}/switch-off`, { reason: 'Ground fault' });
    expect([done.status, done.headers.get('location')]).toEqual([303, `${point}?done=off`]);
    expect(await read(`${point}?done=off`)).toContain(`${POINT} is disabled.`);
    expect(await read(`${PAGE}?is=ready`)).not.toContain(POINT);
    expect(await read('/operator')).toMatch(/1 offline .*1 disabled /);
    expect(await read(`${PAGE}?is=off`)).toMatch(/DE\*BLF\*E1001\*1 · disabled Petra, .*: Ground fault/);
    for (const [address, words] of [
      ['/blaufink', 'Vom Betreiber außer Betrieb genommen'],
      ['/fr/blaufink', 'Mis hors service par l’exploitant'],
    ] as const) {
      const shown = await fetch(`${shop.running.origin}${address}/evse/${POINT}`, { headers: { 'Accept-Language': 'de' } });
      expect(textOf(await shown.text())).toContain(words);
    }
    expect(await read(`${PAGE}/points/${POINT}`, anna)).toContain('You have view-only access');
    await petra.send(`${point}/switch-on`, { reason: 'Repaired' });
    expect(await read(`${PAGE}?is=off`)).toContain('No charging point is disabled.');
    const audit = await read('/operator/audit?is=stations');
    expect(audit).toMatch(
      /Petra Enable or disable charging point Repaired DE\*BLF\*E1001\*1 .*Petra Enable or disable charging point Ground fault DE\*BLF\*E1001\*1/,
    );
  });

  it('let a station connect with a password that is shown once, and give it another', async () => {
    await shop.plugIn('nobody has said this');
    const refused = await until(
      () => petra.page(PAGE),
      html => html.includes('Rejected: not added yet'),
    );
    expect(refused).toContain(`href="${PAGE}/add?identity=HOTEL%201"`);
    const add = `${PAGE}/add?identity=HOTEL%201`;
    expect(await petra.page(add)).toContain('value="HOTEL 1"');
    expect(await read(add)).toContain('The password is shown only once');

    const wrong = await petra.send(`${PAGE}/add`, { identity: 'Ladesäule', version: '1.6', reason: 'new' });
    const wrongPage = await wrong.text();
    expect([wrong.status, textOf(wrongPage)]).toEqual([409, expect.stringContaining('The station ID is not valid')]);
    expect(wrongPage).toContain('value="Ladesäule"');
    expect(wrongPage).toMatch(/value="1.6" checked=""|checked="" value="1.6"/);

    const added = await petra.send(`${PAGE}/add`, { identity: STATION, reason: 'The hotel has asked' });
    const addedText = textOf(await added.text());
    const [, password = ''] = /Password ([0-9a-f]{40}) /.exec(addedText) ?? [];
    expect(addedText).toContain(`ws://127.0.0.1:${new URL(shop.running.origin).port}/ocpp/HOTEL%201`);
    expect(password).toHaveLength(40);
    expect(await read(`${PAGE}?is=new`)).toContain(`${STATION} 1 charging point`);
    expect(await read(`${PAGE}/ocpp/HOTEL%201`)).toContain('Not known yet: the station has never been connected.');
    await shop.stations.end(STATION);
    await shop.plugIn(password);
    const station = `${PAGE}/ocpp/${encodeURIComponent(STATION)}`;
    const page = await until(
      () => read(station),
      text => text.includes(' connected ') && !text.includes('Last restart never'),
    );
    expect(page).toContain('OCPP 2.0.1');
    expect(page).toContain('Security profile 1');
    expect(page).toContain(SOLD_AT_STATION);
    expect(page).toContain('Settings for charging');
    expect(page).not.toContain(password);
    expect(await read(`${PAGE}?is=away`)).toContain('All stations are connected.');
    expect(await read(`${PAGE}?is=offline`)).not.toContain(SOLD_AT_STATION);
    await until(
      () => read(`${PAGE}?is=ready&find=${SOLD_AT_STATION}`),
      text => text.includes('1 Type 2 22 kW free'),
    );

    const next = textOf(await (await petra.send(`${station}/new-password`, {})).text());
    const [, other = ''] = /Password ([0-9a-f]{40}) /.exec(next) ?? [];
    expect(other).toHaveLength(40);
    expect(other).not.toBe(password);
    expect((await anna.send(`${station}/new-password`, {})).status).toBe(403);
    const audit = await read('/operator/audit?is=stations');
    expect(audit).toContain(`New station password – ${STATION}`);
    expect(audit).toContain(`Add station The hotel has asked ${STATION}`);
    expect(audit).toContain('Add station (not carried out) new Ladesäule');
    for (const secret of [password, other]) expect(audit).not.toContain(secret);

    await shop.stations.end(STATION);
    await until(
      () => read(`${PAGE}?is=offline`),
      text => text.includes(`${SOLD_AT_STATION} `) && text.includes('1 Type 2 22 kW offline'),
    );
    expect(await read(`${PAGE}?is=ready`)).not.toContain(SOLD_AT_STATION);
  }, 60_000);

  it('tell a password once, however often the form is sent', async () => {
    const sent = { ...(await fieldsOf(`${PAGE}/add`)), identity: 'HOTEL 2', reason: '' };
    const first = textOf(await (await petra.post(`${PAGE}/add`, sent)).text());
    expect(first).toMatch(/Password [0-9a-f]{40} /);
    const again = textOf(await (await petra.post(`${PAGE}/add`, sent)).text());
    expect(again).toContain('Already done');
    expect(again).not.toMatch(/[0-9a-f]{40}/);
    const known = await petra.send(`${PAGE}/add`, { identity: 'HOTEL 2' });
    expect([known.status, textOf(await known.text())]).toEqual([409, expect.stringContaining('HOTEL 2 has already been added')]);
  });

  /** Returns the hidden fields of the form on a page. */
  async function fieldsOf(path: string): Promise<Record<string, string>> {
    const [, form = ''] = /name="form" value="([^"]*)"/.exec((await petra.page(path)).split('<main')[1] ?? '') ?? [];
    return { form, seen: '0' };
  }

  it('are connected by OCPI, with its result; what does not work says why and keeps what was typed', async () => {
    const url = shop.cpo.versionsUrl;
    expect(await read(`${PAGE}/connect`)).toMatch(/What will happen The OCPI versions supported by the partner are queried/);
    const typed = { name: 'town', url, token: 'not-their-token', parties: 'de*cpo', reason: 'Contract of May' };
    const refused = await petra.send(`${PAGE}/connect`, typed);
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect(textOf(html)).toContain('The partner rejected the token.');
    for (const value of Object.values(typed)) expect(html).toContain(`value="${value}"`);

    const nowhere = await petra.send(`${PAGE}/connect`, { ...typed, url: 'nowhere' });
    expect(textOf(await nowhere.text())).toContain('The address must begin with https://');
    await shop.cpo.invite('token-of-the-peer');
    const done = await petra.send(`${PAGE}/connect`, { ...typed, token: 'token-of-the-peer' });
    expect([done.status, done.headers.get('location')]).toEqual([303, `${PAGE}/connections/town?done=connected`]);
    const connection = await until(
      () => read(`${PAGE}/connections/town?done=connected`),
      text => /EVSEs offered [1-9]/.test(text),
      60_000,
    );
    expect(connection).toContain('town is connected.');
    expect(connection).toMatch(/Local CPO town .*Status connected Parties DE\*CPO Withdraw … Version OCPI 2\.3\.0/);
    const list = await read(PAGE);
    expect(list).toMatch(/town · DE\*CPO connected /);
    expect(await read('/operator')).toContain('OCPI connections');
    const again = await petra.send(`${PAGE}/connect`, { ...typed, token: 'token-of-the-peer' });
    expect(textOf(await again.text())).toContain('town is already connected.');
    const audit = await petra.page('/operator/audit?is=stations');
    expect(textOf(audit)).toContain('Add OCPI connection Contract of May town');
    expect(audit).not.toContain('token-of-the-peer');
  }, 120_000);

  it('have labels to tick, by place or by plug, as a file to print; who takes it is in the audit', async () => {
    const list = await petra.page('/operator/labels');
    expect(list.match(/type="checkbox"/g)?.length).toBeGreaterThan(5);
    const found = await petra.get(`/operator/labels?find=${encodeURIComponent(POINT.slice(0, -2))}`);
    const hit = found.headers.get('location') ?? '';
    const address = new URL(hit, shop.running.origin).searchParams.get('at');
    const here = await petra.page(hit);
    expect(here).toContain(`aria-label="QR code for HTTP://127.0.0.1:${new URL(shop.running.origin).port}/Q/${POINT}"`);
    const values = [...here.matchAll(/name="(plug\d+)" value="([^"]+)"/g)].map(
      ([, name = '', value = '']) => [name, value] as const,
    );
    expect(values.length).toBeGreaterThan(1);
    expect(here).not.toContain('checked=""');
    expect(await petra.page(`/operator/labels?at=${encodeURIComponent(address ?? '')}&all=1`)).toContain('checked=""');
    const pagesOf = async (query: URLSearchParams) => {
      const file = await petra.get(`/operator/labels.pdf?${query}`);
      expect(file.headers.get('content-type')).toBe('application/pdf');
      const { text } = await extractText(await getDocumentProxy(new Uint8Array(await file.arrayBuffer())), { mergePages: false });
      return text;
    };
    expect(await pagesOf(new URLSearchParams({ at0: address ?? '' }))).toHaveLength(values.length);
    const [one] = values;
    const printed = await pagesOf(new URLSearchParams([[...(one ?? ['', ''])]]));
    expect(printed).toHaveLength(1);
    expect(printed[0]).toContain(one?.[1].split(' ')[0]);
    expect((await petra.get('/operator/labels.pdf')).status).toBe(422);
    expect((await petra.get('/operator/labels.pdf?at=nowhere')).status).toBe(404);
    expect(await read('/operator/audit')).toContain(`Petra Export – ${address} `);
  });

  it('are told and acted on by command as well, with who in the same audit', async () => {
    const who = 'Jonas';
    expect(await shop.command('stations', { find: POINT })).toMatchObject({
      data: { kinds: ['simulator', 'ocpi', 'ocpp'], points: { lines: [{ evseId: POINT, off: null }] } },
    });
    expect(await shop.command('switch', { point: POINT, to: 'off', reason: 'Ground fault' })).toMatchObject({
      error: expect.stringContaining('Missing --who'),
    });
    await shop.command('switch', { point: POINT, to: 'off', reason: 'Ground fault', who });
    expect(await shop.command('stations', { is: 'off' })).toMatchObject({
      data: { points: { lines: [{ evseId: POINT, off: { by: who, reason: 'Ground fault' } }] } },
    });
    expect(await shop.command('switch', { point: POINT, to: 'off', reason: 'again', who })).toEqual({
      error: `${POINT} is already disabled.`,
    });
    await shop.command('switch', { point: POINT, to: 'on', reason: 'Repaired', who });
    expect(await shop.command('station add', { identity: 'HOTEL 3', protocol: '1.6', who })).toMatchObject({
      data: { identity: 'HOTEL 3', password: expect.stringMatching(/^[0-9a-f]{40}$/) },
    });
    expect(await shop.command('station add', { identity: 'HOTEL 3', who })).toHaveProperty('data.password');
    expect(await shop.command('station add', { identity: 'HOTEL 4', protocol: '9', who })).toHaveProperty('error');
    expect(
      await shop.command('ocpi connect', { name: 'elsewhere', versionsUrl: shop.cpo.versionsUrl, token: 'none', who }),
    ).toEqual({ error: 'Not connected: token refused' });
    const audit = textOf(await petra.check('/operator/audit', { who: 'Jonas' }));
    expect(audit).toContain('Add station – HOTEL 3');
    expect(audit).toContain('New station password – HOTEL 3');
    expect(audit).toContain('Add OCPI connection (not carried out) – elsewhere');
  });
});
