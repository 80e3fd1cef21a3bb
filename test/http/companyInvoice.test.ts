import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createReceiptTokens } from '../../server/shop/receipts/tokens.ts';
import { isoDay } from '../../shared/model/time.ts';
import { inDatabase } from '../support/inDatabase.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';
import { finishedAt, POINTS, paidOrderAt } from '../support/orders.ts';

let open: RunningApp;
let sessionId: string;
beforeAll(async () => {
  open = await startApp();
  ({ sessionId } = await finishedAt(open, POINTS.connected));
});
afterAll(() => open.close());

const headers = { 'User-Agent': 'Mozilla/5.0 Firefox/140.0', Accept: 'text/html', Cookie: 'locale=en' };
const SAME = { 'Sec-Fetch-Site': 'same-origin' };
const addressOf = (receipt: string) => `/en/blaufink/receipts/${receipt}/company`;
const get = (path: string) => supertest(open.origin).get(path).set(headers).redirects(0);
const post = (receipt: string, fields: Record<string, string>, more: Record<string, string> = SAME) =>
  supertest(open.origin)
    .post(addressOf(receipt))
    .type('form')
    .set({ ...headers, ...more })
    .send(fields)
    .redirects(0);
const shownIn = (html: string) => html.replace(/<script[\s\S]*?<\/script>/g, '');
const hiddenIn = (html: string, prefix = '') =>
  Object.fromEntries(
    [...html.matchAll(new RegExp(`<input type="hidden" name="(${prefix}[^"]+)" value="([^"]*)"`, 'g'))].map(
      ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
    ),
  );
const search = (fields: Record<string, string>) =>
  supertest(open.origin)
    .post('/en/blaufink/receipts')
    .type('form')
    .set({ ...headers, ...SAME })
    .send(fields);
const receiptOf = () => open.app.backend.getReceipt({ receipt: sessionId });
const TYPED = {
  companyName: 'Fuhrpark & Söhne GmbH',
  street: 'Hafenstraße 3',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'de',
  vatId: 'de 123 456 789',
};

