import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, costOf, expectBill, inLanguage, orderAndPay, POINTS, sessionPath } from '../support/journeySteps.ts';
import { until } from '../support/until.ts';

const fixture = setUpBrowser({ speed: 20 });

test('Without a connection a driver keeps the session, the receipt and the way to both', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  driver.expects(
    /error occurred when fetching the script|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_FAILED|status of 503/,
  );
  const isKept = (words: string) =>
    driver.page.evaluate(async text => {
      const found = await caches.match(window.location.pathname);
      const [main = ''] = /<main.*<\/main>/s.exec((await found?.text()) ?? '') ?? [];
      return main.includes(text);
    }, words);

  await orderAndPay(driver, POINTS.connected);
  await driver.sees('Vorläufige Kosten');
  const session = sessionPath(driver);
  await until(() => isKept('Vorläufige Kosten'), Boolean);
  await chargeFor(driver, 1);
  const before = await costOf(driver);

  await fixture.app().kill9();
  await driver.go(session);
  await driver.sees('Vorläufige Kosten', 'Keine Verbindung');
  expect(await costOf(driver)).toBeGreaterThanOrEqual(before);
  await driver.presses('link', 'Ladevorgang beenden');
  await driver.presses('button', 'Ja, beenden');
  await driver.sees('Beenden ist vorgemerkt');

  // Written by the phone itself: nothing there waits for code.
  await driver.page.goto(fixture.app().origin + inLanguage(driver, '/canarybolt/receipts'));
  await driver.sees('Keine Verbindung', 'Diese Seite gibt es nur mit Netz.', 'Auf diesem Gerät gespeichert');
  await driver.follows('link', /^Canarybolt/);
  await driver.sees('Vorläufige Kosten', 'Beenden ist vorgemerkt');

  await fixture.app().restart();
  const price = await expectBill(driver);
  expect(price).toBeGreaterThanOrEqual(before);
  await until(() => isKept('Rechnung herunterladen (PDF)'), Boolean);
  await fixture.app().kill9();
  await driver.go(session);
  await driver.sees('Ladevorgang abgeschlossen', 'Rechnung herunterladen (PDF)');
  await fixture.app().restart();
}, 90_000);
