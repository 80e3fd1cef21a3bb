import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { TEST_CARDS } from '../../server/adapters/sandbox/cards.ts';
import { SANDBOX_PATH } from '../../server/adapters/sandbox/hold.ts';
import { createSandbox, type Sandbox } from '../../server/adapters/sandbox/sandbox.ts';
import type { Clock, Translator } from '../../server/core/ports/ports.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { createKeyValueStore } from '../../server/store/jobs/keyValueStore.ts';
import { createStore } from '../../server/store/store.ts';
import { createManualClock } from '../support/clock.ts';
import { translator } from '../support/invoiceFacts.ts';
import { type CardKind, describePayments, PAYER_EMAIL, type PaymentsUnderTest } from './payments.contract.ts';

const CARDS: Readonly<Record<CardKind, string>> = {
  good: '4242 4242 4242 4242',
  wallet: '4000 0000 0000 1000',
  declined: '4000 0000 0000 0002',
  'short hold': '4000 0000 0000 1976',
};

interface OpenSandbox {
  sandbox: Sandbox;
  store: Store;
  post(path: string, fields: Record<string, string>): Promise<Response>;
  get(path: string): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Opens the app's test payment provider (sandbox) with a real key-value store. Its payment page is reached over HTTP, as by a
 * browser.
 */
async function openSandbox(clock: Clock): Promise<OpenSandbox> {
  const store = createStore(openSqlite(':memory:'));
  await store.migrate();
  const sandbox = createSandbox({
    keyValueStore: createKeyValueStore(store.db, 'sandbox'),
    clock,
    translator: translator satisfies Translator,
  });
  const app = express()
    .use(express.urlencoded({ extended: false }))
    .use(SANDBOX_PATH, sandbox.router);
  const server = app.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sandbox,
    store,
    get: path => fetch(origin + path, { redirect: 'manual' }),
    post: (path, fields) => fetch(origin + path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) }),
    async close() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      await store.close();
    },
  };
}

async function open(): Promise<PaymentsUnderTest> {
  const clock = createManualClock();
  const { sandbox, post, close } = await openSandbox(clock);
  return {
    payments: sandbox.payments,
    now: clock.now,
    pass: clock.pass,
    walletDigits: ['1000', '9876'],
    close,
    dispute: () => Promise.reject(new Error('No bank disputes what moved no money')),
    async pay({ url }, card = 'good') {
      const { status } = await post(url, { cardnumber: CARDS[card], exp: '12/30', cvc: '123', email: PAYER_EMAIL });
      return status === 303;
    },
  };
}

describePayments('the sandbox', open, { lacks: ['dispute', 'server-error'] });