describe('An invoice to a company, without JavaScript', () => {
  it('is offered on the page of the session, and begins with a form for the country of the point', async () => {
    const session = await get(`/en/blaufink/charging/${sessionId}`);
    expect(shownIn(session.text)).toMatch(new RegExp(`<a [^>]*href="${addressOf(sessionId)}"`));
    const { status, text, headers: answered } = await get(addressOf(sessionId));
    expect([status, answered['cache-control']]).toEqual([200, 'no-store']);
    expect(shownIn(text)).toMatch(/<option value="de" selected="">Germany<\/option>/);
    expect(shownIn(text)).toContain('For example DE123456789.');
  });

  it('tells what is missing or wrong, in words and beside the fields, and keeps what was typed', async () => {
    const { status, text } = await post(sessionId, { ...TYPED, street: '', vatId: 'ATU12345678', step: 'review' });
    expect(status).toBe(422);
    const shown = shownIn(text);
    expect(shown).toMatch(/<a href="#street">Street and number missing<\/a>/);
    expect(shown).toMatch(/id="street-error"[\s\S]*?Enter the street and number/);
    expect(shown).toMatch(/id="vatId-error"[\s\S]*?The VAT ID does not match the country/);
    expect(shown).toContain('value="Fuhrpark &amp; Söhne GmbH"');
    expect(shown).toContain('value="ATU12345678"');
    expect(shown).toMatch(/<title>[^<]*Error/);
  });

  it('shows once more what will be printed, and lets it be changed', async () => {
    const { status, text } = await post(sessionId, { ...TYPED, step: 'review' });
    expect(status).toBe(200);
    expect(shownIn(text)).toContain('Are these details correct?');
    expect(shownIn(text)).toContain('DE123456789');
    expect(shownIn((await post(sessionId, { ...TYPED, step: 'change' })).text)).toContain('value="Hafenstraße 3"');
    expect((await receiptOf()).documents).toHaveLength(1);
  });

  it('is refused when the form comes from elsewhere', async () => {
    const foreign = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' };
    expect((await post(sessionId, { ...TYPED, step: 'confirm' }, foreign)).status).toBe(403);
    expect((await receiptOf()).documents).toHaveLength(1);
  });

  it('can be asked for by a receipt that a search has found, even where no origin is told', async () => {
    // The receipt token is valid for ten minutes, which last five seconds at the speed of this app. Each attempt therefore uses a
    // new token.
    const reviewed = async () => post((await receiptOf()).found.receipt, { ...TYPED, step: 'review' }, {});
    const { text } = await until(reviewed, ({ status }) => status === 200);
    expect(shownIn(text)).toContain('Are these details correct?');
    expect((await post('r.nothing-that-we-have-sealed', { ...TYPED, step: 'review' }, {})).status).toBe(403);
  });

  it.each(['review', 'change', 'confirm'])(
    'loses nothing that was typed when the page was open for too long (%s): its receipt is found once more',
    async step => {
      const { found, chargedMinor } = await receiptOf();
      const old = createReceiptTokens(open.config.secret).issue(sessionId, new Date(Date.now() - 11 * 60_000));
      const lapsed = await post(old, { ...TYPED, street: '', step });
      expect([lapsed.status, shownIn(lapsed.text).includes('find the receipt once more')]).toEqual([410, true]);
      const hiddenFields = hiddenIn(shownIn(lapsed.text), 'kept-');
      const day = isoDay(Date.parse(found.startedAt) + 2 * 3_600_000);
      const query = {
        country: 'de',
        date: day,
        price: ((chargedMinor ?? 0) / 100).toFixed(2),
        creditCard: '4242',
        ...hiddenFields,
      };
      const missed = await search({ ...query, price: '999.99' });
      expect(shownIn(missed.text)).toContain('name="kept-companyName" value="Fuhrpark &amp; Söhne GmbH"');
      const again = await search(query);
      expect(again.status).toBe(200);
      expect(shownIn(again.text)).toMatch(/name="companyName"[^>]*value="Fuhrpark &amp; Söhne GmbH"/);
      expect(shownIn(again.text)).toContain('value="de 123 456 789"');
      const actionIn = (text: string) => /action="([^"]*receipts\/r\.[^"]*\/company)"/.exec(shownIn(text))?.[1] ?? '';
      const followed = async () =>
        supertest(open.origin)
          .get(actionIn((await search(query)).text))
          .set(headers);
      await until(followed, ({ status }) => status === 200);
      expect((await receiptOf()).documents).toHaveLength(1);
    },
  );

  it('keeps what was typed as well where several receipts are found: the driver says which one it is for', async () => {
    const { found, chargedMinor } = await receiptOf();
    const other = await finishedAt(open, POINTS.plugsIn);
    const ofOther = 'id = (select payment_id from orders where id = (select order_id from sessions where id = ?))';
    const statement = `update payments set captured_minor = ? where ${ofOther}`;
    await inDatabase(open.config.dataDir, db => db.prepare(statement).run(chargedMinor, other.sessionId));
    const old = createReceiptTokens(open.config.secret).issue(sessionId, new Date(Date.now() - 11 * 60_000));
    const lapsed = await post(old, { ...TYPED, street: '', step: 'review' });
    const day = isoDay(Date.parse(found.startedAt) + 2 * 3_600_000);
    const query = { country: 'de', date: day, price: (chargedMinor / 100).toFixed(2), creditCard: '4242' };
    const several = await search({ ...query, ...hiddenIn(shownIn(lapsed.text), 'kept-') });
    expect(several.status).toBe(200);
    expect(several.headers['set-cookie']).toEqual([expect.stringMatching(/^found=/)]);
    expect(shownIn(several.text)).toContain('Choose the charging session that the invoice is for.');
    const offers = [...shownIn(several.text).matchAll(/<form [^>]*action="([^"]*\/company)"[^>]*>(.*?)<\/form>/g)];
    expect(offers).toHaveLength(2);
    expect(shownIn(several.text)).not.toMatch(/<a [^>]*href="[^"]*\/company"/);
    for (const [, action = '', form = ''] of offers) {
      expect(form).toMatch(/<button [^>]*value="change"[^>]*name="step"/);
      const again = await supertest(open.origin)
        .post(action)
        .type('form')
        .set({ ...headers, ...SAME })
        .send({ ...hiddenIn(form), step: 'change' });
      expect(again.status).toBe(200);
      expect(shownIn(again.text)).toMatch(/name="companyName"[^>]*value="Fuhrpark &amp; Söhne GmbH"/);
      expect(shownIn(again.text)).toContain('value="de 123 456 789"');
    }
  });

  it('is made once, and the page then has all documents', async () => {
    const confirmed = await post(sessionId, { ...TYPED, step: 'confirm' });
    expect([confirmed.status, confirmed.headers.location]).toEqual([303, addressOf(sessionId)]);
    expect((await post(sessionId, { ...TYPED, companyName: 'Another', step: 'confirm' })).status).toBe(303);
    const { documents } = await until(receiptOf, receipt => receipt.documents.every(({ state }) => state === 'ready'));
    expect(documents.map(({ kind, isCancelled }) => [kind, isCancelled])).toEqual([
      ['invoice', true],
      ['credit-note', false],
      ['invoice', false],
    ]);
    for (const path of [addressOf(sessionId), `/en/blaufink/charging/${sessionId}`]) {
      const shown = shownIn((await get(path)).text);
      // The button of the session page downloads the valid document, so the list below has the others.
      const links = documents.map(({ number }) => `href="/api/receipts/${sessionId}/invoice/${number}"`);
      for (const link of links.slice(0, -1)) expect(shown).toContain(link);
      const button = `href="/api/receipts/${sessionId}/invoice"`;
      expect([links.at(-1) ?? '', button].filter(link => shown.includes(link))).toHaveLength(1);
      expect(shown).toContain(documents.at(-1)?.number);
      expect(shown).toContain('cancelled');
      expect(shown).not.toContain('Fuhrpark');
    }
  });

  it('leaves each document at an address of its own, and the one that counts at the old one', async () => {
    const { documents } = await receiptOf();
    const nameOf = async (path: string) => (await get(path)).headers['content-disposition'];
    for (const { number, kind } of documents)
      expect(await nameOf(`/api/receipts/${sessionId}/invoice/${number}`)).toContain(`${kind}-${number}.pdf`);
    expect(await nameOf(`/api/receipts/${sessionId}/invoice`)).toContain(`invoice-${documents.at(-1)?.number}.pdf`);
    const unknown = await get(`/api/receipts/${sessionId}/invoice/R-BLA-1999-000001`);
    expect([unknown.status, unknown.type]).toEqual([404, 'text/html']);
  });

  it('waits for the bill, and says so', async () => {
    const running = await paidOrderAt(open, { clientId: 'farnwald', evseId: 'DE*FRW*E2001*1' });
    const path = `/en/farnwald/receipts/${running.sessionId}/company`;
    expect(shownIn((await get(path)).text)).toContain('The final bill is not ready yet');
    const answer = await supertest(open.origin)
      .post(path)
      .type('form')
      .set({ ...headers, ...SAME })
      .send({ ...TYPED, step: 'confirm' });
    expect(answer.status).toBe(409);
  });
});

