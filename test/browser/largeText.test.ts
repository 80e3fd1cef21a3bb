import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import {
  agree,
  CARDS,
  chargeFor,
  enterCard,
  expectBill,
  fillInDetails,
  order,
  orderAndPay,
  POINTS,
  searchReceipt,
  stop,
} from '../support/journeySteps.ts';
import type { Visitor } from '../support/visitor.ts';

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

  await expectNoWayAside(driver, [320]);
});

test('The running page and the results keep their place with text twice as large', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await orderAndPay(driver, POINTS.strongest);
  await chargeFor(driver, 60);
  await expectNoWayAside(driver);
  await driver.page.reload();
  await stop(driver);
  const price = await expectBill(driver);
  await driver.go('/canarybolt/receipts');
  await searchReceipt(driver, { price: (price / 100).toFixed(2), digits: '4242' });
  await expectNoWayAside(driver);
});

async function expectNoWayAside({ page }: Visitor, screens = [320, 390]): Promise<void> {
  for (const width of screens) {
    await page.setViewport({ width, height: 640 });
    const widths = await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('html{font-size:200%}');
      document.adoptedStyleSheets = [sheet];
      return [document.documentElement.scrollWidth, document.documentElement.clientWidth];
    });
    expect(widths).toEqual([width, width]);
  }
}
