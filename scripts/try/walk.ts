// Visits page states in a browser: every one in every language, light and dark, on a phone and a desktop.
import type { Browser, Page } from 'puppeteer';
import { LOCALES, type Locale } from '../../shared/model/locales.ts';
import { openBrowser } from '../../test/support/chromium.ts';
import { translator } from '../../test/support/invoiceFacts.ts';

export const LANGUAGES: readonly Locale[] = LOCALES;

export interface Viewport {
  name: string;
  width: number;
  height: number;
}
export const PHONE: Viewport = { name: 'phone', width: 390, height: 844 };
export const DESKTOP: Viewport = { name: 'desktop', width: 1280, height: 900 };
export const NARROW: Viewport = { name: 'narrow', width: 320, height: 640 };

/** One state of one page, with the steps to reach it. */
export interface Stage {
  client: string;
  name: string;
  /** Path without language prefix. */
  path?: string;
  /** Values that are typed into a form of the page, which is then posted. */
  form?: Readonly<Record<string, string>>;
  /** Selector of an element that is clicked on the page. */
  press?: string;
  /** Runs before the visit. A returned string replaces `path`. */
  prepare?(): Promise<unknown>;
  /** Returns a path that depends on the language. */
  pathIn?(language: Locale): Promise<string>;
  /** Key of a text that the page must show in this state. */
  says?: string;
}

export interface Sight {
  page: Page;
  stage: Stage;
  language: Locale;
}
export type VisitSight = (sight: Sight) => Promise<void>;

/** Violations of the content security policy, recorded in each page. */
declare global {
  var violations: string[] | undefined;
}

const OTHER_STATUS = /Failed to load resource: the server responded with a status of 4\d\d/;

