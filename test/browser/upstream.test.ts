import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { axeFaults } from '../support/axe.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { openFakeUpstream, upstreamEnv } from '../support/fakeUpstream.ts';
import { FAULTS } from '../support/faults.ts';
import { translator } from '../support/invoiceFacts.ts';
import { inLanguage, searchReceipt, sendSearch } from '../support/journeySteps.ts';
import { until } from '../support/until.ts';
import { DESKTOP, PHONE } from '../support/visitor.ts';

// The upstream service must run before the app, because the app's settings contain its address.
const peer = await openFakeUpstream();
const { search, metadata } = peer;
const fixture = setUpBrowser({ isDevelopment: true, env: upstreamEnv(peer) });
beforeEach(() => void Object.assign(peer, { search, metadata }));
afterAll(() => peer.close());

test.each([
  { locale: 'de', hasJavaScript: true },
  { locale: 'en', hasJavaScript: false },
] as const)('A driver finds a receipt that another service keeps ($locale)', async facts => {
  const driver = await fixture.enters(facts);
  const t = (key: string) => translator(facts.locale, key);
  await driver.go(inLanguage(driver, '/lindau'));
  await driver.doesNotSee(t('home.evse.submit'));
  const logo = await driver.page.$eval('header img', image => image.getBoundingClientRect().width);
  expect(logo).toBeGreaterThan(40);
  await driver.follows('link', t('footer.receipts'));
  await driver.sees(t('search.intro'));

  peer.search = FAULTS['status 500'] ?? search;
  driver.expects(/status of 502/);
  await driver.page.$eval('[name=date]', field => {
    (field as HTMLInputElement).value = '2026-11-20';
  });
  await searchReceipt(driver, { price: '12,34', digits: '4242' });
  await driver.sees(t('search.failed'));

  peer.search = search;
  await sendSearch(driver);
  await driver.sees(t('results.title'), 'Seestraße 12', 'kWh');
});

test.each([
  { screen: PHONE, hasJavaScript: true },
  { screen: DESKTOP, hasJavaScript: false },
])('While the service hangs a page comes in order and works, JavaScript: $hasJavaScript', async facts => {
  const driver = await fixture.enters({ locale: 'en', ...facts });
  peer.metadata = () => undefined;
  const brand = facts.hasJavaScript ? 'hanging' : 'plain';
  await driver.go(`/en/${brand}/receipts`);
  await driver.sees('Start document search', 'Retrieve charging details');
  expect(await driver.page.title()).toMatch(/^Start document search – /);
  await until(
    () => driver.page.$$eval('#page > :is(header, main, footer)', parts => parts.map(part => part.localName)),
    shown => shown.join() === 'header,main,footer',
  );
  const tops = await driver.page.$$eval('header, main, footer', parts => parts.map(part => part.getBoundingClientRect().top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  await driver.follows('link', 'Imprint');
  await driver.sees('Content not available');
});

test('axe-core finds nothing to complain about where receipts are all there is', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  driver.expects(/status of 404/);
  for (const address of ['/', '/lindau', '/lindau/receipts', '/lindau/imprint', '/lindau/info', '/lindau/evse/DE*SWL*E1']) {
    await driver.go(inLanguage(driver, address));
    expect(await axeFaults(driver.page)).toEqual([]);
  }
});
