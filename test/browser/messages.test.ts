import { describe, expect, test } from '@jest/globals';
import type { Locale } from '../../shared/model/locales.ts';
import { setUpBrowser } from '../support/browserFixture.ts';
import { chargeFor, expectBill, orderAndPay, POINTS, stop, unfold } from '../support/journeySteps.ts';
import { PHONE, type Visitor } from '../support/visitor.ts';

const fixture = setUpBrowser({ speed: 20 });

interface Words {
  /** Title of the folded row that contains the button. */
  fold: string;
  press: string;
  reported: string;
  imprint: string;
}

const COPY: Readonly<Partial<Record<Locale, Words>>> = {
  de: { fold: 'Link kopieren oder mitlesen lassen', press: 'Link kopieren', reported: 'Link kopiert', imprint: 'Impressum' },
  hu: { fold: 'Link másolása vagy megosztása', press: 'Link másolása', reported: 'Link másolva', imprint: 'Impresszum' },
};

describe.each([
  { locale: 'de', isDark: false, point: POINTS.strongest },
  { locale: 'hu', isDark: true, point: POINTS.connected },
] as const)('A message on a phone, $locale', ({ locale, isDark, point }) => {
  const words = COPY[locale] ?? { fold: '', press: '', reported: '', imprint: '' };

  test('covers nothing at the end of the page that could not be moved above it, and moves nothing itself', async () => {
    const driver = await fixture.enters({ locale, isDark });
    await watchShifts(driver);
    await orderAndPay(driver, point);
    await chargeFor(driver, 60);
    await driver.page.mouse.move(1, 1);

    // While the vehicle charges, the page's main button is fixed to the lower edge of the screen.
    await isReachedBelow(driver, () => copyLink(driver, words));
    await driver.presses('link', words.imprint);
    // Every page footer contains a link of this name. The new page is ready once its heading has the focus.
    await driver.page.waitForFunction(title => document.querySelector('h1:focus')?.textContent === title, {}, words.imprint);
    await isReachedBelow(driver, async () => undefined);
    await driver.page.goBack();

    await stop(driver);
    await expectBill(driver);
    await driver.page.reload();
    await driver.page.waitForSelector('html[data-hydrated]');
    await movesNothing(driver, () => isReachedBelow(driver, () => pressCopy(driver)));

    // Even on a page that does not fill the screen, a message moves nothing and leaves the page unchanged when it disappears.
    await driver.page.reload();
    await driver.page.waitForSelector('html[data-hydrated]');
    await driver.page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('main section, main section ~ *{display:none}');
      document.adoptedStyleSheets = [sheet];
    });
    expect(await driver.page.evaluate(() => document.documentElement.scrollHeight)).toBe(PHONE.height);
    await movesNothing(driver, () => isReachedBelow(driver, () => pressCopy(driver)));
    await movesNothing(driver, async () => {
      await driver.page.waitForFunction(was => document.documentElement.scrollHeight === was, {}, PHONE.height);
    });
  });
});

/** Checks that a message covers nothing at the end of the page, for touch, for reading and for the keyboard. */
async function isReachedBelow(driver: Visitor, raise: () => Promise<void>): Promise<void> {
  const { page } = driver;
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('footer details')) (details as HTMLDetailsElement).open = true;
  });
  await raise();
  await page.waitForSelector('[role=status] button');
  // Some parts of a session in progress move without end, but the message does not.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  );
  expect(await page.evaluate(coveredAtTheEnd)).toEqual([]);
  expect(await coveredByKeyboard(driver)).toEqual([]);
}

/** Checks that `work` moves no part of the page and that the browser reports no layout shift. */
async function movesNothing(driver: Visitor, work: () => Promise<void>): Promise<void> {
  const positions = () =>
    driver.page.evaluate(() =>
      ['h1', 'main', 'footer'].map(part => (document.querySelector(part)?.getBoundingClientRect().top ?? 0) + window.scrollY),
    );
  await driver.page.evaluate(() => {
    for (const details of document.querySelectorAll('footer details')) (details as HTMLDetailsElement).open = true;
  });
  await settles(driver);
  const [before, startedAt] = [await positions(), await driver.page.evaluate(painted)];
  await work();
  expect(await positions()).toEqual(before);
  expect((await shifts(driver)).filter(at => at > startedAt)).toEqual([]);
}

