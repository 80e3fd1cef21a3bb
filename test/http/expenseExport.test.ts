import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { createReceiptTokens } from '../../server/shop/receipts/tokens.ts';
import { LIMITS } from '../../shared/charging/limits.ts';
import { advanceWhile, createManualClock } from '../support/clock.ts';
import { type RunningApp, startApp, until } from '../support/openApp.ts';
import { finishedAt, mintFormToken, POINTS, paidOrderAt } from '../support/orders.ts';

/**
 * A receipt can be downloaded for ten minutes after the search. A manual clock makes the tests independent of the speed of the
 * machine.
 */
const clock = createManualClock(new Date().toISOString());
let open: RunningApp;
let tokens: readonly string[];
beforeAll(async () => {
  open = await startApp({ clock });
  const ids: string[] = [];
  for (const point of [POINTS.connected, POINTS.dear]) {
    const { sessionId: receipt } = await advanceWhile(clock, finishedAt(open, point));
    ids.push(receipt);
    const isReady = until(
      () => open.app.backend.getReceipt({ receipt }),
      ({ invoice, mail }) => invoice === 'ready' && mail !== 'coming',
    );
    await advanceWhile(clock, isReady);
  }
  tokens = await Promise.all(ids.map(async receipt => (await open.app.backend.getReceipt({ receipt })).found.receipt));
});
afterAll(() => open.close());

const RESULTS = '/en/canarybolt/receipts/results';
const HEADERS = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Firefox/140.0' };
const picks = (picked: readonly string[] = tokens) =>
  Object.fromEntries(picked.map((token, place) => [`pick${place + 1}`, token]));
const cookie = () => `locale=en; found=${encodeURIComponent(tokens.join(' '))}`;
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(open.origin + RESULTS, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { ...HEADERS, Cookie: cookie(), Origin: open.origin, ...headers },
  });
const page = async () => (await fetch(open.origin + RESULTS, { headers: { ...HEADERS, Cookie: cookie() } })).text();
const readEmails = () => {
  const folder = path.join(open.config.dataDir, 'mail');
  return readdirSync(folder).map(file => readFileSync(path.join(folder, file), 'utf8'));
};
const to = (address: string) => readEmails().filter(letter => letter.includes(`\nTo: ${address}`));

