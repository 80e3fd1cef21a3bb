import { expect, test } from '@jest/globals';
import type { Protocol } from 'puppeteer';
import { setUpBrowser } from '../support/browserFixture.ts';
import { POINTS } from '../support/journeySteps.ts';
import type { Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });

/**
 * This build of Chromium never uses its back/forward cache, but still reports every further obstacle. Session pages are not
 * tested, because `no-store` excludes them intentionally.
 */
const BROWSER_ITSELF = 'BackForwardCacheDisabledForDelegate';

/**
 * Leaves the page and goes back.
 * @returns the reasons why the browser cannot restore the page from its back/forward cache
 */
async function obstacles({ page }: Visitor): Promise<readonly string[]> {
  const client = await page.createCDPSession();
  await client.send('Page.enable');
  const reported = Promise.withResolvers<Protocol.Page.BackForwardCacheNotUsedEvent>();
  client.once('Page.backForwardCacheNotUsed', reported.resolve);
  await page.goto('about:blank');
  await page.goBack({ waitUntil: 'load' });
  const { notRestoredExplanations } = await reported.promise;
  await client.detach();
  const reasons = notRestoredExplanations.map(({ reason }) => reason);
  expect(reasons).toContain(BROWSER_ITSELF);
  return reasons.filter(reason => reason !== BROWSER_ITSELF);
}

test.each([
  ['home', '/en'],
  ['a brand’s home', '/en/blaufink'],
  ['the payment page', `/en${POINTS.strongest}?plug=1`],
  ['the receipt search', '/en/blaufink/receipts'],
  ['the terms', '/en/blaufink/terms'],
])('A browser may keep %s and show it again as it was', async (_, path) => {
  const driver = await fixture.enters({ locale: 'en' });
  await driver.go(path);
  expect(await obstacles(driver)).toEqual([]);
});

test.each(['after', 'before'])(
  'Back from a page that was loaded again leads to the one before, %s its code is there',
  async when => {
    const driver = await fixture.enters({ locale: 'en' });
    await driver.go('/en/blaufink');
    await driver.follows('link', 'Find a receipt');
    await driver.sees('Start document search');
    const code = Promise.withResolvers<void>();
    if (when === 'after') code.resolve();
    await driver.page.setRequestInterception(true);
    driver.page.on('request', async request => {
      if (request.resourceType() === 'script') await code.promise;
      await request.continue();
    });
    await driver.page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
    await driver.page.reload({ waitUntil: [] });
    await driver.page.waitForSelector(when === 'after' ? 'html[data-hydrated]:not([data-before])' : 'html:not([data-before]) h1');
    await driver.page.goBack({ waitUntil: [] });
    await driver.page.waitForFunction(() => window.location.pathname === '/en/blaufink');
    code.resolve();
    await driver.sees('Or type the number');
    await driver.doesNotSee('Start document search');
    expect(driver.path()).toBe('/en/blaufink');
    await driver.page.goForward();
    await driver.sees('Start document search');
    expect(driver.path()).toBe('/en/blaufink/receipts');
  },
);

test('A link within a page that was reached within the app stays on it', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await driver.go('/en/blaufink');
  await driver.follows('link', 'Find a receipt');
  await driver.sees('Start document search');
  await driver.types('Amount charged', '12');
  await driver.page.$eval('a[href="#main"]', link => link.click());
  await driver.sees('Start document search');
  expect(await driver.valueOf('Amount charged')).toBe('12');
});

test('A page that listens for its unloading would not be kept', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await driver.go('/en/blaufink');
  await driver.page.evaluate(() => window.addEventListener('unload', () => undefined));
  expect(await obstacles(driver)).toEqual(['UnloadHandlerExistsInMainFrame']);
});
