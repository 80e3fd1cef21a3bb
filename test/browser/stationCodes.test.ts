import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { axeFaults } from '../support/axe.ts';
import { openBrowser } from '../support/chromium.ts';
import { CHARGE_POINT, type CodeShop, openCodeShop } from '../support/codeShop.ts';
import { translator } from '../support/invoiceFacts.ts';
import { agree, fillInDetails, order } from '../support/journeySteps.ts';
import { openVisitor, type Visitor } from '../support/visitor.ts';

let shop: CodeShop;
let browser: Browser;
beforeAll(async () => {
  [shop, browser] = await Promise.all([openCodeShop(), openBrowser()]);
}, 90_000);
afterAll(() => Promise.all([browser.close(), shop.close()]));

const enters = (facts: { hasJavaScript?: boolean } = {}) => openVisitor(browser, { origin: shop.origin, locale: 'hu', ...facts });
const scans = (driver: Visitor, evse: number, password: string) =>
  driver.go(`/q/${encodeURIComponent(CHARGE_POINT)}/${evse}/${password}/v1`);
const t = (key: string, values = {}) => translator('hu', key, values);

test.each([true, false])(
  'A driver who scans the screen is told that it was checked, and orders once (JavaScript: %s)',
  async hasJavaScript => {
    const driver = await enters({ hasJavaScript });
    const other = await enters({ hasJavaScript });
    const evse = hasJavaScript ? 1 : 2;
    // A QR code on the station's screen stays valid for a while after the station shows the next one.
    const password = shop.shown(evse, -30);
    for (const each of [driver, other]) {
      await scans(each, evse, password);
      await each.sees(t('location.verified'));
      expect(each.path()).toBe(`/hu/blaufink/evse/DE*BLF*E1001*${evse}`);
      await fillInDetails(each);
      await agree(each);
    }
    await order(driver);
    await other.presses('button', t('payment.submitBinding'));
    await other.sees(t('payment.codeUsed'));
    await other.doesNotSee(t('location.verified'));
    expect(await other.valueOf(t('contact.lastName'))).toBe('Lovelace');
    expect([...driver.troubles(), ...other.troubles()].filter(trouble => !/status of 409/.test(trouble))).toEqual([]);
    await Promise.all([driver.leaves(), other.leaves()]);
  },
);

test('Whoever reloads the page, or scans too late, is told what to compare or to do', async () => {
  const driver = await enters();
  await scans(driver, 1, shop.shown(1));
  await driver.sees(t('location.verified'));
  expect(await axeFaults(driver.page)).toEqual([]);
  await driver.page.reload();
  await driver.doesNotSee(t('location.verified'));
  await driver.sees(t('plug.compare', { number: '1', evse: 'DE*BLF*E1001*1', host: new URL(shop.origin).host }));
  driver.expects(/status of 410/);
  await scans(driver, 1, shop.shown(1, 400));
  await driver.sees(t('code.old.text'), t('code.nothingCharged'));
  expect(await axeFaults(driver.page)).toEqual([]);
  await driver.types(t('home.evse.label'), 'deblfe10011');
  await driver.follows('button', t('home.evse.submit'));
  expect(driver.path()).toBe('/hu/blaufink/evse/DE*BLF*E1001*1');
  expect(driver.troubles()).toEqual([]);
  await driver.leaves();
});
