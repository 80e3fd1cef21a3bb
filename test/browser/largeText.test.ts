import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { agree, CARDS, chargeFor, enterCard, expectBill, fillInDetails, order, stop } from '../support/journeySteps.ts';

const fixture = setUpBrowser({ speed: 20 });

test('A driver who needs text twice as large reads the way of the money without moving the page sideways', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await driver.go('/canarybolt/evse/HU*CNB*E6001*1?plug=1');
  await driver.presses('radio', /27\.000/);
  await fillInDetails(driver);
  await agree(driver);
  await order(driver);
  await enterCard(driver, CARDS.good);
  await chargeFor(driver, 300);
  await stop(driver);
  await expectBill(driver, { download: 'receipt.downloadReceipt' });
  await driver.sees('27.000');

  await driver.page.setViewport({ width: 320, height: 640 });
  const widths = await driver.page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html{font-size:200%}');
    document.adoptedStyleSheets = [sheet];
    return [document.documentElement.scrollWidth, document.documentElement.clientWidth];
  });
  expect(widths).toEqual([320, 320]);
});
