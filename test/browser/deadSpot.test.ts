import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import type { Assets } from '../../server/render/assets.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, costOf, expectBill, inLanguage, orderAndPay, POINTS, sessionPath, stop } from '../support/journeySteps.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });

test('Without a connection a driver keeps the session, the receipt and the way to both', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  driver.expects(
    /error occurred when fetching the script|ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_RESET|ERR_FAILED|status of 503/,
  );
  const isCached = (words: string) =>
    driver.page.evaluate(async text => {
      const found = await caches.match(window.location.pathname);
      const [main = ''] = /<main.*<\/main>/s.exec((await found?.text()) ?? '') ?? [];
      return main.includes(text);
    }, words);

  await orderAndPay(driver, POINTS.connected);
  await driver.sees('Kosten bis jetzt');
  const session = sessionPath(driver);
  await until(() => isCached('Kosten bis jetzt'), Boolean);
  await chargeFor(driver, 60);
  const before = await costOf(driver);

  await fixture.app().kill9();
  await driver.go(session);
  await driver.sees('Kosten bis jetzt', 'Die Informationen zu Ihrem Ladevorgang konnten nicht abgerufen werden.');
  expect(await costOf(driver)).toBeGreaterThanOrEqual(before);
  await driver.presses('link', 'Ladevorgang beenden');
  await driver.presses('button', 'Ja, beenden');
  await driver.sees('Beenden ist vorgemerkt');

  // The service worker generates this page. It needs no scripts, which could be missing without a network.
  await driver.page.goto(fixture.app().origin + inLanguage(driver, '/canarybolt/receipts'));
  await driver.sees('Keine Verbindung', 'Diese Seite gibt es nur mit Netz.', 'Auf diesem Gerät gespeichert', 'Hilfe: +49');
  expect(await driver.page.$eval('header img', logo => (logo as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await driver.follows('link', /^Canarybolt/);
  await driver.sees('Kosten bis jetzt', 'Beenden ist vorgemerkt');

  await fixture.app().restart();
  const price = await expectBill(driver);
  expect(price).toBeGreaterThanOrEqual(before);
  await until(() => isCached('Rechnung herunterladen (PDF)'), Boolean);
  await fixture.app().kill9();
  await driver.go(session);
  await driver.sees('Laden beendet', 'Rechnung herunterladen (PDF)');
  await fixture.app().restart();
}, 90_000);

/** Returns the scripts of a page. The last ones belong to this page only. */
function scriptsOf(page: string): readonly string[] {
  const { entry, preload } = JSON.parse(readFileSync(path.resolve('dist/manifest.json'), 'utf8')) as Assets;
  return [entry, ...(preload[`client/pages/${page}`] ?? [])];
}

/**
 * Blocks requests to the given addresses.
 * @returns a function that ends the block
 */
async function refuse(driver: Visitor, urls: readonly string[]): Promise<() => Promise<void>> {
  const session = await driver.page.createCDPSession();
  await session.send('Network.enable');
  await session.send('Network.setBlockedURLs', { urls: urls.map(url => `*${url}`) });
  return () => session.detach();
}

const loaded = (driver: Visitor) =>
  driver.page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ responseStatus }) => responseStatus === 200)
      .map(({ name }) => new URL(name).pathname),
  );

test('How charging ended needs no file that a dead spot could swallow: it has come with the page', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await orderAndPay(driver, POINTS.strongest);
  await driver.sees('Kosten bis jetzt');
  const end = scriptsOf('Session/SessionEnd.tsx').at(-1) ?? '';
  await until(
    () => loaded(driver),
    files => files.includes(end),
  );
  await chargeFor(driver, 60);
  await refuse(driver, ['/assets/*.js']);
  await stop(driver);
  await expectBill(driver);
});

test('A phone that could not load that file gets it when there is a network again', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  driver.expects(/ERR_BLOCKED_BY_CLIENT|request failed: \S+\.js/);
  const running = scriptsOf('Session/Session.tsx');
  const end = scriptsOf('Session/SessionEnd.tsx').filter(file => !running.includes(file));
  const allow = await refuse(driver, end);
  await orderAndPay(driver, '/blaufink/evse/DE*BLF*E1001*2');
  await driver.sees('Kosten bis jetzt');
  await chargeFor(driver, 60);
  expect(await loaded(driver)).not.toContain(end[0]);
  await allow();
  await stop(driver);
  await expectBill(driver);
});
