import { expect, test } from '@jest/globals';
import { FULL_LOADS, resolveNavigation } from '../../client/core/navigation.ts';
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
  sendSearch,
  sessionPath,
  stop,
} from '../support/journeySteps.ts';
import { until } from '../support/until.ts';
import type { Visitor } from '../support/visitor.ts';

// React's development build reports every difference between the server's page and the browser's page.
const fixture = setUpBrowser({ speed: 20, isDevelopment: true });

/** Sets a mark that is lost when the browser loads a new document. */
const mark = ({ page }: Visitor) => page.evaluate(() => document.documentElement.setAttribute('data-mark', ''));
const isSameDocument = ({ page }: Visitor) => page.evaluate(() => document.documentElement.hasAttribute('data-mark'));
const goesWithin = async (driver: Visitor, name: string | RegExp, heading: string) => {
  await mark(driver);
  await driver.presses('link', name);
  await driver.finds('heading', heading);
  expect(await isSameDocument(driver)).toBe(true);
};

interface Followed {
  href: string;
  /** True for a link of the language switch. The switch also links to the page's own language. */
  isLanguage: boolean;
  variant: 'within' | 'document' | 'fragment' | 'handled' | 'new tab' | 'outside';
}

/** Clicks every link of a page and records how the browser would follow the link. The page does not change. */
const followAll = ({ page }: Visitor) =>
  page.evaluate(async () => {
    const { navigation } = window as unknown as {
      navigation: EventTarget & { oncurrententrychange: unknown };
    };
    interface NavigateEvent extends Event {
      destination: { url: string; sameDocument: boolean };
      hashChange: boolean;
    }
    let seen: NavigateEvent | null = null;
    const stay = (event: Event) => {
      // Only the first event counts: when its navigation is prevented, the router loads the address as a new document, which
      // fires a second event.
      seen ??= event as NavigateEvent;
      event.preventDefault();
    };
    navigation.addEventListener('navigate', stay);
    const found: Followed[] = [];
    const classify = (isHandled: boolean): Followed['variant'] => {
      if (seen?.hashChange) return 'fragment';
      if (seen) return seen.destination.sameDocument ? 'within' : 'document';
      return isHandled ? 'handled' : 'outside';
    };
    for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      const isLanguage = link.hreflang !== '';
      if (link.target === '_blank') {
        found.push({ href: link.href, isLanguage, variant: 'new tab' });
        continue;
      }
      seen = null;
      let isHandled = false;
      const onClick = (event: Event) => {
        isHandled = event.defaultPrevented;
        // Telephone and email links would open other programs.
        if (!/^https?:/.test(link.href)) event.preventDefault();
      };
      window.addEventListener('click', onClick, { once: true });
      link.click();
      found.push({ href: link.href, isLanguage, variant: classify(isHandled) });
      await new Promise(resolve => setTimeout(resolve));
    }
    navigation.removeEventListener('navigate', stay);
    return found;
  });

const withoutFragment = (address: string) => address.replace(/#.*/, '');

test('Every link of every page is followed as the table of full loads says', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  driver.expects(/status of 4\d\d/);
  await orderAndPay(driver, `${POINTS.strongTwoPlugs}?plug=1`);
  await chargeFor(driver, 60);
  const running = sessionPath(driver);
  const seen = new Set<string>();
  const walk = async (address: string | null) => {
    if (address !== null) await driver.go(address);
    await driver.page.waitForSelector('h1');
    const canScan = await driver.page.evaluate(() => 'BarcodeDetector' in window);
    const here = { origin: fixture.app().origin, locale: 'en', canScan } as const;
    const clientId = await driver.page.$eval('#state', node => JSON.parse(node.textContent ?? '').visit.client.id as string);
    const page = driver.page.url();
    for (const { href, isLanguage, variant } of await followAll(driver)) {
      const expectedKind = isLanguage ? 'language' : resolveNavigation(href, { ...here, clientId });
      seen.add(expectedKind);
      // Links within the page, links that a script handles and links that open a new tab lead to no other page.
      if (['fragment', 'handled', 'new tab'].includes(variant)) continue;
      const isOutside = !/^https?:/.test(href);
      const facts = { page, href: withoutFragment(href), output: expectedKind };
      const expected = expectedKind === 'within' ? ['within'] : ['document', ...(isOutside ? ['outside'] : [])];
      expect({ ...facts, isAsReported: expected.includes(variant), way: variant }).toEqual({
        ...facts,
        isAsReported: true,
        way: variant,
      });
    }
  };
  const fixed = ['/', '/terms', '/privacy', '/imprint', '/accessibility', '/blaufink', '/nowhere/at-all', '/blaufink/nothing'];
  const ofBrand = ['terms', 'privacy', 'imprint', 'info', 'accessibility', 'receipts'].map(name => `/blaufink/${name}`);
  for (const path of [...fixed, ...ofBrand, POINTS.strongTwoPlugs, `${POINTS.strongTwoPlugs}?plug=1`]) await walk(`/en${path}`);
  await walk(running);
  await walk(`${running}/stop`);
  await driver.go(running);
  await stop(driver);
  const price = await expectBill(driver);
  await walk(null);
  await walk(`${running}/withdrawal`);
  await driver.go('/en/blaufink/receipts');
  await searchReceipt(driver, { price: (price / 100).toFixed(2), digits: '4242' });
  await driver.sees('Found charging processes');
  await walk(null);
  const company = await driver.page.$$eval('a[href*="/company"]', links => links.map(link => link.href));
  for (const address of company.slice(0, 1)) await walk(address);
  // No visited page needs a link of these kinds: their addresses are typed, scanned, or reached from the checkout page.
  const unneeded = ['paymentReturn', 'camera', 'within'];
  expect([...seen].filter(variant => !unneeded.includes(variant)).toSorted()).toEqual(
    Object.keys(FULL_LOADS)
      .filter(name => !unneeded.includes(name))
      .toSorted(),
  );
}, 120_000);

