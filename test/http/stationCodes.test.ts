import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { LIMITS } from '../../shared/charging/limits.ts';
import { CHARGE_POINT, type CodeShop, openCodeShop } from '../support/codeShop.ts';
import { translator } from '../support/invoiceFacts.ts';
import { mintFormToken, orderFields } from '../support/orders.ts';

const POINT = { clientId: 'blaufink', evseId: 'DE*BLF*E1001*1' };
const PAGE = '/en/blaufink/evse/DE*BLF*E1001*1';
const t = (key: string, values = {}) => translator('en', key, values);
const VERIFIED = () => t('location.verified');

let open: CodeShop;
beforeAll(async () => {
  open = await openCodeShop();
});
afterAll(() => open.close());

const headers = (more: Record<string, string> = {}) => ({
  Accept: 'text/html',
  'User-Agent': 'Mozilla/5.0 Firefox/140.0',
  'Accept-Language': 'en',
  ...more,
});
/** Returns the visible text of a page, without scripts. */
const shownIn = (html: string): string => html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<!-- -->|<wbr\/>/g, '');
const says = (html: string, text: string): boolean => shownIn(html).includes(text);
const COMPARE = 'on the station and ';
const get = (path: string, more: Record<string, string> = {}) => supertest(open.origin).get(path).set(headers(more)).redirects(0);
const code = (evse: number, password = open.shown(evse)) => `/q/${encodeURIComponent(CHARGE_POINT)}/${evse}/${password}/v1`;

/** Scans the QR code on the screen of EVSE 1 and opens the linked page. */
async function scan(path = code(1), leadsTo = PAGE) {
  const led = await get(path);
  expect([led.status, led.headers.location]).toEqual([303, leadsTo]);
  const [cookie = ''] = led.headers['set-cookie'] as unknown as string[];
  const page = await get(leadsTo, { Cookie: cookie.split(';')[0] ?? '' });
  return { cookie, page, proof: proofIn(page.text) };
}
const proofIn = (html: string): string => /name="codeProof" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Submits the order form. */
async function order(codeProof: string, more: Record<string, string> = {}) {
  const fields = { ...(await orderFields(open, POINT)), formToken: mintFormToken(open), codeProof, ...more };
  return supertest(open.origin)
    .post(PAGE)
    .set(headers({ Origin: open.origin }))
    .type('form')
    .send(fields)
    .redirects(0);
}

/** @returns the one-time password that the station's QR code contains half a minute later */
const nextSlot = () => open.shown(1, -30);

