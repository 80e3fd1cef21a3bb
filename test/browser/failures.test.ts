import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import {
  agree,
  CARDS,
  enterCard,
  expectDetails,
  fillInDetails,
  inLanguage,
  order,
  orderAndPay,
  POINTS,
  sessionPath,
} from '../support/journeySteps.ts';

const fixture = setUpBrowser({ speed: 5 });

test('A declined card is told, and another card works', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  driver.expects(/status of 422/);
  await driver.go(inLanguage(driver, '/blaufink/evse/DE*BLF*E1001*1'));
  await fillInDetails(driver);
  await agree(driver);
  await order(driver);
  await enterCard(driver, CARDS.declined);
  await driver.sees('Your card was declined. Nothing was reserved.');
  await enterCard(driver, CARDS.good);
  expect(sessionPath(driver)).toMatch(/^\/blaufink\/charging\//);
});

test('A driver who cancels at the payment page reads in one line that nothing was charged, and orders again', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await driver.go(inLanguage(driver, '/blaufink/evse/DE*BLF*E1001*2'));
  await driver.presses('radio', /at most €40/);
  await fillInDetails(driver);
  await agree(driver);
  await order(driver);

  await driver.follows('link', 'Cancel');
  await driver.sees('Cancelled. Nothing was charged.');
  expect(await driver.text()).not.toContain('unfinished');
  await expectDetails(driver);
  const chosen = await driver.finds('radio', /at most €40/);
  expect(await chosen.evaluate(node => (node as HTMLInputElement).checked)).toBe(true);

  await agree(driver);
  await order(driver);
  await enterCard(driver, CARDS.good);
  expect(sessionPath(driver)).toMatch(/^\/blaufink\/charging\//);
});

test('Pressing twice, reloading and going back make one hold, and lead to the same session', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  const holds = await fixture.holdsOf(async () => {
    await driver.go(inLanguage(driver, '/farnwald/evse/DE*FRW*E2001*1?plug=1'));
    await fillInDetails(driver);
    await agree(driver);
    const button = await driver.finds('button', 'Order charging with obligation to pay');
    await Promise.all([driver.page.waitForNavigation(), button.click({ count: 2, delay: 5 })]);
    await driver.sees('Test payment');

    await driver.page.reload();
    await driver.sees('Test payment');
    await driver.page.goBack();
    await driver.sees('Pay and charge');
    expect(await driver.valueOf('Email address for the receipt')).toBe('johanna@example.org');
    await agree(driver);
    await order(driver);

    await enterCard(driver, CARDS.good);
    await driver.sees('Plug 1');
    const session = sessionPath(driver);
    await driver.page.reload();
    expect(sessionPath(driver)).toBe(session);
    await driver.page.goBack();
    await driver.sees('Cost so far');
    expect(sessionPath(driver)).toBe(session);
  });
  expect(holds.map(({ state }) => state).toSorted()).toEqual(['authorised']);
});

test('Of two tabs for one plug the second is told that it is taken, and its hold is released', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  const holds = await fixture.holdsOf(async () => {
    const tabs = [driver, await driver.opensTab()];
    for (const tab of tabs) {
      await tab.page.bringToFront();
      await tab.go(inLanguage(tab, '/canarybolt/evse/DE*CNB*E3003*1'));
      await fillInDetails(tab);
      await agree(tab);
      await order(tab);
    }
    const [first = driver, second = driver] = tabs;
    await first.page.bringToFront();
    await enterCard(first, CARDS.good);
    expect(sessionPath(first)).toMatch(/^\/canarybolt\/charging\//);
    await second.page.bringToFront();
    await enterCard(second, CARDS.good);
    await second.sees('Nothing was charged');
    expect(second.troubles()).toEqual([]);
  });
  expect(holds.map(({ state }) => state).toSorted()).toEqual(['authorised', 'released']);
});

test('A plug taken meanwhile is told before anything is paid, and nothing typed is lost', async () => {
  const slow = await fixture.enters({ locale: 'en' });
  slow.expects(/status of 409/);
  await slow.go(inLanguage(slow, `${POINTS.strongTwoPlugs}?plug=1`));
  await fillInDetails(slow);
  await agree(slow);
  const quick = await fixture.enters({ locale: 'en' });
  await orderAndPay(quick, `${POINTS.strongTwoPlugs}?plug=1`);
  await quick.sees('Cost so far');

  await slow.page.bringToFront();
  await slow.presses('button', 'Order charging with obligation to pay');
  await slow.sees('This plug has just been taken. Nothing was charged. Please choose another plug.');
  expect(await slow.focused()).toContain('This plug has just been taken.');
  await slow.follows('button', /Plug 2/);
  await slow.sees('CHAdeMO');
  await expectDetails(slow);
});

test.each([true, false])('A price changed meanwhile is told, and nothing typed is lost (JavaScript: %s)', async hasJavaScript => {
  const driver = await fixture.enters({ locale: 'en', hasJavaScript });
  driver.expects(/status of 409/);
  await driver.go(inLanguage(driver, '/blaufink/evse/DE*BLF*E1004*3'));
  await fillInDetails(driver);
  await agree(driver);
  if (hasJavaScript) {
    await driver.page.setRequestInterception(true);
    driver.page.on('request', request => {
      const postData = request.postData()?.replace(/"tariffVersion":"[^"]*"/, '"tariffVersion":"of-yesterday"');
      void request.continue(request.method() === 'POST' && postData ? { postData } : {});
    });
    await driver.presses('button', 'Order charging with obligation to pay');
  } else {
    await driver.page.$eval('[name=tariffVersion]', node => {
      (node as HTMLInputElement).value = 'of-yesterday';
    });
    await driver.follows('button', 'Order charging with obligation to pay');
  }
  await driver.sees('The price has changed since you opened this page. Please check it.');
  await expectDetails(driver);
});