test('Pages are shown within the app, announced, titled, and found again where they were left', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await driver.go('/en/blaufink');
  await goesWithin(driver, 'Terms', 'Terms and conditions');
  expect(await driver.page.title()).toMatch(/^Terms and conditions – /);
  expect(await driver.focused()).toBe('Terms and conditions');
  await driver.page.evaluate(() => window.scrollTo(0, 700));
  await driver.page.waitForFunction(() => window.scrollY === 700);
  // Clicked by script, which does not scroll to the link, because a finger does not scroll the page either.
  await driver.page.$eval('footer a[href$="/imprint"]', link => link.click());
  await driver.page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Imprint');
  expect(await driver.page.evaluate(() => window.scrollY)).toBe(0);
  await driver.page.goBack();
  await driver.page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Terms and conditions');
  await driver.page.waitForFunction(() => window.scrollY === 700);
  expect(await isSameDocument(driver)).toBe(true);
  // The scroll position is restored even if another document was loaded in between.
  await driver.go('/en');
  await driver.page.goBack();
  await driver.page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Terms and conditions');
  await driver.page.waitForFunction(() => window.scrollY === 700);
});

test('A payment page that was reached within the app takes an order, and a receipt is found within the app', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await driver.go('/en/blaufink');
  await mark(driver);
  await driver.page.$eval('a[href$="/evse/DE*BLF*E1001*1"]', link => link.click());
  await driver.sees('Email address');
  expect(await isSameDocument(driver)).toBe(true);
  await fillInDetails(driver);
  await agree(driver);
  await order(driver);
  await enterCard(driver, CARDS.good);
  await chargeFor(driver, 60);
  await stop(driver);
  const price = await expectBill(driver);

  await goesWithin(driver, 'Find a receipt', 'Start document search');
  driver.expects(/status of 422/);
  const today = await driver.page.$eval('input[name=date]', field => (field as HTMLInputElement).value);
  await searchNow(driver, { price: '0.01' });
  await driver.sees('No charging process found');
  await enterDay(driver, '2999-01-01');
  await searchNow(driver, { price: '0.02' });
  await driver.sees('There is a problem');
  await enterDay(driver, today);
  await searchNow(driver, { price: (price / 100).toFixed(2) });
  await driver.sees('Found charging processes', '1 session');
  expect(await isSameDocument(driver)).toBe(true);
  await goesWithin(driver, 'Back to the search', 'Start document search');
  await driver.page.goBack();
  await driver.sees('Found charging processes');
  await driver.page.reload();
  await driver.sees('Found charging processes', '1 session');
});

const enterDay = ({ page }: Visitor, day: string) =>
  page.$eval(
    'input[name=date]',
    (field, value) => {
      (field as HTMLInputElement).value = value;
    },
    day,
  );

/** Submits the search without waiting for a navigation. */
async function searchNow(driver: Visitor, { price }: { price: string }) {
  await driver.types('Amount charged', price);
  await driver.types('Last 4 digits of the card', '4242');
  await sendSearch(driver);
}

test('Without a connection the next page says so, keeps the way back, and comes when it is asked for again', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  driver.expects(/ERR_INTERNET_DISCONNECTED|Failed to load resource|failed to asynchronously load/);
  await driver.go('/en/blaufink/receipts');
  await mark(driver);
  await driver.page.setOfflineMode(true);
  await driver.presses('link', 'Terms');
  await driver.sees('No connection', 'Try again');
  expect(await driver.focused()).toBe('No connection');
  expect(driver.path()).toBe('/en/blaufink/terms');
  await driver.page.goBack();
  await driver.sees('Start document search');
  await driver.page.goForward();
  await driver.sees('No connection');
  await driver.page.setOfflineMode(false);
  // The page loads by itself as soon as the browser detects the network. Until then the visitor may retry.
  await until(
    async () => {
      await driver.page.$$eval('main h1 ~ button, main div + button', buttons => buttons[0]?.click()).catch(() => undefined);
      return driver.text().catch(() => '');
    },
    text => text.includes('Terms and conditions'),
  );
});

test('A modified press opens the link where the browser would', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await driver.go('/en/blaufink');
  const opened = new Promise<void>(resolve => void driver.page.browserContext().once('targetcreated', () => resolve()));
  const link = await driver.finds('link', 'Terms');
  await link.click({ button: 'middle' });
  await opened;
  expect(driver.path()).toBe('/en/blaufink');
});

test('Two quick taps on a link lead on once, and one step back', async () => {
  const driver = await fixture.enters({ locale: 'en' });
  await driver.go('/en/blaufink');
  const entries = () => driver.page.evaluate(() => window.history.length);
  const before = await entries();
  await driver.page.$eval('footer a[href$="/terms"]', async link => {
    link.click();
    await new Promise(resolve => setTimeout(resolve));
    link.click();
  });
  await driver.finds('heading', 'Terms and conditions');
  expect(await entries()).toBe(before + 1);
  await driver.page.goBack();
  await driver.page.waitForFunction(() => document.querySelector('h1')?.textContent !== 'Terms and conditions');
  expect(driver.path()).toBe('/en/blaufink');
});