describe('A code on the screen of a station', () => {
  it('leads to the payment page, which says that the driver stands there (2.1 C_131)', async () => {
    const { page, cookie } = await scan();
    expect(page.status).toBe(200);
    expect(says(page.text, VERIFIED())).toBe(true);
    expect(says(page.text, COMPARE)).toBe(false);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
  });

  it.each([
    ['maxcost=45.00', '?limit=4000'],
    ['maxcost=500&maxenergy=1000', '?limit=8000'],
    ['maxenergy=50000&maxtime=3600', '?limit=4000'],
    ['maxenergy=900000', ''],
    ['maxcost=15', ''],
    ['maxcost=all&maxtime=3600', ''],
  ])('may carry what the driver has entered at the station: %s', async (entered, chosen) => {
    const { page } = await scan(`${code(1)}?${entered}`, PAGE + chosen);
    expect(says(page.text, VERIFIED())).toBe(true);
    // If the station passes no limit, the default is selected: the price of 20 kWh plus one half.
    const limit = chosen === '' ? '2000' : chosen.replace('?limit=', '');
    expect(shownIn(page.text)).toMatch(new RegExp(`name="limit" checked="" value="${limit}"`));
  });

  it('may name the printed ID of its EVSE as well', async () => {
    const query = (changes: Record<string, string> = {}) =>
      new URLSearchParams({ s: CHARGE_POINT, e: '1', t: open.shown(1), v: 'v1', ...changes }).toString();
    await scan(`/q/DE*BLF*E1001*1?${query()}`);
    await scan(`/q/deblfe10011?${query({ maxtime: '600' })}`);
    for (const [id, requested] of [
      ['DE*BLF*E1001*2', query()],
      ['DE*BLF*E1001*1', query({ e: '2' })],
      ['DE*BLF*E1001*1', query({ s: 'CS8' })],
      ['DE*BLF*E1001*1', query({ t: '' })],
      ['DE*BLF*E1001*1', query().replace(/&v=v1/, '')],
      ['DE*BLF*E1001*1', 's=CS8'],
    ])
      expect((await get(`/q/${id}?${requested}`)).status).toBe(403);
    expect((await get('/q/DE*BLF*E1001*1?plug=1')).status).toBe(302);
  });

  it('proves nothing to whoever reloads the page or is sent its address', async () => {
    const { cookie, page } = await scan();
    expect(page.headers['set-cookie']).toEqual(expect.arrayContaining([expect.stringMatching(/^code=;/)]));
    expect(cookie).not.toContain('E1001');
    const again = await get(PAGE);
    expect(says(again.text, VERIFIED())).toBe(false);
    expect(says(again.text, 'DE*BLF*E1001*1')).toBe(true);
    expect(says(again.text, COMPARE)).toBe(true);
  });

  it('proves nothing at another charging point', async () => {
    const { cookie } = await scan();
    const other = await get('/en/blaufink/evse/DE*BLF*E1001*2', { Cookie: cookie.split(';')[0] ?? '' });
    expect(says(other.text, VERIFIED())).toBe(false);
  });

  it('stays proven while a form is corrected', async () => {
    const { proof } = await scan();
    const wrong = await order(proof, { email: 'no address' });
    expect(wrong.status).toBe(422);
    expect(says(wrong.text, VERIFIED())).toBe(true);
    expect(proofIn(wrong.text)).toBe(proof);
    const forged = await order('forged', { email: 'no address' });
    expect(says(forged.text, VERIFIED())).toBe(false);
    expect(proofIn(forged.text)).toBe('');
  });

  it('is good for one order; the second loses nothing that was typed, and its station is told once', async () => {
    const { proof } = await scan(code(1, nextSlot()));
    const before = open.paying.length;
    const formToken = mintFormToken(open);
    expect((await order(proof, { formToken })).status).toBe(303);
    expect((await order(proof, { formToken })).status).toBe(303);
    expect(open.paying.slice(before)).toEqual(['DE*BLF*E1001*1 300']);
    const second = await order(proof);
    expect(second.status).toBe(409);
    expect(says(second.text, t('payment.codeUsed'))).toBe(true);
    expect(says(second.text, 'value="ada@example.org"')).toBe(true);
    expect(says(second.text, VERIFIED())).toBe(false);
    const overJson = await fetch(`${open.origin}/api/clients/blaufink/charging-points/DE*BLF*E1001*1/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: open.origin },
      body: JSON.stringify({ ...(await jsonOrder()), codeProof: proof }),
    });
    expect(await overJson.json()).toMatchObject({ problem: 'code-used' });
    expect((await order('')).status).toBe(303);
    expect(open.paying).toHaveLength(before + 1);
  });

  it('that is old says how old, and charges nothing (2.1 C_133)', async () => {
    const old = await get(code(1, open.shown(1, 4 * 60)));
    expect(old.status).toBe(410);
    expect(shownIn(old.text).match(/<h1[^>]*>This code is [45] minutes old/)).not.toBeNull();
    expect(says(old.text, t('code.old.text'))).toBe(true);
    expect(says(old.text, t('code.nothingCharged'))).toBe(true);
    expect(says(old.text, 'noindex')).toBe(true);
    expect(old.headers['set-cookie'] ?? []).not.toEqual(expect.arrayContaining([expect.stringMatching(/^code=/)]));
    const hungarian = await get(`/hu${code(1, open.shown(1, 4 * 60))}`);
    expect(shownIn(hungarian.text).match(/<h1[^>]*>Ez a kód [45] perces/)).not.toBeNull();
  });

  it.each([
    ['of another EVSE', () => code(2, open.shown(1))],
    ['of another station', () => `/q/CS9/1/${open.shown(1)}/v1`],
    ['of another version', () => code(1).replace(/v1$/, 'v2')],
    ['of no EVSE', () => code(1).replace('/1/', '/one/')],
    ['invented', () => code(1, 'AAAAAAAAAA')],
    ['without a password', () => code(1, '')],
  ])('%s is not made by this station (2.1 C_132)', async (_, path) => {
    const wrong = await get(path());
    expect(wrong.status).toBe(403);
    expect(says(wrong.text, t('code.wrong.title'))).toBe(true);
    expect(says(wrong.text, t('code.wrong.text'))).toBe(true);
    expect(shownIn(wrong.text).match(/name="evse"/)).not.toBeNull();
    expect(wrong.headers['cache-control']).toBe('no-store');
  });

  it('of a station that shows none cannot be checked', async () => {
    const unchecked = await get('/q/CS8/1/AAAAAAAAAA/v1');
    expect(unchecked.status).toBe(503);
    expect(says(unchecked.text, t('code.unchecked.title'))).toBe(true);
    expect(shownIn(unchecked.text).match(/name="evse"/)).not.toBeNull();
  });

  it('is not found by guessing, and is accepted whatever was guessed from the same network', async () => {
    const answers: number[] = [];
    for (let n = 0; n <= LIMITS.codesPerNetwork.limit; n++) answers.push((await get(`/q/CS9/1/guess${n}/v1`)).status);
    expect(new Set(answers)).toEqual(new Set([403, 429]));
    const refused = await get('/q/CS9/1/guess/v1');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await get(code(1))).status).toBeLessThan(400);
  });

  it('cannot be checked while its station cannot be reached', async () => {
    open.cutOff();
    expect((await get(code(1))).status).toBe(503);
  });
});

async function jsonOrder() {
  const { connector, tariffVersion, limit } = await orderFields(open, POINT);
  const contact = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', emailConfirmation: 'ada@example.org' };
  return {
    connector,
    tariffVersion,
    limitMinor: Number(limit),
    contact,
    consents: { acceptTerms: true, acceptPrivacy: true },
    formToken: mintFormToken(open),
    locale: 'en',
  };
}