/** Waits until the page no longer changes after a payment, because those changes are unrelated to messages. */
async function settles({ page }: Visitor): Promise<void> {
  const QUIET_MS = 1000;
  await page.waitForFunction(
    quietMs => {
      const seen = globalThis as unknown as { was?: { height: number; atMs: number } };
      const height = document.documentElement.scrollHeight;
      if (seen.was?.height !== height) seen.was = { height, atMs: performance.now() };
      return performance.now() - seen.was.atMs > quietMs;
    },
    { polling: 100 },
    QUIET_MS,
  );
}

/**
 * Runs in the page. Waits until all changes so far are painted.
 * @returns the time at which they are painted
 */
async function painted(): Promise<number> {
  for (let frames = 0; frames < 2; frames++) await new Promise(done => requestAnimationFrame(done));
  return performance.now();
}

/**
 * Runs in the page.
 * @returns the texts of the footer elements that another element covers at the end of the page
 */
function coveredAtTheEnd(): string[] {
  window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  const ends = [...document.querySelectorAll<HTMLElement>('footer a, footer button, footer summary, footer p')];
  if (ends.length < 5) throw new Error('A footer with nothing in it');
  return ends
    .filter(end => {
      const { left, top, bottom, width } = end.getBoundingClientRect();
      return [top + 2, (top + bottom) / 2, bottom - 2].some(y => {
        const there = document.elementFromPoint(left + width / 2, y);
        return !there || (there !== end && !end.contains(there) && !there.contains(end));
      });
    })
    .map(end => end.textContent ?? '');
}

/**
 * Moves the focus from the message back through the footer with the keyboard.
 * @returns the elements that are not visible while they have the focus
 */
async function coveredByKeyboard({ page }: Visitor): Promise<string[]> {
  const covered: string[] = [];
  await page.focus('[role=status] button');
  for (let isWithin = true, n = 0; isWithin || n < 5; n++) {
    await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    await page.keyboard.up('Shift');
    const at = await page.evaluate(async () => {
      await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
      const [end, close] = [document.activeElement, document.querySelector('[role=status] button')];
      const message = close?.parentElement?.getBoundingClientRect();
      if (!end || !message) throw new Error('The message is gone');
      const { top, bottom } = end.getBoundingClientRect();
      const isSeen = top >= 0 && bottom <= innerHeight && (bottom <= message.top + 1 || top >= message.bottom - 1);
      return { isSeen, isWithin: end.closest('footer') !== null, name: end.textContent ?? '' };
    });
    isWithin = at.isWithin;
    if (!at.isSeen) covered.push(at.name);
  }
  return covered;
}

async function copyLink(driver: Visitor, { fold, press, reported }: Words): Promise<void> {
  await unfold(driver, fold);
  await driver.presses('button', press);
  await driver.sees(reported);
}

async function pressCopy({ page }: Visitor): Promise<void> {
  const button = await page.waitForSelector('button:has(use[href$="#copy"])');
  await button?.evaluate(node => (node as HTMLElement).click());
}

/** Replaces the clipboard, because a browser without a user refuses to copy. Records the time of every layout shift. */
async function watchShifts({ page }: Visitor): Promise<void> {
  await page.evaluateOnNewDocument(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => undefined }, configurable: true });
    const noted: number[] = [];
    Object.assign(window, { noted });
    new PerformanceObserver(list => {
      noted.push(...list.getEntries().map(({ startTime }) => startTime));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}
const shifts = ({ page }: Visitor): Promise<number[]> => page.evaluate(() => (window as unknown as { noted: number[] }).noted);
