import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import {
  agree,
  CARDS,
  chargeFor,
  costOf,
  enterCard,
  expectBill,
  expectDetails,
  fillInDetails,
  order,
  searchReceipt,
  stop,
} from '../support/journeySteps.ts';
import { DESKTOP } from '../support/visitor.ts';

/** The plug stays locked for one minute until the last meter value. At this speed the minute takes 15 seconds on any machine. */
const fixture = setUpBrowser({ speed: 4 });

test('Without JavaScript a driver pays, charges, stops on a page of its own, and finds the receipt again', async () => {
  const driver = await fixture.enters({ locale: 'en', screen: DESKTOP, hasJavaScript: false });
  driver.expects(/status of 422/);
  await driver.go('/en/blaufink/evse/DE*BLF*E1001*1');
  await fillInDetails(driver, { lastName: 'Berger2' });
  await driver.follows('button', 'Order charging with obligation to pay');
  await driver.sees('There is a problem', 'The name must not contain numbers', 'Please accept the terms and conditions.');
  await expectDetails(driver, { lastName: 'Berger2' });
  const mistyped = { email: 'johanna@gmial.com', emailConfirmation: 'johanna@gmial.com' };
  await fillInDetails(driver, mistyped);
  await agree(driver);
  await driver.follows('button', 'Order charging with obligation to pay');
  await driver.sees('Did you mean johanna@gmail.com?');
  await expectDetails(driver, mistyped);
  await driver.follows('button', 'Yes, change it');
  await expectDetails(driver, { email: 'johanna@gmail.com', emailConfirmation: 'johanna@gmail.com' });
  await driver.doesNotSee('Did you mean');
  await order(driver);

  await driver.go('/');
  expect(driver.path()).toBe('/en');
  await driver.page.click('main details:has(a[href*="/evse/"]) > summary');
  await driver.follows('link', /Oskar-Jäger-Straße 170.*last meter value arrives late/);

  await driver.follows('link', /Plug 1/);
  await driver.sees('CCS, DC up to 100 kW', 'Is 1 on the plug, DE*CNB*E3003*2 on the station');

  await driver.follows('button', 'Order charging with obligation to pay');
  await driver.sees('There is a problem', 'Please accept the terms and conditions.');
  await agree(driver);
  await order(driver);
  await enterCard(driver, CARDS.good);

  expect(await driver.page.$eval('noscript', node => node.innerHTML)).toContain('http-equiv="refresh"');
  await driver.comesToSee('Cost so far');
  const first = await costOf(driver);
  await chargeFor(driver, Math.max(60, first + 1));
  await stop(driver);
  await driver.comesToSee('Plug still locked');
  await driver.sees('Unlock the vehicle too.', 'Last meter value');
  const price = await expectBill(driver);
  await driver.sees('Charged to card ending 4242', 'released.');

  const invoice = await driver.page.$eval('a[href$="/invoice"]', link => (link as HTMLAnchorElement).href);
  expect((await (await fetch(invoice)).text()).slice(0, 5)).toBe('%PDF-');

  await driver.follows('link', 'Find a receipt');
  await searchReceipt(driver, { price: '0.01', digits: '4242' });
  await driver.sees('No charging process found');
  expect(await driver.valueOf('Last 4 digits of the card')).toBe('4242');
  await searchReceipt(driver, { price: (price / 100).toFixed(2), digits: '4242' });
  await driver.sees('Found charging processes', '1 session', 'Oskar-Jäger-Straße 170');
  await driver.page.$eval('main li summary', summary => summary.click());
  await driver.finds('link', /Signed meter values/);
});
