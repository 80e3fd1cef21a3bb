import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, costOf, download, expectBill, orderAndPay, POINTS, sessionPath, stop } from '../support/journeySteps.ts';
import { until } from '../support/until.ts';

const fixture = setUpBrowser({ speed: 10 });

test('An app that dies in the middle of charging goes on after its restart, and so does the open page', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  driver.expects(
    /error occurred when fetching the script|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET/,
  );
  await orderAndPay(driver, POINTS.connected);
  await driver.sees('Cost so far');
  const session = sessionPath(driver);
  const page = await driver.page.evaluateHandle(() => document.body);
  await chargeFor(driver, 1);
  const before = await costOf(driver);

  await fixture.app().kill9();
  await driver.sees('Information about your charging process could not be retrieved.');
  expect(await costOf(driver)).toBeGreaterThanOrEqual(before);
  await fixture.app().restart();
  await driver.doesNotSee('No connection.');
  await chargeFor(driver, before + 50);
  expect(await page.evaluate(body => body.isConnected)).toBe(true);
  expect(sessionPath(driver)).toBe(session);

  await stop(driver);
  const price = await expectBill(driver);
  expect(price).toBeGreaterThanOrEqual(before + 50);
  const [hold] = fixture.app().holds();
  expect(hold).toMatchObject({ state: 'captured', capturedMinor: price });
  const invoice = await download(driver, 'Download invoice (PDF)');
  expect(invoice.bytes.subarray(0, 5).toString()).toBe('%PDF-');
});

const OUTAGE_MS = 30_000;

test('Half a minute without a network: the last values stay, and the page catches up afterwards', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  driver.expects(/error occurred when fetching the script|ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
  await orderAndPay(driver, POINTS.strongest);
  await driver.sees('Cost so far');
  await chargeFor(driver, 60);

  await driver.page.setOfflineMode(true);
  const backAt = Date.now() + OUTAGE_MS;
  await driver.sees('Information about your charging process could not be retrieved.', 'As of');
  const costBefore = await costOf(driver);
  expect(costBefore).toBeGreaterThan(0);
  await new Promise(resolve => setTimeout(resolve, backAt - Date.now()));
  await driver.sees('Failed to load session data after multiple attempts.', 'As of');
  expect(await costOf(driver)).toBe(costBefore);

  await driver.page.setOfflineMode(false);
  await driver.doesNotSee('Failed to load session data after multiple attempts.');
  await until(
    () => costOf(driver),
    cost => cost > costBefore,
  );

  await driver.page.setOfflineMode(true);
  await driver.presses('link', 'Stop charging session');
  await driver.presses('button', 'Yes, stop');
  await driver.sees('Your stop request is saved', 'We will send your request as soon as you are back online.');
  await driver.page.setOfflineMode(false);
  await expectBill(driver);
}, 90_000);