describe('The results of a search, without JavaScript', () => {
  it('have one filled button, the number of the document on it, and a tick for each session', async () => {
    const html = await page();
    expect(html.match(/type="checkbox"[^>]*form="hand-in"|form="hand-in"[^>]*type="checkbox"/g)).toHaveLength(2);
    expect(html.replace(/<[^>]*>/g, '')).toMatch(/Invoice R-CAN-\d{4}-\d{6} \(PDF\)/);
    expect(html).toContain(`action="${RESULTS}"`);
  });

  it.each(['constructor', '__proto__', 'toString', 'burn'])('do nothing by the name of %s', async name => {
    expect((await post({ do: name, ...picks() })).status).toBe(400);
  });

  it('give all receipts in one file, the same bytes as each alone', async () => {
    const answer = await post({ do: 'zip', ...picks() });
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'application/zip',
      'no-store, no-transform',
    ]);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="?receipts-\d{4}-\d\d-\d\d\.zip"?$/);
    const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
    expect(Object.keys(files)).toHaveLength(2);
    for (const [place, token] of tokens.entries()) {
      const alone = await fetch(`${open.origin}/api/receipts/${token}/invoice`, { headers: HEADERS });
      const name = /filename="?([^"]+)"?/.exec(alone.headers.get('content-disposition') ?? '')?.[1] ?? '';
      expect([place, Buffer.from(files[name] ?? []).equals(Buffer.from(await alone.arrayBuffer()))]).toEqual([place, true]);
    }
  });

  it('give a list in the language of the page', async () => {
    const answer = await post({ do: 'csv', ...picks() });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const [heads, ...lines] = bytes.toString().slice(1).trimEnd().split('\r\n');
    expect(heads).toBe('Date,Place,kWh,Net,VAT,Gross,Currency,Type,Document number');
    expect(lines).toHaveLength(2);
  });

  it('give each session once, however often it is ticked', async () => {
    const again = (await open.app.backend.getReceipt({ receipt: tokens[0] ?? '' })).found.receipt;
    const answer = await post({ do: 'zip', ...picks([...tokens, again]) });
    expect(Object.keys(unzipSync(new Uint8Array(await answer.arrayBuffer())))).toHaveLength(2);
  });

  it('say so when nothing is ticked', async () => {
    for (const action of ['zip', 'csv', 'send']) {
      const answer = await post({ do: action, formToken: mintFormToken(open) });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain('Please choose at least one session');
    }
  });

  it('give nothing to whoever has no token, a spent one, or one of somebody else’s making', async () => {
    const secret = open.config.secret;
    const { sessionId } = await advanceWhile(clock, paidOrderAt(open, POINTS.plugsIn));
    const receiptTokens = createReceiptTokens(secret);
    const old = receiptTokens.issue(sessionId, new Date(clock.now().getTime() - 600_000));
    const notReady = receiptTokens.issue(sessionId, clock.now());
    for (const action of ['zip', 'csv', 'send']) {
      const email = { email: 'books@employer.example', formToken: mintFormToken(open) };
      const statusOf = async (token: string) =>
        (await post({ do: action, ...email, pick1: tokens[0] ?? '', pick2: token })).status;
      expect([action, await statusOf(`r.${'A'.repeat(60)}`)]).toEqual([action, 410]);
      expect([action, await statusOf(old)]).toEqual([action, 410]);
      expect([action, await statusOf('x')]).toEqual([action, 400]);
      expect([action, await statusOf(notReady)]).toEqual([action, 409]);
    }
    expect(to('books@employer.example')).toEqual([]);
  });

  it('take no more than twenty at once, and nothing from other pages', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, place) => [`pick${place}`, `r.${'A'.repeat(60)}${place}`]));
    expect((await post({ do: 'zip', ...many })).status).toBe(400);
    expect((await post({ do: 'other', ...picks() })).status).toBe(400);
    expect((await post({ do: 'zip', ...picks() }, { Origin: 'https://evil.example' })).status).toBe(403);
  });

  let sentForm: Record<string, string> = {};
  it('send receipts to another address, once for each form, and do not show it again', async () => {
    const fields = { do: 'send', formToken: mintFormToken(open), email: 'books@employer.example', ...picks() };
    sentForm = fields;
    for (let n = 0; n < 2; n++) {
      const answer = await post(fields);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${RESULTS}?sent`]);
    }
    const isSent = until(
      async () => to('books@employer.example').length,
      count => count > 1,
    );
    await advanceWhile(clock, isSent);
    const sentPage = await fetch(`${open.origin}${RESULTS}?sent`, { headers: { ...HEADERS, Cookie: cookie() } });
    const html = await sentPage.text();
    expect(html).toContain('The receipts are on their way');
    expect(html).not.toContain('employer.example');
    // Each brand sends the receipts of its own sessions in one message.
    const senders = to('books@employer.example').map(letter => /^From: (.*) </m.exec(letter)?.[1]);
    expect(senders.toSorted()).toEqual(['Blaufink Ladenetz', 'Canarybolt Charging']);
  });

  it('keep a wrong address and the ticks, and say what is wrong', async () => {
    const [newest = ''] = tokens;
    const fields = { do: 'send', formToken: mintFormToken(open), email: 'books@employer' };
    const answer = await post({ ...fields, pick1: newest });
    expect(answer.status).toBe(422);
    const html = await answer.text();
    expect(html).toContain('value="books@employer"');
    expect(html).toContain('href="#email"');
    expect(html.match(/<input[^>]*type="checkbox"[^>]*>/g)?.map(input => input.includes('checked=""'))).toEqual([true, false]);
  });

  it('say when receipts were sent on too often', async () => {
    const sendTo = (email: string) => post({ do: 'send', formToken: mintFormToken(open), email, ...picks() });
    expect((await sendTo('second@employer.example')).status).toBe(303);
    expect((await sendTo('third@employer.example')).status).toBe(303);
    const answer = await sendTo('fourth@employer.example');
    expect(answer.status).toBe(429);
    const html = await answer.text();
    expect(html).toContain('has been forwarded three times already');
    expect(html).toContain('value="fourth@employer.example"');
  });

  it('are sent by one network no more than so often an hour, and say so', async () => {
    const { limit } = LIMITS.forwardsPerNetwork;
    let answer = await post(sentForm);
    // Sending the form again sends no second message, but counts towards the limit.
    for (let n = 0; n <= limit && answer.status !== 429; n++) answer = await post(sentForm);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(3000);
    const html = await answer.text();
    expect(html).toContain('Too many receipts have been forwarded over your internet connection');
    expect(html.replace(/<script.*?<\/script>/gs, '')).not.toContain('three times already');
    expect(html).toContain('value="books@employer.example"');
  });
});
