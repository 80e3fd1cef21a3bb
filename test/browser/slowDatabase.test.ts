import { afterAll, expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, expectBill, orderAndPay, stop } from '../support/journeySteps.ts';
import { openLossyWire } from '../support/lossyWire.ts';
import { startPostgres } from '../support/postgres.ts';
import type { Visitor } from '../support/visitor.ts';

/** Delay of each packet. With one round trip, the data of a page already arrive after the time that the app waits for them. */
const DELAY_MS = 30;

const postgres = await startPostgres();
const database = new URL(await postgres.createDatabase());
const wire = await openLossyWire(database.href, { delayMs: DELAY_MS });
database.port = new URL(wire.origin).port;
// React's development build logs every difference between the server's page and the browser's page to the console. Any console
// message fails the test.
const fixture = setUpBrowser({ speed: 20, isDevelopment: true, env: { DATABASE_URL: database.href } });
afterAll(async () => {
  wire.close();
  await postgres.close();
});

const POINT = '/blaufink/evse/DE*BLF*E1006*1';

/** Matches a document whose content the server sent after its header, with tags of its own between the two. */
const IN_PIECES = /<\/header><title>.*<main/s;

/** Records which documents arrive in pieces. */
function documentsOf({ page }: Visitor): () => Promise<Record<string, boolean>> {
  const texts: [string, Promise<string>][] = [];
  page.on('response', response => {
    const { pathname } = new URL(response.url());
    if (response.request().isNavigationRequest() && response.ok()) texts.push([pathname, response.text().catch(() => '')]);
  });
  return async () =>
    Object.fromEntries(await Promise.all(texts.map(async ([path, text]) => [path, IN_PIECES.test(await text)] as const)));
}

test('With a slow database, pages arrive in pieces, and the browser takes them over as the server sent them', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  const isInPieces = documentsOf(driver);
  await driver.go('/en/blaufink');
  await orderAndPay(driver, `${POINT}?plug=1`);
  await chargeFor(driver, 20);
  const session = driver.path();
  // Without JavaScript, this page reloads itself. The tag for it arrives with the content.
  await driver.go(`/en${POINT}?plug=1`);
  await driver.sees('Charging since');
  expect((await isInPieces())[`/en${POINT}`]).toBe(true);
  expect(await driver.page.title()).toContain('Blaufink');
  expect(await driver.page.$$eval('#page > *', elements => elements.map(({ localName }) => localName))).toEqual([
    ...['a', 'div', 'header', 'main', 'footer'],
  ]);
  await driver.go(session);
  await stop(driver);
  await expectBill(driver);
  await driver.go(session);
  await driver.sees('Charging completed');
  expect((await isInPieces())[session]).toBe(true);
}, 60_000);
