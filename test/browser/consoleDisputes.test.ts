import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { later } from '../../server/core/records/instants.ts';
import { recordOutsideRefund } from '../../server/shop/payments/outsideChanges.ts';
import type { Store } from '../../server/store/engine/database.ts';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { findPayment } from '../../server/store/shop/payments.ts';
import { findSession } from '../../server/store/shop/sessions.ts';
import { createStore } from '../../server/store/store.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/model/time.ts';
import { openBrowser } from '../support/chromium.ts';
import { isFineAtEverySize } from '../support/consoleSizes.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS } from '../support/orders.ts';

const DISPUTES = {
  open: { point: POINTS.plugsIn, en: 'Payment disputed', de: 'Zahlung angefochten' },
  won: { point: POINTS.connected, en: 'Dispute won', de: 'Anfechtung gewonnen' },
  lost: { point: POINTS.delayedMeter, en: 'Dispute lost', de: 'Anfechtung verloren' },
} as const;
const STATES = ['open', 'won', 'lost'] as const;

describe('What a driver’s bank disputes, at the console', () => {
  let running: RunningApp;
  let store: Store;
  let browser: Browser;
  let page: Page;
  const numbers = new Map<(typeof STATES)[number], number>();
  beforeAll(async () => {
    [running, browser] = await Promise.all([startApp({ speed: 600 }), openBrowser()]);
    store = createStore(openSqlite(path.join(running.config.dataDir, 'house.sqlite')));
    for (const state of STATES) {
      const { sessionId } = await finishedAt(running, DISPUTES[state].point);
      const session = await findSession(store.db, sessionId);
      if (!session) throw new Error('No session');
      numbers.set(state, session.number);
      // Half an hour before and half an hour after midnight UTC: the same local day, but two days in UTC.
      const midnight = Math.ceil(later(session.endedAt ?? new Date(), DAY_MS).getTime() / DAY_MS) * DAY_MS;
      const at = (minutes: number) => new Date(midnight + minutes * MINUTE_MS);
      await receiveDispute(session.orderId, 'open', at(-30));
      if (state !== 'open') await receiveDispute(session.orderId, state, at(30));
    }
    page = await browser.newPage();
    await page.goto(`${running.origin}/operator/sign-in`);
    await Promise.all([page.waitForNavigation(), page.click('main button')]);
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await store.close();
    await running.close();
  });

  /**
   * Passes a dispute directly to the app's code, as if the payment provider had reported it, because no bank opens disputes in a
   * demo.
   */
  async function receiveDispute(orderId: string, state: (typeof STATES)[number], now: Date): Promise<void> {
    const { payment_id: id } = await store.db
      .selectFrom('orders')
      .select('payment_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    await store.inTransaction(async trx => {
      const payment = await findPayment(trx, id ?? '');
      if (!payment) throw new Error('No payment');
      const [amountMinor, currency] = [payment.capturedMinor ?? 0, 'EUR'] as const;
      const hold = {
        ref: payment.ref ?? '',
        state: 'captured',
        currency,
        authorisedMinor: payment.amountMinor,
        capturedMinor: amountMinor,
        refundedMinor: 0,
        isDisputed: true,
        dispute: { state, amountMinor },
        captureBefore: null,
        cardDigits: payment.cardDigits,
        cardBrand: null,
        cardFingerprint: null,
      } as const;
      await recordOutsideRefund({ trx, payment, hold, now });
    });
  }

  it.each(['en', 'de'] as const)(
    'is told in words, in its colours and with what is to be done: %s',
    async locale => {
      await page.goto(`${running.origin}/operator/sessions?language=${locale}`);
      await isFineAtEverySize(page, `disputes-${locale}`);
      await page.goto(`${running.origin}/operator`);
      await isFineAtEverySize(page, `disputes-today-${locale}`);
      for (const state of STATES) {
        await page.goto(`${running.origin}/operator/sessions/${numbers.get(state)}`);
        expect(await page.$eval('main', main => main.textContent)).toContain(DISPUTES[state][locale]);
        const days = await page.$$eval('.tl .day', reported => reported.map(({ textContent }) => textContent));
        expect(days).toEqual([...new Set(days)]);
        await isFineAtEverySize(page, `dispute-${state}-${locale}`);
      }
    },
    240_000,
  );
});
