import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOpenId } from '../../server/adapters/openId/openId.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createStore } from '../../server/store/store.ts';
import { createApiClient } from '../support/apiClient.ts';
import { ConsoleVisitor } from '../support/consoleVisitor.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OpenIdProvider,
  type ProviderFaults,
  startOpenIdProvider,
} from '../support/openIdProvider.ts';

let provider: OpenIdProvider;
let running: RunningApp;
const visitor = () => new ConsoleVisitor(running.origin);
const isIn = async (who: ConsoleVisitor) => (await who.get('/operator')).status === 200;

const envOf = ({ issuer }: OpenIdProvider) => ({
  OPERATOR_OIDC_ISSUER: issuer,
  OPERATOR_OIDC_CLIENT_ID: CLIENT_ID,
  OPERATOR_OIDC_CLIENT_SECRET: CLIENT_SECRET,
  OPERATOR_OIDC_CLAIM: 'realm.roles',
  OPERATOR_OIDC_READ: 'desk, night',
  OPERATOR_OIDC_ACT: 'money',
});
const PETRA = { sub: '17', name: 'Petra', email: 'petra@shop.example', email_verified: true, realm: { roles: ['money'] } };

/**
 * Signs in at the sign-in provider.
 * @returns the path and query to which the provider redirects after the approval
 */
async function approved(who: ConsoleVisitor): Promise<string> {
  const sent = await who.get('/operator/sign-in/provider');
  expect(sent.status).toBe(303);
  const back = provider.approve(sent.headers.get('location') ?? '');
  return back.pathname + back.search;
}

function actsAbout(account: string): readonly unknown[] {
  const database = new DatabaseSync(path.join(running.config.dataDir, 'house.sqlite'), { readOnly: true });
  try {
    return database.prepare('select * from operator_acts where account like ?').all(account);
  } finally {
    database.close();
  }
}

beforeAll(async () => {
  provider = await startOpenIdProvider();
  running = await startApp({ speed: 1, env: envOf(provider) });
});
afterAll(async () => {
  await running.close();
  await provider.close();
});
beforeEach(() => {
  Object.assign(provider, { person: PETRA, faults: {} });
});

