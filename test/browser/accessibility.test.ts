import { expect, test } from '@jest/globals';
import { API_PATH } from '../../shared/console/api.ts';
import { axeFaults } from '../support/axe.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { translator } from '../support/invoiceFacts.ts';
import {
  agree,
  CARDS,
  chargeFor,
  enterCard,
  expectBill,
  fillInDetails,
  inLanguage,
  order,
  orderAndPay,
  POINTS,
  searchReceipt,
  sessionPath,
  stop,
} from '../support/journeySteps.ts';
import { DESKTOP, PHONE, type Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });

/** Together the two languages cover each page on narrow and wide screens, in the light and the dark scheme. */
const APPEARANCES = {
  de: [
    { screen: PHONE, scheme: 'light' },
    { screen: DESKTOP, scheme: 'dark' },
  ],
  en: [
    { screen: PHONE, scheme: 'dark' },
    { screen: DESKTOP, scheme: 'light' },
  ],
} as const;

/** Collects the faults that axe-core finds in each state that the visitor reaches. */
function inspector(visitor: Visitor, locale: keyof typeof APPEARANCES) {
  const faults: string[] = [];
  return {
    faults,
    async check(state: string): Promise<void> {
      for (const { screen, scheme } of APPEARANCES[locale]) {
        await visitor.page.setViewport({ ...screen });
        await visitor.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        for (const fault of await axeFaults(visitor.page)) faults.push(`${state}, ${screen.width} px, ${scheme}: ${fault}`);
      }
      await visitor.page.setViewport({ ...PHONE });
    },
  };
}

test.each(['de', 'en'] as const)(
  'axe-core finds nothing to complain about on any page or state (%s)',
  async locale => {
    const driver = await fixture.enters({ locale });
    driver.expects(/status of (404|422)/);
    const { check, faults } = inspector(driver, locale);
    const t = (key: string) => translator(locale, key);
    const open = async (state: string, address: string) => {
      await driver.go(inLanguage(driver, address));
      await check(state);
    };

    await open('home', '/');
    await open('brand', '/farnwald');
    await open('terms', '/blaufink/terms');
    await open('accessibility', '/blaufink/accessibility');
    await open('not found', '/blaufink/nowhere/at-all');
    await open('unknown point', '/blaufink/evse/DE*BLF*E9999*9');
    await open('occupied', '/farnwald/evse/DE*FRW*E2002*2');
    await open('fault', '/farnwald/evse/DE*FRW*E2002*2/fault?plug=1');
    await open('plugs', '/blaufink/evse/DE*BLF*E1003*1');
    await open('free', `${POINTS.free}?plug=1`);

    await open('payment', POINTS.neverPlugsIn);
    await driver.presses('button', t('payment.submitBinding'));
    await driver.sees(t('errorSummary.title'));
    await check('payment with errors');
    await fillInDetails(driver);
    await agree(driver);
    await order(driver);
    await check('test payment');
    // The cancel link of the payment page cancels the order. Without its query, its address is the page of an unfinished payment.
    await driver.go(
      await driver.page.$eval('a[href*="cancelled=1"]', link => new URL((link as HTMLAnchorElement).href).pathname),
    );
    await check('unfinished payment');
    await driver.follows('link', t('order.unfinished.continue'));
    await enterCard(driver, CARDS.challenge);
    await check('3-D Secure');
    await driver.follows('button', t('sandbox.challenge.approve'));
    await driver.sees(t('session.starting'));
    await check('starting');
    await driver.presses('button', t('session.starting.cancel'));
    await driver.sees(t('session.nothingCharged'));
    await check('cancelled');

    await orderAndPay(driver, `${POINTS.delayedMeter}?plug=1`);
    await chargeFor(driver, 60);
    await check('running');
    await driver.presses('link', t('session.stop'));
    await driver.sees(t('session.stop.title'));
    await check('stop sheet');
    await driver.presses('button', t('session.stop.confirmNo'));
    await driver.presses('link', t('goal.set'));
    await driver.sees(t('goal.title'));
    await check('goal sheet');
    await driver.presses('button', t('goal.back'));
    const session = sessionPath(driver);
    await open('goal page', `${session}/goal`);
    await open('stop page', `${session}/stop`);
    await driver.go(inLanguage(driver, session));
    await stop(driver);
    await driver.sees(t('session.finishing.meter'));
    await check('finishing');

    await open('search', '/canarybolt/receipts');
    await driver.presses('button', t('search.submit'));
    await driver.sees(t('errorSummary.title'));
    await check('search with errors');
    await searchReceipt(driver, { price: '0.01', digits: '3184' });
    await driver.sees(t('search.none.title'));
    await check('nothing found');

    await driver.go(inLanguage(driver, session));
    const price = await expectBill(driver);
    await check('completed');
    await driver.go(inLanguage(driver, '/canarybolt/receipts'));
    await searchReceipt(driver, { price: (price / 100).toFixed(2), digits: '4242' });
    await driver.sees(t('results.title'));
    await check('results');
    expect(faults).toEqual([]);
  },
  90_000,
);

test('axe-core finds nothing to complain about on the page that describes the API', async () => {
  const visitor = await fixture.enters({ locale: 'en' });
  const { check, faults } = inspector(visitor, 'en');
  await visitor.page.goto(new URL(API_PATH, fixture.app().origin).href);
  await visitor.page.$$eval('#refund, #listSessions', folds => {
    for (const fold of folds) fold.toggleAttribute('open', true);
  });
  await visitor.page.click('#refund [href="#schema-ApiDone"]');
  await visitor.page.waitForSelector('details[open] > #schema-ApiDone');
  await check('reference');
  expect(faults).toEqual([]);
  expect(await visitor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
});
