import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, expectBill, orderAndPay, searchReceipt, stop } from '../support/journeySteps.ts';
import { DESKTOP, PHONE } from '../support/visitor.ts';

// React's development build reports every difference between the server's page and the browser's on the console, and
// whatever is said there fails the test.
const fixture = setUpBrowser({ speed: 20, isDevelopment: true });

test.each([
  { locale: 'de', screen: PHONE, isDark: false },
  { locale: 'hu', screen: DESKTOP, isDark: true },
] as const)('The browser takes over each page exactly as the server sent it ($locale)', async facts => {
  const driver = await fixture.enters(facts);
  driver.expects(/status of 404/);
  const prefix = facts.locale === 'de' ? '' : `/${facts.locale}`;
  for (const address of ['/', '/blaufink', '/blaufink/evse/DE*BLF*E1003*1', '/blaufink/terms', '/nowhere/at-all/x'])
    await driver.go(prefix + address);
  await orderAndPay(
    driver,
    facts.locale === 'de' ? '/blaufink/evse/DE*BLF*E1006*1?plug=1' : '/canarybolt/evse/HU*CNB*E6001*2?plug=1',
  );
  await chargeFor(driver, facts.locale === 'de' ? 60 : 200);
  await driver.page.reload();
  await stop(driver);
  const price = await expectBill(driver, facts.locale === 'hu' ? { download: 'receipt.downloadReceipt' } : {});
  await driver.page.reload();
  await driver.go(`${prefix}/${facts.locale === 'de' ? 'blaufink' : 'canarybolt'}/receipts`);
  if (facts.locale === 'hu') await driver.page.select('#country', 'hu');
  await searchReceipt(driver, { price: facts.locale === 'de' ? (price / 100).toFixed(2) : String(price), digits: '4242' });
  expect(driver.path()).toMatch(/receipts\/results$/);
});
