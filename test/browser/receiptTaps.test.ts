import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, expectBill, inLanguage, orderAndPay, POINTS, stop } from '../support/journeySteps.ts';
import { PHONE, type Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });

/** Height in CSS pixels of the search on a phone, with its footer. */
const MAX_HEIGHT = 1200;

/** Taps the middle of an element, as a finger does. */
async function tap({ page }: Visitor, selector: string): Promise<void> {
  const element = await page.waitForSelector(selector, { visible: true });
  await element?.evaluate(node => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
  await element?.tap();
}

test.each(['de', 'hu'] as const)(
  'A driver comes from the start page to the receipt of today with four taps, in %s',
  async locale => {
    const driver = await fixture.enters({ locale, screen: PHONE });
    await orderAndPay(driver, POINTS.connected);
    await chargeFor(driver, 60);
    await stop(driver);
    const price = await expectBill(driver);

    await driver.go(inLanguage(driver, '/canarybolt'));
    await tap(driver, 'main a[href$="/receipts"]');
    await driver.page.waitForSelector('#creditCard');
    const { height, tops } = await driver.page.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      tops: ['creditCard', 'price'].map(id => document.getElementById(id)?.getBoundingClientRect().top),
    }));
    expect(new Set(tops).size).toBe(1);
    expect(height <= MAX_HEIGHT ? 'fits' : height).toBe('fits');

    await tap(driver, '#creditCard');
    await driver.page.keyboard.type('4242');
    await tap(driver, '#price');
    await driver.page.keyboard.type((price / 100).toFixed(2).replace('.', ','));
    await tap(driver, 'form button[type="submit"]');
    const receipt = await driver.page.waitForSelector('main ol a[href*="/invoice"], main ol a[href$=".pdf"]', { visible: true });
    expect(await receipt?.evaluate(link => link.getBoundingClientRect().top < window.innerHeight)).toBe(true);
  },
);