describe('the sandbox’s page', () => {
  const someCheckout = (paymentId: string) => ({
    ...({ paymentId, key: `authorise:${paymentId}:1`, amountMinor: 8000, currency: 'EUR', locale: 'en' } as const),
    returnUrl: '/back',
    cancelUrl: '/gave-up',
    email: null,
    description: 'A <b>bold</b> name',
    account: null,
    expiresAt: new Date('2026-11-20T10:31:00Z'),
  });
  const withPage = async (work: (page: OpenSandbox & { url: string; ref: string }) => Promise<void>) => {
    const opened = await openSandbox(createManualClock());
    try {
      await work({ ...opened, ...(await opened.sandbox.payments.createCheckout(someCheckout('p1'))) });
    } finally {
      await opened.close();
    }
  };

  it('warns that it is no real page, lists the cards it takes and shows foreign words as plain text', () =>
    withPage(async ({ get, url }) => {
      const answer = await get(url);
      const html = await answer.text();
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      expect(html).toContain(translator('en', 'sandbox.warning'));
      for (const { number } of TEST_CARDS) expect(html).toContain(number.replace(/(\d{4})(?=\d)/g, '$1 '));
      expect(html).not.toContain('<b>bold</b>');
      expect(html).toContain('bold');
      expect(html).not.toMatch(/<script|\sstyle="|\son\w+="/);
    }));

  it('takes none but the listed numbers, not even a valid one', () =>
    withPage(async ({ post, url, ref, sandbox }) => {
      for (const cardnumber of ['4111 1111 1111 1111', '', '4242', '4242424242424242424242', 'x'.repeat(5000)]) {
        const answer = await post(url, { cardnumber });
        expect(answer.status).toBe(422);
        expect(await answer.text()).toContain('role="alert"');
      }
      expect(await sandbox.payments.read(ref)).toMatchObject({ state: 'open', authorisedMinor: 0 });
    }));

  it.each([
    ['4000000000000002', 'sandbox.declined'],
    ['4000000000009995', 'sandbox.insufficientFunds'],
    ['4000000000000069', 'sandbox.expiredCard'],
  ])('says why the card %s is refused', (cardnumber, key) =>
    withPage(async ({ post, url }) => {
      const answer = await post(url, { cardnumber });
      expect(answer.status).toBe(422);
      expect(await answer.text()).toContain(translator('en', key).replaceAll("'", '&#39;'));
    }),
  );

  it.each([
    ['apple-pay', 'Apple Pay'],
    ['google-pay', 'Google Pay'],
  ] as const)('has a button for each wallet that it says it takes: %s', (wallet, name) =>
    withPage(async ({ get, post, url, ref, sandbox }) => {
      expect(sandbox.payments.methods?.(null)).toContain(wallet);
      expect(await (await get(url)).text()).toContain(`value="${wallet}">${translator('en', 'sandbox.payWith', { name })}<`);
      expect((await post(url, { wallet, cardnumber: '4000000000000002' })).headers.get('location')).toBe('/back');
      expect(await sandbox.payments.read(ref)).toMatchObject({ state: 'authorised', cardDigits: ['1000', '9876'] });
    }),
  );

  it('asks the bank first where a card wants it: approved holds, rejected does not', () =>
    withPage(async ({ post, get, url, ref, sandbox }) => {
      const cardnumber = '4000 0027 6000 3184';
      expect((await get(`${url}/challenge`)).headers.get('location')).toBe(url);
      const step = await post(url, { cardnumber });
      expect([step.status, step.headers.get('location')]).toEqual([303, `${url}/challenge`]);
      expect(await (await get(`${url}/challenge`)).text()).toContain('value="approve"');
      expect((await post(`${url}/challenge`, { answer: 'reject' })).status).toBe(422);
      expect((await sandbox.payments.read(ref)).state).toBe('open');

      await post(url, { cardnumber });
      const approved = await post(`${url}/challenge`, { answer: 'approve' });
      expect([approved.status, approved.headers.get('location')]).toEqual([303, '/back']);
      expect(await sandbox.payments.read(ref)).toMatchObject({ state: 'authorised', cardDigits: ['3184'] });
    }));

  it('takes no approval nobody has asked the bank for', () =>
    withPage(async ({ post, url, ref, sandbox }) => {
      expect((await post(`${url}/challenge`, { answer: 'approve' })).status).toBe(422);
      expect((await sandbox.payments.read(ref)).state).toBe('open');
    }));

  it('leads on when it has been paid, whatever became of the money', () =>
    withPage(async ({ post, get, url, ref, sandbox }) => {
      await post(url, { cardnumber: '4242424242424242' });
      expect((await get(url)).headers.get('location')).toBe('/back');
      expect((await post(url, { cardnumber: '4242424242424242' })).headers.get('location')).toBe('/back');
      await sandbox.payments.capture({ ref, amountMinor: 100, key: 'capture:p1:1' });
      expect((await get(url)).headers.get('location')).toBe('/back');
    }));

  it('leads back when it was closed unpaid, and takes no card any more', () =>
    withPage(async ({ post, get, url, ref, sandbox }) => {
      await sandbox.payments.release({ ref, key: 'release:p1:1' });
      expect((await post(url, { cardnumber: '4242424242424242' })).status).toBe(410);
      const over = await get(url);
      expect(over.status).toBe(410);
      expect(await over.text()).toContain('/gave-up');
      expect((await get(`${SANDBOX_PATH}/sbx_nobody`)).status).toBe(404);
    }));

  it('keeps four digits of a card and never its number', () =>
    withPage(async ({ post, url, store }) => {
      await post(url, { cardnumber: '4242 4242 4242 4242', cvc: '987', exp: '12/30' });
      const stored = JSON.stringify(await store.db.selectFrom('key_values').selectAll().execute());
      expect(stored).toContain('4242');
      expect(stored.replace(/\D/g, '')).not.toContain('42424242');
      expect(stored).not.toContain('987"');
    }));
});
