import type { Browser, Page } from 'puppeteer';
import { createStripe } from '../../../server/adapters/stripe/stripe.ts';
import type { Clock } from '../../../server/core/ports/ports.ts';
import { type CardKind, PAYER_EMAIL, type PaymentsUnderTest } from '../../contract/payments.contract.ts';
import { openBrowser } from '../chromium.ts';
import { translator } from '../invoiceFacts.ts';

const CARDS: Readonly<Partial<Record<CardKind, string>>> = { good: '4242424242424242', declined: '4000000000000002' };
const CLOCK: Clock = { now: () => new Date(), sleepUntil: async () => undefined };
const PATIENCE_MS = 30_000;

/**
 * Opens the real Stripe in its test mode, in which no real money moves. Its pages are opened in a browser, and its clock cannot
 * be changed.
 */
export async function openTestMode(secretKey: string): Promise<PaymentsUnderTest> {
  if (!/^[sr]k_test_/.test(secretKey)) throw new Error('STRIPE_TEST_KEY is no test key');
  const checkPayment = async () => undefined;
  const { payments } = await createStripe({
    secretKey,
    webhookSecrets: [],
    clock: CLOCK,
    translator,
    check: checkPayment,
  });
  const browser = await openBrowser();
  return {
    payments,
    now: CLOCK.now,
    walletDigits: [],
    close: () => browser.close(),
    dispute: () => Promise.reject(new Error('A dispute takes its time at Stripe')),
    pass: () => Promise.reject(new Error('Time cannot be moved at Stripe')),
    pay: ({ url }, card = 'good') => payInBrowser(browser, url, CARDS[card] ?? ''),
  };
}

async function payInBrowser(browser: Browser, url: string, number: string): Promise<boolean> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    if (!(await page.waitForSelector('#cardNumber', { timeout: PATIENCE_MS }).catch(() => null))) return false;
    const fields = { cardNumber: number, cardExpiry: '1230', cardCvc: '123', email: PAYER_EMAIL, billingName: 'Ada Lovelace' };
    for (const [id, text] of Object.entries(fields)) await (await page.$(`#${id}`))?.type(text);
    await page.click('button[type=submit]');
    return await leaves(page);
  } finally {
    await page.close();
  }
}

/**
 * Returns true if the browser goes on to the app, which means that the card was accepted. After a refused card, it stays on
 * Stripe's page, which displays a message.
 */
async function leaves(page: Page): Promise<boolean> {
  const left = page.waitForRequest(request => request.url().startsWith('https://charge.example/'), { timeout: PATIENCE_MS });
  const refused = page.waitForSelector('[role=alert]', { timeout: PATIENCE_MS });
  return Promise.race([left.then(() => true), refused.then(() => false)]);
}
