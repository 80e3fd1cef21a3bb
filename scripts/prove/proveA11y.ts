// npm run prove:a11y: checks the accessibility of every page state in every language and brand, light and dark, on a phone and a
// desktop, and in forced colours. Then axe-core on every page of the console in German and English. Options: --short for one brand and two languages, --brand farnwald, --language hu. Prints the number of checks and
// faults. Any fault fails the run.
import type { Page } from 'puppeteer';
import { axeFaults } from '../../test/support/axe.ts';
import { brokenWords, namelessFaults, silentCopies } from '../../test/support/pageFaults.ts';
import { DESKTOP, forceColors, NARROW, overflows, PHONE, painted, type Sight, setAppearance, showWhole } from '../try/walk.ts';
import { checkConsole } from './consolePages.ts';
import { report, visitStages } from './proof.ts';

const counts = { axe: 0, names: 0, words: 0, copies: 0, reflow: 0, large: 0, spacing: 0, focus: 0 };
const found: Record<keyof typeof counts | 'browser' | 'console', string[]> = {
  axe: [],
  names: [],
  words: [],
  copies: [],
  reflow: [],
  large: [],
  spacing: [],
  focus: [],
  browser: [],
  console: [],
};

/** Doubles the text size: text must still fit on the narrowest phone (WCAG 2.2, 1.4.4). */
function doubleText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html{font-size:200%!important}');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Removes the style sheet that was added last, and so reverts the last change of the text. */
function restoreText(): void {
  document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1);
}

/**
 * Increases the text spacing: text must still fit (WCAG 2.2, 1.4.12). A constructed style sheet is used because the content
 * security policy does not block it.
 */
function spreadText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}',
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Checks that each focusable element shows its focus, inside the window and not covered by the action bar. */
async function focusFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
  });
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab');
    await painted(page);
    const seen = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) return null;
      const box = element.getBoundingClientRect();
      const wearer = element.closest('label') ?? element;
      const styles = [element, wearer].map(candidate => getComputedStyle(candidate));
      const isRinged = styles.some(style => style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2);
      const at = document.elementFromPoint(box.x + box.width / 2, Math.min(box.y + box.height / 2, innerHeight - 1));
      const isOnTop = at !== null && (element.contains(at) || at.contains(element) || wearer.contains(at));
      const name = `${element.tagName} ${(element.getAttribute('name') ?? element.textContent ?? '').trim().slice(0, 30)}`;
      const isFirst = element.dataset.walked === 'true';
      element.dataset.walked = 'true';
      return { name, isFirst, isRinged, isOnTop };
    });
    if (seen === null || seen.isFirst) break;
    counts.focus += 1;
    if (!seen.isRinged) faults.push(`no ring: ${seen.name}`);
    if (!seen.isOnTop) faults.push(`covered: ${seen.name}`);
  }
  return faults;
}

/** Opens all disclosures, because their content is checked too. */
function openDetails(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>('main details')) details.open = true;
}

async function checkAccessibility({ page, stage, language }: Sight): Promise<void> {
  const where = `${stage.client} ${stage.name} ${language}`;
  await page.evaluate(openDetails);
  for (const viewport of [PHONE, DESKTOP]) {
    for (const scheme of ['light', 'dark']) {
      await setAppearance(page, { scheme, viewport });
      // Shows the whole page at once, because targets covered by the action bar would count as cut off. The focus is checked
      // later in a window of normal size.
      if (!stage.press) await showWhole(page, viewport);
      counts.axe += 1;
      for (const fault of await axeFaults(page)) found.axe.push(`${where} ${viewport.name} ${scheme}: ${fault}`);
    }
    await forceColors(page);
    counts.axe += 1;
    for (const fault of await axeFaults(page)) found.axe.push(`${where} ${viewport.name} forced: ${fault}`);
  }
  counts.names += 1;
  for (const fault of await namelessFaults(page)) found.names.push(`${where}: ${fault}`);
  if (language === 'de' || language === 'hu') {
    await setAppearance(page, { scheme: 'light', viewport: PHONE });
    for (const fault of await focusFaults(page)) found.focus.push(`${where}: ${fault}`);
  }
  await setAppearance(page, { scheme: 'light', viewport: NARROW });
  counts.reflow += 1;
  for (const fault of await page.evaluate(overflows)) found.reflow.push(`${where}: ${fault}`);
  await page.evaluate(doubleText);
  counts.large += 1;
  for (const fault of await page.evaluate(overflows)) found.large.push(`${where}: ${fault}`);
  await page.evaluate(restoreText);
  await page.evaluate(spreadText);
  counts.spacing += 1;
  for (const fault of await page.evaluate(overflows)) found.spacing.push(`${where}: ${fault}`);
  await page.evaluate(restoreText);
  for (const viewport of [NARROW, PHONE]) {
    await setAppearance(page, { scheme: 'light', viewport });
    counts.words += 1;
    for (const fault of await page.evaluate(brokenWords)) found.words.push(`${where} ${viewport.width} px: ${fault}`);
  }
  // This check comes last because it changes the page.
  counts.copies += 1;
  for (const fault of await page.evaluate(silentCopies)) found.copies.push(`${where}: ${fault}`);
}

const { stages, faults } = await visitStages(checkAccessibility);
found.browser = [...faults];
const staff = await checkConsole();
found.console = [...staff.faults];
report({
  found,
  rows: [
    { what: 'page states', checked: new Set(stages.map(({ name }) => name)).size, found: '' },
    { what: 'axe runs (violations)', checked: counts.axe, found: found.axe.length },
    { what: 'axe runs in the console', checked: staff.runs, found: staff.faults.length },
    { what: 'names in the accessibility tree', checked: counts.names, found: found.names.length },
    { what: 'words broken at 320 and 390 px', checked: counts.words, found: found.words.length },
    { what: 'copying that fails silently', checked: counts.copies, found: found.copies.length },
    { what: 'reflow at 320 px', checked: counts.reflow, found: found.reflow.length },
    { what: 'text at 200 % at 320 px', checked: counts.large, found: found.large.length },
    { what: 'text spacing at 320 px', checked: counts.spacing, found: found.spacing.length },
    { what: 'focus stops (ring, not covered)', checked: counts.focus, found: found.focus.length },
    { what: 'console, policy, failed requests', checked: counts.reflow, found: found.browser.length },
  ],
});
