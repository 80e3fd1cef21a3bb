// Every page of the console in German and English, on a phone and a desktop, light, dark and in forced colours, for `prove:a11y`.
import type { Page } from 'puppeteer';
import { axeFaults } from '../../test/support/axe.ts';
import { startBuiltApp } from '../../test/support/builtApp.ts';
import { openBrowser } from '../../test/support/chromium.ts';
import { until } from '../../test/support/until.ts';
import { DESKTOP, forceColors, overflows, PHONE, setAppearance, showWhole } from '../try/walk.ts';

const LANGUAGES = ['de', 'en'] as const;

/** Paths below /operator that need no data. */
const PATHS: readonly string[] = [
  '',
  '/sessions',
  '/sessions?is=refunded',
  '/stations',
  '/stations?is=out',
  '/stations/add',
  '/stations/connect',
  '/prices',
  '/revert-import',
  '/books',
  '/reports',
  '/brands',
  '/labels',
  '/audit',
  '/menu',
  '/signed-in',
  '/tokens',
];

/** A link on a page of the console to a page of one session, charging point or tariff, and pages below that one. */
const LINKED: readonly { from: string; link: RegExp; below: readonly string[] }[] = [
  { from: '/sessions', link: /^\/operator\/sessions\/\d{9}$/, below: ['', '/refund', '/agreed', '/see-contact'] },
  { from: '/stations', link: /^\/operator\/stations\/points\/[^/]+$/, below: ['', '/switch-off', '/reset'] },
  { from: '/prices', link: /^\/operator\/prices\/[^/?]+$/, below: ['', '/change'] },
  { from: '/labels', link: /^\/operator\/labels\?at=/, below: [''] },
  { from: '/books', link: /^\/operator\/books\/\d{4}-\d\d-\d\d/, below: [''] },
  { from: '/reports', link: /^\/operator\/reports\/\d{4}$/, below: [''] },
];

const hrefsOn = (page: Page): Promise<string[]> =>
  page.$$eval('main a[href]', links => links.map(link => link.getAttribute('href') ?? ''));

/** Runs axe-core on every page of the console of a demo shop with its history. */
export async function checkConsole(): Promise<{ runs: number; faults: readonly string[] }> {
  const app = await startBuiltApp({ speed: 1, env: { DEMO_HISTORY: 'on' } });
  const browser = await openBrowser();
  const faults: string[] = [];
  let runs = 0;
  try {
    const page = await browser.newPage();
    const open = (path: string) => page.goto(`${app.origin}/operator${path}`, { waitUntil: 'load' });
    await open('/sign-in');
    await Promise.all([page.waitForNavigation(), page.click('main button')]);
    const countLinks = async (): Promise<number> => {
      await open('/sessions');
      return (await hrefsOn(page)).length;
    };
    await until(countLinks, count => count > 20, 120_000);
    const paths = [...PATHS];
    for (const { from, link, below } of LINKED) {
      await open(from);
      const found = (await hrefsOn(page)).find(href => link.test(href));
      if (found === undefined) faults.push(`${from} has no link like ${link}`);
      else paths.push(...below.map(end => found.slice('/operator'.length) + end));
    }
    for (const language of LANGUAGES) {
      await open(`/menu?language=${language}`);
      for (const path of paths) {
        const answer = await open(path);
        if (answer?.status() === 404) faults.push(`${path}: 404`);
        const result = await checkPage(page, `${path || '/'} ${language}`);
        runs += result.runs;
        faults.push(...result.faults);
      }
    }
  } finally {
    await browser.close();
    await app.close();
  }
  return { runs, faults };
}

async function checkPage(page: Page, where: string): Promise<{ runs: number; faults: readonly string[] }> {
  const faults: string[] = [];
  let runs = 0;
  await page.$$eval('main details', all => {
    for (const details of all) (details as HTMLDetailsElement).open = true;
  });
  for (const viewport of [PHONE, DESKTOP]) {
    for (const scheme of ['light', 'dark', 'forced'] as const) {
      if (scheme === 'forced') await forceColors(page);
      else await setAppearance(page, { scheme, viewport });
      await showWhole(page, viewport);
      runs += 1;
      for (const fault of await axeFaults(page)) faults.push(`${where} ${viewport.name} ${scheme}: ${fault}`);
    }
    for (const fault of await page.evaluate(overflows)) faults.push(`${where} ${viewport.name}: ${fault}`);
  }
  return { runs, faults };
}
