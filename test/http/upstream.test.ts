import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CLIENT_UUID,
  type FakeUpstream,
  json,
  METADATA,
  openFakeUpstream,
  sessionAt,
  upstreamEnv,
} from '../support/fakeUpstream.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

let peer: FakeUpstream;
let open: RunningApp;
beforeAll(async () => {
  peer = await openFakeUpstream();
  open = await startApp({ env: { ...upstreamEnv(peer), API_TOKEN: 'a-token', STATUS_TOKEN: 'a token for the status' } });
});
afterAll(async () => {
  await open.close();
  await peer.close();
});

let honest: Pick<FakeUpstream, 'search' | 'metadata' | 'logo'>;
beforeAll(() => {
  const { search, metadata, logo } = peer;
  honest = { search, metadata, logo };
});
beforeEach(() => void Object.assign(peer, honest));

const BROWSER = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const get = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(open.origin + path, { redirect: 'manual', headers: { ...BROWSER, ...headers } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};
const FORM = { country: 'de', date: '2026-11-20', creditCard: '4242', price: '12,34 €' };
const search = async (fields: Partial<typeof FORM & { evse: string }> = {}, clientId = 'lindau') => {
  const answer = await fetch(`${open.origin}/en/${clientId}/receipts`, {
    method: 'POST',
    redirect: 'manual',
    headers: BROWSER,
    body: new URLSearchParams({ ...FORM, ...fields }),
  });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  return { status: answer.status, location: answer.headers.get('location'), cookie, text: await answer.text() };
};
/** Returns the visible text of a page. */
const seenOn = (html: string): string =>
  html
    .slice(html.indexOf('<body'))
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('\u00a0', ' ');
const resultsOf = async (clientId = 'lindau') => {
  const { cookie, location } = await search({}, clientId);
  return get(location ?? '', { Cookie: cookie });
};
const searches = () => peer.seen.filter(({ path }) => path === '/v1/adhoc/sessions');

describe('Receipts of someone else’s service', () => {
  it('are searched with the call of the specification, exactly', async () => {
    await search();
    const call = searches().at(-1);
    expect(call?.query).toEqual({
      clientUuid: CLIENT_UUID,
      country: 'de',
      date: '2026-11-20',
      price: '12.34',
      lastDigits: '4242',
    });
    expect(call?.headers).toMatchObject({ accept: 'application/json', authorization: 'Bearer a-token' });
    expect(call?.headers).not.toHaveProperty('cookie');
  });

  it('are searched under the client’s own id where its metadata has none', async () => {
    peer.metadata = json({});
    await search({}, 'konstanz');
    expect(searches().at(-1)?.query.clientUuid).toBe('konstanz');
    const request = peer.seen.filter(({ path }) => path === '/v1/transactions/metadata').at(-1);
    expect(request?.query).toEqual({ uuid: 'konstanz' });
  });

  it.each([
    ['12,5', '12.5'],
    ['12', '12'],
    ['CHF 1’234.50', '1234.50'],
    ['4 321 Ft', '4321'],
  ])('are searched by the price %s as %s', async (typed, sent) => {
    await search({ price: typed });
    expect(searches().at(-1)?.query.price).toBe(sent);
  });

  it('are shown with time, place, energy and price, and with nothing the service cannot give', async () => {
    const { status, text } = await resultsOf();
    const seen = seenOn(text);
    expect(status).toBe(200);
    for (const words of [
      'Found charging processes',
      '20 Nov 2026',
      '16:23',
      '17:05',
      'Seestraße 12',
      'Lindau',
      '21.345',
      '12.34',
    ])
      expect(seen).toContain(words);
    expect(seen).not.toContain('Download');
  });

  it('are shown as far as the service tells of them', async () => {
    peer.search = json({ data: [{ energy: 'much', price: null, start_time: '2026-11-20 15:23' }] });
    const seen = seenOn((await resultsOf()).text);
    expect(seen).toContain('20 Nov 2026');
    expect(seen).toContain('12.34');
    expect(seen).not.toMatch(/kWh|Invalid|NaN|undefined/);
  });

  it('are in the money of the country where neither brand nor service tell of any', async () => {
    const { currency: _, ...untold } = METADATA;
    peer.metadata = json(untold);
    peer.search = json({ data: [sessionAt({ currency: undefined })] });
    const { cookie, location } = await search({ country: 'ch' }, 'moneyless');
    expect(seenOn((await get(location ?? '', { Cookie: cookie })).text)).toContain('CHF 12.34');
  });

  it('are searched in the money of the brand, wherever it told of one', async () => {
    peer.metadata = json({ ...METADATA, currency: 'GBP' });
    const { text } = await get('/en/british/receipts');
    expect(seenOn(text)).toContain('Pounds');
    expect(seenOn(text)).not.toMatch(/Euro|francs|Forints/);
  });

  it('that are none are told as none', async () => {
    const { status, text } = await search({ creditCard: '0000' });
    expect(status).toBe(200);
    expect(text).toContain('No charging process found');
    expect(text).toContain('Please check the data you entered and try again.');
  });

  it('are not found by a guesser who names another charging point', async () => {
    expect((await search({ evse: 'DE*SWL*E0099*1' })).text).toContain('No charging process found');
    expect((await search({ evse: 'de swl e0042 1' })).status).toBe(303);
  });

  it('are found by the name of a charging point that has no EVSE ID, and not by another', async () => {
    peer.search = json({ data: [sessionAt({ evse: 'Säule 3' })] });
    expect((await search({ evse: 'Säule 4' })).text).toContain('No charging process found');
    expect((await search({ evse: 'DE*SWL*E0042*1' })).text).toContain('No charging process found');
    expect((await search({ evse: ' säule  3 ' })).status).toBe(303);
  });

  it('that come in numbers fit into what a browser keeps', async () => {
    const longTexts = { street: 'Ä'.repeat(60), city: 'ß'.repeat(40), evse: 'DE*SWL*E0042*1' };
    peer.search = json({ data: Array.from({ length: 60 }, (_, id) => sessionAt({ id: id + 1, ...longTexts })) });
    const { cookie } = await search();
    expect(cookie.length).toBeLessThanOrEqual(4096);
    expect(seenOn((await resultsOf()).text)).toMatch(/\d+ sessions/);
  });

  it('cannot be opened by a link that is not ours', async () => {
    for (const receipt of ['AAAAAAAAAAAAAAAAAAAAAA', `r.${'A'.repeat(120)}`]) {
      const answer = await fetch(`${open.origin}/api/receipts/${receipt}`);
      expect([404, 410]).toContain(answer.status);
    }
  });
});

describe('The brand of someone else’s service', () => {
  it('is worn by the pages, with its logo from our own origin', async () => {
    const { text } = await get('/en/lindau/receipts');
    expect(text).toContain('--primary:#00843d');
    const src = /<img src="(\/assets\/logos\/lindau\/[0-9a-f]{16})"[^>]*width="200" height="40"/.exec(text)?.[1];
    const logo = await get(src ?? '');
    expect(logo.headers.get('content-type')).toContain('image/svg+xml');
    const request = peer.seen.find(({ path }) => path === '/logos/lindau.svg');
    expect(request?.headers).not.toHaveProperty('authorization');
  });

  it('has its legal texts, cleaned, and says where there is none', async () => {
    const { text } = await get('/en/lindau/imprint');
    expect(text).toContain('<strong>Lindau</strong>');
    expect(text).not.toContain('alert(1)');
    expect((await get('/en/lindau/terms')).text).toContain('Es gelten diese Bedingungen.');
    expect((await get('/en/lindau/info')).text).toContain('Content not available');
  });

  it.each([
    ['http://169.254.169.254/logo.svg'],
    ['https://elsewhere.example/logo.svg'],
    ['//elsewhere.example/logo.svg'],
    ['javascript:alert(1)'],
    ['data:image/svg+xml;base64,PHN2Zz48c2NyaXB0Lz48L3N2Zz4='],
  ])('takes no logo from %s', async logo => {
    peer.metadata = json({ ...METADATA, logo });
    const { status, text } = await get(`/en/brand-${logo.length}/receipts`);
    expect(status).toBe(200);
    expect(text).not.toContain('<img src');
  });

  it('has its name where the logo fails or is no picture', async () => {
    const broken = [json({}, { status: 500 }), json('<svg onload=alert(1)>'), json('x'.repeat(600_000))];
    for (const [place, logo] of broken.entries()) {
      peer.logo = logo;
      const { status, text } = await get(`/en/unpictured-${place}/receipts`);
      expect(status).toBe(200);
      expect(text).not.toContain('<img src');
      expect(text).toContain('--primary:#00843d');
    }
  });

  it('leaves what is no colour, currency or id at the default', async () => {
    peer.metadata = json({
      paymentData: { colors: { primary: '</style><b>', secondary: 7 } },
      currency: 'XXX',
      clientUuid: '../x',
      imprint: 1,
    });
    const { status, text } = await get('/en/odd/imprint');
    expect(status).toBe(200);
    expect(text).toContain('--primary:#1770f0');
    expect(text).toContain('Content not available');
    await search({}, 'odd');
    expect(searches().at(-1)?.query.clientUuid).toBe('odd');
  });

  it('is asked for once, however many pages show it', async () => {
    await Promise.all(Array.from({ length: 8 }, () => get('/en/popular/receipts')));
    expect(peer.seen.filter(({ query }) => query.uuid === 'popular')).toHaveLength(1);
  });

  it.each(['/en/..%2Fadmin/receipts', '/en/a%2Fb', '/en/a.b/receipts', '/en/ä', '/metrics/receipts', `/en/${'a'.repeat(65)}`])(
    'is not looked for under %s',
    async path => {
      const before = peer.seen.length;
      expect((await get(path, { Cookie: 'locale=de' })).status).toBe(404);
      expect(peer.seen.length).toBe(before);
    },
  );
});

describe('The name of the operator', () => {
  it('is the one that its metadata tell', async () => {
    peer.metadata = json({
      ...METADATA,
      name: 'Seewerk',
      logo: '',
      supportPhone: '+49 8382 704 704',
      supportEmail: 'hilfe@seewerk.example',
    });
    const { text } = await get('/en/seewerk/accessibility');
    expect(seenOn(text)).toContain('the web pages of Seewerk on which you find your receipts');
    expect(seenOn(text)).toContain('Tell us what does not work for you:');
    expect(text).toContain('mailto:hilfe@seewerk.example');
    expect(text).toContain('tel:+498382704704');
  });

  it('is the one of the settings where the metadata tell none, or nothing answers', async () => {
    const named = await startApp({
      env: { ...upstreamEnv(peer), CLIENT_NAMES: 'lindau=Stadtwerke Lindau, elsewhere=Nordlicht' },
    });
    try {
      const titleOf = async (path: string) =>
        /<title>([^<]*)/.exec(await (await fetch(named.origin + path, { headers: BROWSER })).text())?.[1];
      expect(await titleOf('/en/lindau/receipts')).toContain('Stadtwerke Lindau');
      peer.metadata = json({}, { status: 500 });
      expect(await titleOf('/en/elsewhere/receipts')).toContain('Nordlicht');
      expect(await titleOf('/en/constructor/receipts')).toContain('Ad-hoc charging');
    } finally {
      await named.close();
    }
  });
});

describe('An app without charging', () => {
  it('promises nothing of the search that only our operator does', async () => {
    const { text } = await get('/en/lindau/receipts');
    for (const words of ['Google Pay', 'one day earlier or later', 'the email that we sent', 'Link to the charging session'])
      expect(seenOn(text)).not.toContain(words);
    expect(/<meta name="description" content="([^"]*)"/.exec(text)?.[1]).toBe(
      'Find a charging session that you paid for by card without an account: time, place, energy and price.',
    );
  });

  it('has a statement on accessibility that is about finding receipts, and says whom to write to', async () => {
    const { text } = await get('/en/lindau/accessibility');
    const seen = seenOn(text);
    expect(seen).toContain(`the web pages of ${new URL(open.origin).host} on which you find your receipts`);
    expect(seen).toContain('Tell us what does not work for you. The imprint says how to reach us.');
    expect(text).toContain('href="/en/lindau/imprint"');
    for (const words of ['you pay', 'We help you to pay', 'follow the charging session', 'Ad-hoc charging for charging'])
      expect(seen).not.toContain(words);
  });

  it.each(['/en/lindau', '/en'])('shows no way to a charging point at %s', async path => {
    const { status, text } = await get(path);
    expect(status).toBe(200);
    expect(text).toContain('Looking for a receipt?');
    expect(text).not.toContain('name="evse"');
    expect(text).not.toContain('aria-label="Test mode');
    expect(text).not.toMatch(/Pay for charging/);
  });

  it.each([
    '/en/lindau/evse/DE*SWL*E0042*1',
    '/e?evse=DE*SWL*E0042*1',
    '/q/DE*SWL*E0042*1',
    '/en/lindau/charging/AAAAAAAAAAAAAAAAAAAAAA',
    '/api/receipts/AAAAAAAAAAAAAAAAAAAAAA/invoice',
  ])('says that %s is not there, and leads to the receipts', async path => {
    const { status, text } = await get(path, { Cookie: 'locale=en' });
    expect(status).toBe(404);
    expect(text).toContain('Page Not Found');
    expect(seenOn(text)).not.toContain('Show charging point');
  });

  it('tells how the service does to whoever has the token', async () => {
    const answer = await fetch(`${open.origin}/status`, { headers: { Authorization: 'Bearer a token for the status' } });
    expect(await answer.json()).toMatchObject({
      dependencies: [
        { name: 'upstream', status: 'up' },
        { name: 'branding' },
        { name: 'clock', status: 'up' },
        { name: 'pages', status: 'up' },
      ],
    });
    expect((await get('/ready')).status).toBe(200);
  });
});