describe('The account of a company', () => {
  it('lets somebody in by what its claim says, and shows what they may do', async () => {
    const petra = visitor();
    const page = await petra.page('/operator/sign-in');
    expect(page).toContain('href="/operator/sign-in/provider"');
    const entered = await petra.get(await approved(petra));
    expect(entered.status).toBe(200);
    expect(await entered.text()).toMatch(/<title>Sie sind angemeldet .*<h1>Sie sind angemeldet<\/h1>/s);
    expect(entered.headers.getSetCookie().join()).toMatch(/operator=[\w-]{43};.*HttpOnly; SameSite=Strict/);
    expect(await petra.page('/operator/menu')).toContain('Petra (petra@shop.example)');
  });

  it('lets nobody in whose claim says nothing, and ends what they came in with before', async () => {
    const petra = visitor();
    await petra.get(await approved(petra));
    for (const realm of [undefined, {}, { roles: [] }, { roles: ['moneys', 7] }, { roles: { money: true } }]) {
      provider.person = { ...PETRA, realm };
      const again = visitor();
      expect([realm, (await again.get(await approved(again))).status, await isIn(again)]).toEqual([realm, 403, false]);
    }
    expect(await isIn(petra)).toBe(false);
  });

  it('ends the API tokens of a person who has no role any more', async () => {
    const petra = visitor();
    await petra.get(await approved(petra));
    const values = { name: 'ERP', days: '90', 'brands:read': 'on', reason: 'New program' };
    const added = await (await petra.send('/operator/tokens/add', values)).text();
    const [secret = ''] = /charging_[\w-]{49}/.exec(added) ?? [];
    const program = createApiClient(running.origin, secret);
    expect((await program.get('/brands')).status).toBe(200);
    provider.person = { ...PETRA, realm: {} };
    const again = visitor();
    await again.get(await approved(again));
    expect((await program.get('/brands')).status).toBe(401);
  });

  it('can be signed out at the provider, too', async () => {
    const petra = visitor();
    await petra.get(await approved(petra));
    const left = await petra.send('/operator/menu', {}, '/operator/sign-out');
    const page = await petra.page(left.headers.get('location') ?? '');
    const [, href = ''] = /href="([^"]+\/sign-out\?[^"]+)"/.exec(page) ?? [];
    const address = new URL(href.replaceAll('&amp;', '&'));
    expect(address.origin + address.pathname).toBe(`${provider.issuer}/sign-out`);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: CLIENT_ID,
      post_logout_redirect_uri: `${running.origin}/operator/sign-in`,
    });
    expect(await petra.page('/operator/sign-in')).not.toContain('/sign-out?');
  });

  it('has no such link if the provider has no such address, or does not answer', async () => {
    const settings = {
      issuer: provider.issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      claim: 'roles',
      read: [],
      act: [],
    };
    for (const faults of [{ hasNoSignOut: true }, { isSilent: true }]) {
      Object.assign(provider, { faults });
      const other = createOpenId(settings, { warn: () => undefined });
      expect(await other.signOutAddress({ returnTo: running.origin })).toBeNull();
    }
  });

  it('takes a role away that somebody no longer has', async () => {
    const [stationAdmin, phone] = [visitor(), visitor()];
    await stationAdmin.get(await approved(stationAdmin));
    provider.person = { ...PETRA, realm: { roles: 'night' } };
    await phone.get(await approved(phone));
    expect([await isIn(stationAdmin), await isIn(phone)]).toEqual([false, true]);
  });

  it('has a role for one brand only, if the claim says so', async () => {
    const partnerOf = (...roles: readonly string[]) => Object.assign(provider, { person: { ...PETRA, realm: { roles } } });
    const signedIn = async () => {
      const petra = visitor();
      const { status } = await petra.get(await approved(petra));
      return { petra, status };
    };
    partnerOf('money:brand:blaufink');
    const { petra: first } = await signedIn();
    expect(await first.page('/operator/menu')).toContain('Vollzugriff, nur Marke blaufink');
    const values = { name: 'ERP', days: '90', 'brands:read': 'on', reason: 'New program' };
    const [secret = ''] = /charging_[\w-]{49}/.exec(await (await first.send('/operator/tokens/add', values)).text()) ?? [];
    const program = createApiClient(running.origin, secret);
    expect((await program.get('/brands')).body.brands).toHaveLength(1);
    // A role for one brand ends the sign-ins with a role for all brands.
    partnerOf('money');
    const { petra: before } = await signedIn();
    expect([await isIn(before), (await program.get('/brands')).status]).toEqual([true, 200]);
    partnerOf('money:brand:blaufink');
    const { petra } = await signedIn();
    expect((await before.get('/operator/menu')).status).toBe(303);
    // Another brand ends the sign-ins and tokens of the earlier one.
    partnerOf('desk:brand:farnwald', 'desk:brand:farnwald');
    const other = await signedIn();
    expect(await other.petra.page('/operator/menu')).toContain('Nur Lesezugriff, nur Marke farnwald');
    expect([(await petra.get('/operator/menu')).status, (await program.get('/brands')).status]).toEqual([303, 401]);
    for (const roles of [
      ['desk:brand:farnwald', 'money:brand:blaufink'],
      ['other:brand:blaufink'],
      ['money:brand:'],
      ['money:brand:blaufnk'],
      ['money:brand:a:brand:b'],
    ]) {
      partnerOf(...roles);
      expect([roles, (await signedIn()).status]).toEqual([roles, 403]);
    }
    partnerOf('desk:brand:farnwald', 'money');
    expect(await (await signedIn()).petra.page('/operator/menu')).not.toContain('nur Marke');
  });

  it.each([
    ['has no role any more', { realm: {} }, 403],
    ['may only read from now on', { realm: { roles: 'night' } }, 200],
  ])('ends older sign-ins of an account that %s and has another name', async (_, changes, status) => {
    const [stationAdmin, phone] = [visitor(), visitor()];
    await stationAdmin.get(await approved(stationAdmin));
    provider.person = { ...PETRA, name: 'Anna', email_verified: false, ...changes };
    expect((await phone.get(await approved(phone))).status).toBe(status);
    expect(await isIn(stationAdmin)).toBe(false);
  });

  it('writes a refused person into the audit once, with name, issuer and subject', async () => {
    provider.person = { ...PETRA, sub: '99', name: 'Anna', email_verified: false, realm: {} };
    const anna = visitor();
    expect((await anna.get(await approved(anna))).status).toBe(403);
    const rows = actsAbout('% 99');
    expect(rows).toMatchObject([
      { who: 'Anna (99)', does: 'sign-in', is_done: 0, reason: 'no-role', account: `${provider.issuer} 99` },
    ]);
    provider.person = PETRA;
    const petra = visitor();
    await petra.get(await approved(petra));
    expect(await petra.page('/operator/audit?is=refused')).toContain(`${provider.issuer} 99`);
  });

  it('leaves the sign-in of a link with the same name alone, and a link leaves the sign-in of the account', async () => {
    const name = 'Petra (petra@shop.example)';
    const [petra, byLink] = [visitor(), visitor()];
    const store = createStore(openSqlite(path.join(running.config.dataDir, 'house.sqlite')));
    try {
      await byLink.signInByLink(store, new Date(), { name, may: 'act' });
    } finally {
      await store.close();
    }
    await petra.get(await approved(petra));
    expect([await isIn(petra), await isIn(byLink)]).toEqual([true, true]);
    await petra.send('/operator/menu', {}, '/operator/sign-out-everywhere');
    expect([await isIn(petra), await isIn(byLink)]).toEqual([false, true]);
    await petra.get(await approved(petra));
    await byLink.send('/operator/menu', {}, '/operator/sign-out-everywhere');
    expect([await isIn(petra), await isIn(byLink)]).toEqual([true, false]);
  });

  it('says within six seconds that the provider does not answer', async () => {
    const silent = await startOpenIdProvider();
    silent.faults = { isSilent: true };
    const otherApp = await startApp({ speed: 1, env: envOf(silent) });
    try {
      const began = performance.now();
      const answer = await new ConsoleVisitor(otherApp.origin).get('/operator/sign-in/provider', { 'Accept-Language': 'en' });
      expect(answer.status).toBe(503);
      expect(await answer.text()).toContain('Sign-in failed');
      expect(performance.now() - began).toBeLessThan(6000);
    } finally {
      await otherApp.close();
      await silent.close();
    }
  });
});