describe('The operator’s command beside a running app', () => {
  const who = ['--who', 'Petra Lindqvist'];
  const command = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, ['scripts/operator/operator.ts', ...args], {
      env: { ...process.env, NODE_OPTIONS: '', DATA_DIR: open.config.dataDir },
    });

  it('gives money back: the app makes the call and issues the credit note', async () => {
    const { found } = await receiptOf();
    const transaction = ['--transaction', String(found.number)];
    await command('refund', ...transaction, '--amount', '0.20', '--reason', 'Stopped twice', ...who);
    const { documents } = await until(receiptOf, ({ timeline }) => timeline.at(-1)?.kind === 'refunded');
    expect(documents.at(-1)).toMatchObject({ kind: 'credit-note', isCancelled: false });
    const listed = await command('list');
    expect(listed.stdout).toMatch(new RegExp(`${found.number} .*captured .* 0\\.20 `));
    expect(shownIn((await get(`/en/blaufink/charging/${sessionId}`)).text)).toContain('Refunded');
  });

  it('forgets a driver who asks for it, and keeps the documents', async () => {
    const { stdout } = await command('forget', '--email', 'Ada@Example.org', ...who);
    expect(stdout).toMatch(/deleted from [1-9]\d* orders/);
    expect(stdout).toMatch(/[1-9]\d* issued documents stay/);
    expect((await receiptOf()).mail).toBe('none');
    await expect(command('forget')).rejects.toMatchObject({ code: 1, stderr: /email address or a transaction ID/ });
  });

  it('refuses what is not possible, and says why', async () => {
    await expect(command('refund', '--amount', '1.00', '--reason', 'x', ...who)).rejects.toMatchObject({
      code: 1,
      stderr: /no payment/,
    });
    await expect(command('refund', '--amonut', '1.00')).rejects.toMatchObject({ code: 2 });
    await expect(command('nothing')).rejects.toMatchObject({ code: 2, stdout: /refund --transaction/ });
    expect((await command('attention')).stdout).toBe('No open alerts.\n');
  });
});
