import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, expectBill, orderAndPay, searchReceipt, stop } from '../support/journeySteps.ts';
import { DESKTOP, PHONE } from '../support/visitor.ts';

// React's development build logs every difference between the server's page and the browser's page to the console. Any console
// message fails the test.
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

test.each(['/', '/blaufink/evse/DE*BLF*E1003*1', '/en/blaufink/receipts'])(
  'A page looks the same when its styles have been taken over (%s)',
  async address => {
    const driver = await fixture.enters({ locale: address.startsWith('/en') ? 'en' : 'de', screen: PHONE });
    await driver.page.evaluateOnNewDocument(() => {
      window.requestIdleCallback = work => {
        Object.assign(window, { whenIdle: work });
        return 0;
      };
    });
    await driver.go(address);
    const [before, after] = await driver.page.evaluate(() => {
      const computedStyles = () =>
        [...document.body.querySelectorAll('*')].map(element => window.getComputedStyle(element).cssText);
      const styles = () => [...document.querySelectorAll<HTMLStyleElement>('style[data-styled]')];
      const rules = () => styles().flatMap(({ sheet }) => [...(sheet?.cssRules ?? [])].map(({ cssText }) => cssText));
      const seen = () => ({
        reads: computedStyles(),
        rules: rules(),
        isSent: styles().map(({ textContent }) => textContent !== ''),
      });
      const first = seen();
      (window as unknown as { whenIdle(): void }).whenIdle();
      return [first, seen()] as const;
    });
    // Before the page is idle, its styles are those that the server has sent. Afterwards the styling library has replaced them.
    expect(before.isSent).toEqual([true]);
    expect(after.isSent).toEqual([false]);
    // The order of the style rules is compared too, because it decides between two rules of equal specificity.
    expect(after.rules).toEqual(before.rules);
    expect(after.reads).toEqual(before.reads);
  },
);
