import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, expectBill, minorOf } from '../support/journeySteps.ts';
import { readFocus, tabTo, typeOverWith } from '../support/keyboard.ts';

const fixture = setUpBrowser({ speed: 20 });

test('A driver pays, charges, stops and finds the receipt with the keyboard alone, and always sees the focus', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  const press = (key: 'Enter' | 'Space' | 'Escape' | 'ArrowDown' | 'ArrowUp' | 'ArrowLeft' | 'ArrowRight') =>
    driver.page.keyboard.press(key);
  const enter = async () => {
    await Promise.all([driver.page.waitForNavigation(), press('Enter')]);
    await driver.page.waitForSelector('html[data-hydrated], .panel');
  };

  await driver.go('/');
  await driver.page.keyboard.press('Tab');
  expect((await readFocus(driver.page)).name).toBe('Skip to content');
  await press('Enter');
  await tabTo(driver, 'Or type the number');
  await driver.page.keyboard.type('de blf e1006 1');
  await enter();

  await tabTo(driver, /^Plug 1/);
  await driver.page.keyboard.press('Tab');
  expect(await readFocus(driver.page)).toEqual({ name: expect.stringMatching(/^Plug 2/), fault: null });
  await tabTo(driver, /^Plug 1/);
  await enter();
  // The link leads on within the app. The new page is ready once its heading has the focus.
  await driver.page.waitForFunction(() => document.querySelector('h1:focus')?.textContent === 'Pay and charge');

  await tabTo(driver, /^20 kWh ≈ .*All prices/);
  await press('Enter');
  await tabTo(driver, /^at most €20/);
  await press('ArrowLeft');
  expect((await readFocus(driver.page)).name).toMatch(/^at most €80/);
  await press('ArrowRight');
  expect((await readFocus(driver.page)).name).toMatch(/^at most €20/);
  for (const [label, text] of [
    ['First name', 'Ada'],
    ['Last name', 'Berger'],
    ['Email address', 'johanna@example.org'],
    ['Repeat email address', 'joanna@example.org'],
  ] as const) {
    await tabTo(driver, label);
    await driver.page.keyboard.type(text);
  }
  await press('Enter');
  await driver.sees('There is a problem');
  await tabTo(driver, 'Email addresses differ');
  await press('Enter');
  expect((await readFocus(driver.page)).name).toBe('Repeat email address');
  await typeOverWith(driver, 'johanna@example.org');
  await tabTo(driver, /^I accept the terms/);
  await press('Space');
  await tabTo(driver, /^I have read the privacy/);
  await press('Space');
  await tabTo(driver, 'Order charging with obligation to pay');
  await enter();

  await driver.sees('Test payment', '€20.00');
  await tabTo(driver, 'Card number');
  await typeOverWith(driver, '4242424242424242');
  await tabTo(driver, 'Reserve €20.00');
  await enter();

  await driver.sees('Cost so far');
  await tabTo(driver, 'Copy the link or let someone follow');
  await press('Enter');
  await tabTo(driver, 'Copy link');
  await chargeFor(driver, 60);
  await tabTo(driver, 'Stop charging session');
  await press('Enter');
  await driver.sees('Stop charging?');
  await press('Escape');
  await driver.doesNotSee('Stop charging?');
  expect((await readFocus(driver.page)).name).toBe('Stop charging session');
  // Two key presses in immediate succession: Escape closes the dialog, and Enter opens it again.
  await press('Enter');
  await driver.sees('Stop charging?');
  await Promise.all([press('Escape'), press('Enter')]);
  await driver.sees('Stop charging?');
  expect((await readFocus(driver.page)).name).toBe('Keep charging');
  await tabTo(driver, 'Yes, stop');
  await driver.page.waitForSelector('dialog button:focus:not([aria-disabled])');
  await press('Space');

  const price = await expectBill(driver);
  expect(await driver.focused()).toBe('Charging completed');
  await tabTo(driver, 'Download invoice (PDF)');
  await tabTo(driver, 'Find a receipt');
  await enter();
  await driver.sees('Start document search');
  await tabTo(driver, 'Last 4 digits of the card');
  await driver.page.keyboard.type('4242');
  await tabTo(driver, 'Amount charged');
  await driver.page.keyboard.type((price / 100).toFixed(2));
  await enter();
  await driver.sees('Found charging processes');
  await tabTo(driver, /^Invoice R-/);
  expect(minorOf(/€[\d.]+/.exec(await driver.text())?.[0] ?? '')).toBe(price);
});
