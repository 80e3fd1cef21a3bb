import { afterAll, describe, expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import {
  agree,
  chargeFor,
  expectBill,
  fillInDetails,
  inLanguage,
  POINTS,
  searchReceipt,
  sessionPath,
  stop,
} from '../support/journeySteps.ts';
import { openStripeApp, type StripeApp } from '../support/stripe/stripeApp.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const WALLET_CARD = '4000 0000 0000 1000';

async function fillIn(driver: Visitor, address: string): Promise<void> {
  await driver.go(inLanguage(driver, address));
  await fillInDetails(driver);
  await agree(driver);
}

describe('With Stripe', () => {
  let opened: StripeApp;
  const fixture = setUpBrowser(async () => {
    opened = await openStripeApp({ speed: 4 });
    return opened.options;
  });
  afterAll(() => opened?.peer.close());
  const moves = () => opened.peer.ledger.map(({ move, amountMinor }) => ({ move, amountMinor }));

  test('a driver pays on Stripe’s page, is refused once, charges, and finds the receipt by the number of the wallet', async () => {
    const driver = await fixture.enters({ locale: 'de' });
    await fillIn(driver, POINTS.connected);
    await driver.sees(`Sie zahlen bei ${new URL(opened.peer.origin).host}.`);
    await driver.follows('button', 'Kostenpflichtig laden');
    await driver.sees('Checkout', 'reserviert');
    expect(new URL(driver.page.url()).origin).toBe(opened.peer.origin);
    driver.expects(/402/);
    await driver.types('Email', 'johanna@example.org');
    await driver.types('Card', '4000 0000 0000 0002');
    await driver.follows('button', 'Pay');
    await driver.sees('card_declined');
    await driver.types('Email', 'johanna@example.org');
    await driver.types('Card', WALLET_CARD);
    await driver.follows('button', 'Pay');

    await driver.sees('Lädt', 'Kosten bis jetzt');
    await chargeFor(driver, 60);
    await stop(driver);
    const price = await expectBill(driver);
    expect(moves()).toEqual([
      { move: 'held', amountMinor: 4000 },
      { move: 'taken', amountMinor: price },
    ]);
    await driver.sees('Abgebucht von Karte mit Endziffern 1000');
    await driver.follows('link', 'Beleg suchen');
    await searchReceipt(driver, { price: (price / 100).toFixed(2).replace('.', ','), digits: '9876' });
    await driver.sees('1 Ladevorgang');
  }, 120_000);

  test('a driver without JavaScript is led to Stripe’s page by the form itself, may turn back, and pays in the end', async () => {
    const driver = await fixture.enters({ locale: 'en', hasJavaScript: false });
    await fillIn(driver, POINTS.neverPlugsIn);
    await driver.follows('button', 'Order charging with obligation to pay');
    await driver.sees('Checkout');
    await driver.follows('link', 'Back');
    expect(driver.path()).toMatch(/\/pay\/.+\/return$/);
    await driver.sees('Cancelled. Nothing was charged.');
    await agree(driver);
    await driver.follows('button', 'Order charging with obligation to pay');
    await driver.types('Card', '4242 4242 4242 4242');
    await driver.follows('button', 'Pay');
    expect(sessionPath(driver)).toContain('/charging/');
    await driver.sees('Your charging session is starting');
  }, 60_000);

  test('a driver who never comes back from Stripe’s page charges all the same, because Stripe tells', async () => {
    const driver = await fixture.enters({ locale: 'de' });
    await fillIn(driver, POINTS.strongest);
    await driver.follows('button', 'Kostenpflichtig laden');
    const held = moves().filter(({ move }) => move === 'held').length;
    const answer = await fetch(driver.page.url(), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ card: '4242424242424242', email: 'johanna@example.org' }),
    });
    expect(answer.status).toBe(303);
    await until(
      async () => fixture.app().lines.filter(({ msg }) => msg === 'payment authorised').length,
      count => count === held + 1,
    );
    await opened.peer.sent();
    const notices = fixture.app().lines.filter(({ msg, route }) => msg === 'request' && route === 'stripe-notice');
    expect(notices.map(({ status }) => status)).toContain(204);
  }, 60_000);

  test('there is no test page for cards', async () => {
    const answer = await fetch(`${fixture.app().origin}/sandbox-pay/sbx_1`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain('4242');
  });
});

describe('With a security policy that does not name Stripe’s pages', () => {
  let opened: StripeApp;
  const fixture = setUpBrowser(async () => {
    opened = await openStripeApp({ pageOrigin: 'https://checkout.stripe.com' });
    return opened.options;
  });
  afterAll(() => opened?.peer.close());

  test('the browser does not let the form lead anywhere else', async () => {
    const driver = await fixture.enters({ locale: 'de', hasJavaScript: false });
    driver.expects(/form-action/);
    await fillIn(driver, POINTS.strongest);
    const before = driver.page.url();
    const refusal = new Promise<string>(resolve => {
      driver.page.on('console', message => {
        if (message.text().includes('form-action')) resolve(message.text());
      });
    });
    await driver.presses('button', 'Kostenpflichtig laden');
    expect(await refusal).toMatch(/form-action 'self' https:\/\/checkout\.stripe\.com.*blocked/s);
    expect(driver.page.url()).toBe(before);
    // The app did create the page at Stripe, but the browser refused the redirect to it.
    expect(opened.peer.books.pages.size).toBe(1);
  }, 60_000);
});