/** Opens a browser page that records console errors, failed requests and violations of the content security policy. */
async function openPage(browser: Browser): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage();
  const faults: string[] = [];
  page.on('console', message => {
    if (['error', 'warn'].includes(message.type()) && !OTHER_STATUS.test(message.text()))
      faults.push(`console: ${message.text().slice(0, 300)}`);
  });
  page.on('pageerror', error => faults.push(`error: ${String(error).slice(0, 300)}`));
  page.on('requestfailed', request => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') faults.push(`request failed: ${new URL(request.url()).pathname}`);
  });
  await page.evaluateOnNewDocument(() => {
    globalThis.violations = [];
    document.addEventListener('securitypolicyviolation', event =>
      globalThis.violations?.push(`${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  return { page, faults };
}

const prefixed = (language: Locale, path: string): string => (language === 'de' ? path : `/${language}${path}`);
const isOneLanguage = (path: string): boolean => path.startsWith('/sandbox-pay');

interface ShowOptions {
  origin: string;
  stage: Stage & { path: string };
  language: Locale;
  hasJavaScript?: boolean;
}

/** Opens a page state in a language. Fills in and posts a form without its JavaScript handlers. */
async function show(page: Page, { origin, stage, language, hasJavaScript = true }: ShowOptions): Promise<void> {
  const { name, path, form, press } = stage;
  await page.setCookie({ name: 'locale', value: language, url: origin });
  const address = isOneLanguage(path) || path.startsWith('/e?') ? path : prefixed(language, path);
  const answer = await page.goto(origin + address, { waitUntil: 'load' });
  const shown = await page.evaluate(() => document.documentElement.lang);
  const status = answer?.status();
  const isMissing = status === 404 && !/not-found|unknown/.test(name);
  if (isMissing || shown !== language) throw new Error(`${name}: ${address} answered ${status} in ${shown}, not ${language}`);
  if (form) {
    await Promise.all([page.waitForNavigation({ waitUntil: 'load' }), page.evaluate(fillAndPost, form)]);
  }
  if (isOneLanguage(path) || !hasJavaScript) return;
  await page.waitForSelector('html[data-hydrated]', { timeout: 15_000 });
  if (press) await page.click(press);
}

/** Runs in the page: fills in fields by name and submits their form, bypassing its submit handler. */
function fillAndPost(values: Readonly<Record<string, string>>): void {
  const forms = [...document.querySelectorAll<HTMLFormElement>('main form')];
  const form = forms.find(
    ({ method, elements }) => method === 'post' && Object.keys(values).some(name => elements.namedItem(name)),
  );
  if (!form) throw new Error('No form has these fields');
  for (const [name, value] of Object.entries(values)) {
    const field = form.elements.namedItem(name);
    if (field && 'value' in field) field.value = value;
  }
  HTMLFormElement.prototype.submit.call(form);
}

export async function setAppearance(page: Page, { scheme, viewport }: { scheme: string; viewport: Viewport }): Promise<void> {
  await page.setViewport({ width: viewport.width, height: viewport.height });
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await painted(page);
}

/** Draws the page in the colours that the operating system forces, as with a high-contrast theme. Ends with `setAppearance`. */
export async function forceColors(page: Page): Promise<void> {
  const session = await page.createCDPSession();
  await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  await session.detach();
  await painted(page);
}

/** Makes the window as high as the page. */
export async function showWhole(page: Page, { width, height }: Viewport): Promise<void> {
  const contentHeight = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewport({ width, height: Math.max(height, contentHeight) });
  await painted(page);
}

/**
 * Waits until the page is painted, so that it can be measured. Without JavaScript, a page cannot report this, so the function
 * waits 100 ms.
 */
export const painted = (page: Page): Promise<unknown> =>
  page.isJavaScriptEnabled()
    ? page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))))
    : new Promise(done => setTimeout(done, 100));

/** Runs in the page: finds content that is wider than the window or cut off inside its box. */
export function overflows(): string[] {
  const width = document.documentElement.clientWidth;
  const isHidden = (element: Element) =>
    element.closest('[hidden], dialog:not([open])') !== null || getComputedStyle(element).clipPath !== 'none';
  const tooWide = document.documentElement.scrollWidth > width ? [`page ${document.documentElement.scrollWidth} px`] : [];
  const cut = [...document.querySelectorAll('body *')].filter(element => {
    const { overflowX } = getComputedStyle(element);
    return (
      overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1 && !isHidden(element)
    );
  });
  return [...tooWide, ...cut.map(element => `cut: ${element.tagName} ${element.textContent.trim().slice(0, 40)}`)];
}

interface WalkOptions {
  origin: string;
  stages: readonly Stage[];
  languages: readonly Locale[];
  hasJavaScript?: boolean;
  check: VisitSight;
}

/**
 * Visits every page state in every language, in order, and calls `check`. Without JavaScript, states that need a click are left
 * out.
 */
export async function walk({ origin, stages, languages, hasJavaScript = true, check }: WalkOptions): Promise<string[]> {
  const browser = await openBrowser();
  try {
    const { page, faults } = await openPage(browser);
    await page.setJavaScriptEnabled(hasJavaScript);
    for (const stage of stages.filter(({ press }) => hasJavaScript || !press)) {
      const prepared = await stage.prepare?.();
      const standing = typeof prepared === 'string' ? prepared : stage.path;
      for (const language of languages) {
        const path = (await stage.pathIn?.(language)) ?? standing ?? '/';
        await setAppearance(page, { scheme: 'light', viewport: PHONE });
        await show(page, { origin, stage: { ...stage, path }, language, hasJavaScript });
        if (stage.says && !(await page.evaluate(() => document.body.innerText)).includes(translator(language, stage.says)))
          faults.push(`${stage.client} ${stage.name} ${language}: not in this state any more`);
        if (process.env.PROGRESS) console.error(new Date().toISOString().slice(11, 19), stage.client, stage.name, language);
        await check({ page, stage, language });
        faults.push(...(await page.evaluate(() => globalThis.violations ?? [])).map(violation => `policy: ${violation}`));
      }
    }
    return faults;
  } finally {
    await browser.close();
  }
}
