import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createSealedSearch } from '../../server/http/console/sealedSearch.ts';
import type { Secret } from '../../shared/util/secret.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS } from '../support/orders.ts';

const SESSIONS = '/operator/sessions';
const SECRET = 'a secret of one shop, long enough for it';
/** Search fields of the console with personal data that staff may enter or select. */
const TYPED = [
  [SESSIONS, { q: '4711' }],
  [SESSIONS, { q: 'ada.lovelace@example.org' }],
  [SESSIONS, { q: 'Peter Esser' }],
  [SESSIONS, { q: 'BLF-2026-000001' }],
  [SESSIONS, { q: 'sbx_0123456789' }],
  [`${SESSIONS}.csv`, { q: '4711' }],
  ['/operator/audit', { find: 'Ada Lovelace' }],
  ['/operator/audit', { who: 'Demo' }],
  ['/operator/audit.csv', { who: 'Demo' }],
] as const;

const linksOf = (html: string): readonly string[] =>
  [...html.matchAll(/(?:href|action)="([^"]+)"/g)].map(([, address = '']) => address.replaceAll('&amp;', '&'));

describe('What is looked for at the console', () => {
  let running: RunningApp;
  let petra: ConsoleVisitor;
  const log: string[] = [];
  beforeAll(async () => {
    running = await startApp({ speed: 600, env: { LOG_LEVEL: 'debug' }, logTo: { write: line => void log.push(line) } });
    await finishedAt(running, POINTS.plugsIn);
    petra = await come();
  }, 120_000);
  afterAll(() => running.close());

  const come = async (): Promise<ConsoleVisitor> => {
    const visitor = new ConsoleVisitor(running.origin, { 'Accept-Language': 'en' });
    await visitor.send('/operator/sign-in', {}, '/operator/sign-in/demo');
    return visitor;
  };
  const addressOf = async (path: string, values: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await petra.post(path, values);
    expect(answer.status).toBe(303);
    return answer.headers.get('location') ?? '';
  };

  it.each(TYPED)('stands in no address and in no log: %s %j', async (path, values) => {
    const [[name, typed] = ['', '']] = Object.entries(values);
    const address = await addressOf(path, values);
    // An older bookmark may contain personal data in its address. The console redirects to an address in which they are
    // encrypted.
    const written = await petra.get(`${path}?${new URLSearchParams(values)}`);
    expect([written.status, written.headers.get('location')]).toEqual([303, expect.stringMatching(/\?for=[\w-]+$/)]);
    const words = typed.split(/\W+/).filter(word => word.length > 3 && word !== '2026');
    const all = [address, written.headers.get('location') ?? '', ...linksOf(await petra.page(address))];
    for (const word of words) {
      expect(all.filter(one => decodeURIComponent(one).includes(word))).toEqual([]);
    }
    // Texts of four digits are not checked, because a number in the log may contain them by chance.
    if (typed.length > 4) expect(log.filter(line => line.includes(typed))).toEqual([]);
    expect(await petra.page(address.replace('.csv', ''))).toContain(
      name === 'who' ? `<option selected="">${typed}` : `value="${typed}"`,
    );
  });

  it('is found again by loading once more, and one session that is found is opened', async () => {
    const none = await addressOf(SESSIONS, { q: '4711', when: '2026-11-01' });
    expect(new URL(none, running.origin).searchParams.get('when')).toBe('2026-11-01');
    const shown = [await petra.page(none), await petra.page(none)];
    for (const page of shown) expect(page).toMatch(/No sessions found/);
    const one = await addressOf(SESSIONS, { q: '4242' });
    for (let n = 0; n < 2; n++) expect((await petra.get(one)).headers.get('location')).toMatch(/^\/operator\/sessions\/\d{9}$/);
    const file = await addressOf(`${SESSIONS}.csv`, { q: '4242', decimal: 'point' });
    expect(await (await petra.get(file)).text()).toMatch(/,4242,\d+\.\d{3},EUR/);
    expect(await addressOf(SESSIONS, { q: ' ', day: '' })).toBe(SESSIONS);
  });

  it('goes along to the next page, to the filters and to the file', async () => {
    for (let n = 0; n < 52; n++) await (await petra.get('/operator/audit.csv')).text();
    const page = await petra.check('/operator/audit', { who: 'Demo', is: 'money' });
    const links = linksOf(page).filter(link => link.includes('for='));
    expect(
      links.map(link => new URL(link, running.origin)).map(({ pathname, searchParams }) => pathname + searchParams.get('is')),
    ).toEqual(expect.arrayContaining(['/operator/audit.csvmoney', '/operator/auditrefused', '/operator/auditmoney']));
    const earlier = links.find(link => link.includes('before=')) ?? '';
    const second = await petra.page(earlier);
    expect(second).toContain('<option selected="">Demo');
    expect(second.split('<tr').length - 2).toBeGreaterThanOrEqual(2);
  });

  it('is known to whoever typed it only, and only while they are signed in', async () => {
    const address = await addressOf(SESSIONS, { q: '4242' });
    const other = await come();
    const refused = await other.get(address);
    const page = await refused.text();
    expect([refused.status, page.includes('This search has expired')]).toEqual([410, true]);
    expect(linksOf(page)).toContain(SESSIONS);
    expect((await other.get(address.replace('sessions', 'sessions.csv'))).status).toBe(410);
    expect((await petra.get(`${address}A`)).status).toBe(410);
    expect((await petra.get(`${SESSIONS}?for=${'A'.repeat(3000)}`)).status).toBe(410);
    // If the name in the address cannot be decrypted, the page must not select all people.
    expect((await petra.get(`/operator/signed-in/end?for=AAAA`)).status).toBe(410);
  });
});

describe('What is sealed for an address', () => {
  const createSearch = (secret: Secret = SECRET, signIn = 'one') => createSealedSearch({ secret, signIn });

  it('is opened by any process of the shop, and after SECRET was renewed', () => {
    const sealed = createSearch().seal({ q: '4242' });
    expect(createSearch().open(sealed)).toEqual({ q: '4242' });
    expect(createSearch(['another secret of one shop, long enough', SECRET]).open(sealed)).toEqual({ q: '4242' });
  });

  it('is opened neither with another sign-in nor with another secret', () => {
    const sealed = createSearch().seal({ q: '4242' });
    expect(createSearch(SECRET, 'two').open(sealed)).toBeNull();
    expect(createSearch('another secret of one shop, long enough').open(sealed)).toBeNull();
  });

  it('tells neither by its length nor by coming twice what it is', () => {
    const sealed = ['4242', 'ada.lovelace@example.org', '4242'].map(q => createSearch().seal({ q }));
    expect(new Set(sealed.map(({ length }) => length)).size).toBe(1);
    expect(new Set(sealed).size).toBe(3);
    expect(createSearch().seal({ who: 'é'.repeat(120), find: '漢'.repeat(120) }).length).toBeLessThan(1200);
  });
});