describe('Nobody is let in', () => {
  const past = Math.floor(Date.now() / 1000) - 3600;
  it.each<[string, ProviderFaults]>([
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['for another audience', { claims: { aud: 'another' } }],
    ['with another nonce', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['that is over', { claims: { iat: past - 60, exp: past } }],
    ['signed by somebody else', { isForged: true }],
    ['that is not signed', { alg: 'none' }],
    ['signed in another way', { alg: 'HS256' }],
  ])('by an ID token %s', async (_, faults) => {
    const mallory = visitor();
    provider.faults = faults;
    expect((await mallory.get(await approved(mallory))).status).toBe(400);
    expect(await isIn(mallory)).toBe(false);
  });

  it('by an answer that was taken before, or belongs to another browser, or has another state or code', async () => {
    const petra = visitor();
    const address = await approved(petra);
    const cookiesBefore = new Map(petra.cookies);
    const mallory = visitor();
    expect((await mallory.get(address)).status).toBe(400);
    await approved(mallory);
    expect((await mallory.get(address)).status).toBe(400);
    expect(await isIn(mallory)).toBe(false);
    expect((await petra.get(address)).status).toBe(200);
    const again = visitor();
    for (const [name, value] of cookiesBefore) again.cookies.set(name, value);
    expect((await again.get(address)).status).toBe(400);
    const own = await approved(again);
    expect((await again.get(own.replace(/code=[^&]+/, 'code=another'))).status).toBe(400);
    expect((await again.get(own)).status).toBe(400);
    expect(await isIn(again)).toBe(false);
  });

  it('by a cookie that nobody has given, or that was there before somebody came in', async () => {
    const mallory = visitor();
    for (const token of ['', 'x', randomBytes(32).toString('base64url'), "' or 1=1 --"]) {
      mallory.cookies.set('operator', token);
      expect(await isIn(mallory)).toBe(false);
    }
    const fixed = randomBytes(32).toString('base64url');
    const petra = visitor();
    petra.cookies.set('operator', fixed);
    await petra.get(await approved(petra));
    expect(petra.cookies.get('operator')).not.toBe(fixed);
    mallory.cookies.set('operator', fixed);
    expect(await isIn(mallory)).toBe(false);
  });

  it('from another site', async () => {
    const page = await visitor().page('/operator/sign-in');
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(page) ?? [];
    const headers = [
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      {},
    ];
    for (const sent of headers as Record<string, string>[]) {
      const mallory = visitor();
      expect([sent, (await mallory.post('/operator/sign-in/demo', { form }, sent)).status]).toEqual([sent, 403]);
      expect(await isIn(mallory)).toBe(false);
    }
  });

  it('by a sign-in of another shop', async () => {
    const other = await startApp({ speed: 1 });
    try {
      const petra = new ConsoleVisitor(other.origin);
      await petra.send('/operator/sign-in', {}, '/operator/sign-in/demo');
      const mallory = visitor();
      for (const [name, value] of petra.cookies) mallory.cookies.set(name, value);
      expect(await isIn(mallory)).toBe(false);
    } finally {
      await other.close();
    }
  });
});
