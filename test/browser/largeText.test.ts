import { expect, test } from '@jest/globals';
import { setUpBrowser } from '../support/browserFixture.ts';
import {
  agree,
  CARDS,
  chargeFor,
  enterCard,
  expectBill,
  fillInDetails,
  inLanguage,
  order,
  orderAndPay,
  POINTS,
  searchReceipt,
  stop,
  unfold,
} from '../support/journeySteps.ts';
import type { Visitor } from '../support/visitor.ts';

/** Enlarges text as devices do. Widths in relative units grow with the text. */
const fixture = setUpBrowser({ speed: 20 }, { args: ['--blink-settings=defaultFontSize=32'] });

test('A driver who needs text twice as large reads the way of the money without moving the page sideways', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await driver.go('/canarybolt/evse/HU*CNB*E6001*1?plug=1');
  await driver.presses('radio', /27\.000/);
  await fillInDetails(driver);
  await agree(driver);
  await order(driver);
  await enterCard(driver, CARDS.good);
  await chargeFor(driver, 300);
  await stop(driver);
  await expectBill(driver, { download: 'receipt.downloadReceipt' });
  await unfold(driver, 'Ihre Reservierung');
  await driver.sees('27.000');

  await expectNoHorizontalScroll(driver, [320]);
});

test('The running page and the results keep their place with text twice as large', async () => {
  const driver = await fixture.enters({ locale: 'de' });
  await orderAndPay(driver, POINTS.strongest);
  await chargeFor(driver, 60);
  await expectNoHorizontalScroll(driver);
  await driver.page.reload();
  await stop(driver);
  const price = await expectBill(driver);
  await driver.go('/canarybolt/receipts');
  await searchReceipt(driver, { price: (price / 100).toFixed(2), digits: '4242' });
  await expectNoHorizontalScroll(driver);
});

test.each(['de', 'hu'] as const)('On the smallest phone nothing is cut with text twice as large, in %s', async locale => {
  const driver = await fixture.enters({ locale, screen: { width: 320, height: 640 } });
  for (const address of ['/', '/canarybolt/receipts', '/blaufink/evse/DE*BLF*E1001*1?plug=1']) {
    await driver.go(inLanguage(driver, address));
    await expectNothingCut(driver);
  }
  await orderAndPay(driver, { de: POINTS.connected, hu: `${POINTS.strongTwoPlugs}?plug=1` }[locale]);
  await chargeFor(driver, 60);
  await expectNothingCut(driver);
  await stop(driver);
  await expectBill(driver);
  await expectNothingCut(driver);
});

/** Checks that no letter is outside the screen, and that no column is so narrow that words break into single letters. */
async function expectNothingCut({ page }: Visitor): Promise<void> {
  const faults = await page.evaluate(() => {
    const found: string[] = [];
    const isHidden = (at: Element | null): boolean =>
      at !== null && (getComputedStyle(at).clipPath !== 'none' || isHidden(at.parentElement));
    const range = document.createRange();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement: element, textContent } = walker.currentNode;
      if (!element?.checkVisibility({ visibilityProperty: true }) || element.closest('script, style, svg, [role=status]'))
        continue;
      if (isHidden(element)) continue;
      range.selectNodeContents(walker.currentNode);
      const [words, all] = [(textContent ?? '').trim(), range.getBoundingClientRect()];
      if (words === '' || all.width <= 1) continue;
      if (all.right > innerWidth + 1 || all.left < -1) found.push(`outside: ${words}`);
      if (words.length > 14 && all.width < innerWidth / 3) found.push(`narrow: ${words}`);
      if (!/\s/.test(words) && range.getClientRects().length > 3) found.push(`letter by letter: ${words}`);
      for (const { 0: figure, index } of (textContent ?? '').matchAll(/\d\d:\d\d|kWh?\b|EUR|Ft\b|min\b|perc\b/g)) {
        range.setStart(walker.currentNode, index);
        range.setEnd(walker.currentNode, index + figure.length);
        if (range.getClientRects().length > 1) found.push(`in two pieces: ${figure} of ${words}`);
      }
    }
    const marks = [...document.querySelectorAll('svg text')]
      .map(mark => ({
        words: mark.textContent,
        box: mark.getBoundingClientRect(),
        card: (mark.closest('section') ?? document.body).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0);
    for (const [place, { words, box, card }] of marks.entries()) {
      const outside = Math.max(box.right - card.right, card.left - box.left);
      if (outside > 1) found.push(`${words} stands ${outside} px outside of its chart`);
      for (const { words: other, box: near } of marks.slice(place + 1)) {
        const isBeside = box.right <= near.left || near.right <= box.left;
        const isAbove = box.bottom <= near.top || near.bottom <= box.top;
        if (!isBeside && !isAbove) found.push(`${words} and ${other} lie upon each other`);
      }
    }
    return [...found, ...(document.documentElement.scrollWidth > innerWidth ? ['moves sideways'] : [])];
  });
  expect(faults).toEqual([]);
}

async function expectNoHorizontalScroll({ page }: Visitor, screens = [320, 390]): Promise<void> {
  for (const width of screens) {
    await page.setViewport({ width, height: 640 });
    const widths = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    expect(widths).toEqual([width, width]);
  }
}
