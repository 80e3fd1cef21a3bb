import type { Browser, ElementHandle, HTTPRequest, Page } from 'puppeteer';
import type { Locale } from '../../shared/model/locales.ts';
import { watchHydration } from './watchHydration.ts';

/** A person with a separate browser profile, who finds elements by role and name and waits until they appear. */
export interface Visitor {
  page: Page;
  locale: Locale;
  hasJavaScript: boolean;
  go(address: string): Promise<void>;
  /** Waits until the page contains all these texts. */
  sees(...texts: readonly string[]): Promise<void>;
  doesNotSee(text: string): Promise<void>;
  /** Waits for a text longer than `sees` does. Without JavaScript, reloads the page meanwhile. */
  comesToSee(text: string): Promise<void>;
  /** Finds an element by role and accessible name: the complete name, or a pattern. */
  finds(role: Role, name: string | RegExp): Promise<ElementHandle<Element>>;
  presses(role: Role, name: string | RegExp): Promise<void>;
  /** Presses an element that opens a different document, and waits until it is loaded. */
  follows(role: Role, name: string | RegExp): Promise<void>;
  types(label: string, text: string): Promise<void>;
  /** Returns the current value of the field with this label. */
  valueOf(label: string): Promise<string>;
  /** Returns the text of the focused element. */
  focused(): Promise<string>;
  text(): Promise<string>;
  path(): string;
  /** Opens another tab in the same browser profile. */
  opensTab(): Promise<Visitor>;
  /** Browser errors that match the pattern are expected by the test, so they do not appear in `troubles`. */
  expects(complaint: RegExp): void;
  /** Returns the unexpected errors on the visitor's pages; empty if there are none. */
  troubles(): readonly string[];
  leaves(): Promise<void>;
}

export type Role = 'link' | 'button' | 'radio' | 'checkbox' | 'textbox' | 'heading' | 'timer' | 'meter' | 'dialog';

export const PHONE = { width: 390, height: 844 } as const;
export const DESKTOP = { width: 1280, height: 900 } as const;

export interface VisitorFacts {
  origin: string;
  locale?: Locale;
  screen?: { width: number; height: number };
  isDark?: boolean;
  hasJavaScript?: boolean;
}

export async function openVisitor(browser: Browser, facts: VisitorFacts): Promise<Visitor> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const visitor = await visitorOf(page, facts);
  return { ...visitor, leaves: () => context.close() };
}

const PATIENCE_MS = 15_000;
/**
 * Maximum wait for changes that do not follow from an action of the visitor, for example the progress of a session. Long enough
 * for a slow machine.
 */
const LONG_PATIENCE_MS = 45_000;

async function visitorOf(page: Page, facts: VisitorFacts): Promise<Visitor> {
  const { origin, locale = 'de', screen = PHONE, isDark = false, hasJavaScript = true } = facts;
  const watch = watchPage(page, hasJavaScript);
  await page.setExtraHTTPHeaders({ 'Accept-Language': locale });
  await page.setViewport({ ...screen });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }]);
  await page.setJavaScriptEnabled(hasJavaScript);
  page.setDefaultTimeout(PATIENCE_MS);

  const settle = async () => {
    // The query is repeated, because the page may change while the browser answers.
    if (hasJavaScript) await patiently('a page that is ready', () => page.$('html[data-hydrated], .panel'), seenInstead);
  };
  const finds: Visitor['finds'] = (role, name) => patiently(`${role} "${name}"`, () => findOnce(role, name), seenInstead);
  const findOnce = async (role: Role, name: string | RegExp): Promise<ElementHandle<Element> | null> => {
    const exact = typeof name === 'string' ? `[name="${name}"]` : '';
    for (const element of await page.$$(`::-p-aria(${exact}[role="${role}"])`)) {
      const isNamed = typeof name === 'string' || name.test(await textOf(element));
      if (isNamed && (await isShown(element))) return element;
    }
    return null;
  };
  /** Finds an element and scrolls it to the centre of the screen, where nothing covers it. */
  const uncovered: Visitor['finds'] = (role, name) => {
    const scrolled = async () => {
      const element = await findOnce(role, name);
      await element?.evaluate(node => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
      return element;
    };
    return patiently(`${role} "${name}"`, scrolled, seenInstead);
  };
  const text = () => page.evaluate(() => document.body.innerText).then(plain);
  const seenInstead = async () => `Seen instead at ${page.url()}:\n${await text()}`;
  const visitor: Visitor = {
    page,
    locale,
    hasJavaScript,
    text,
    finds: uncovered,
    async go(address) {
      await page.goto(new URL(address, origin).href);
      await settle();
    },
    async sees(...texts) {
      for (const words of texts) await patiently(`"${words}"`, async () => (await text()).includes(words), seenInstead);
    },
    async comesToSee(words) {
      if (hasJavaScript) return visitor.sees(words);
      await patiently(
        `"${words}"`,
        async () => (await text()).includes(words) || (await page.reload().then(() => false)),
        seenInstead,
        LONG_PATIENCE_MS,
      );
    },
    async doesNotSee(words) {
      await patiently(`that "${words}" is gone`, async () => !(await text()).includes(words));
    },
    async presses(role, name) {
      // A page without JavaScript does not move, and no listener can observe the click.
      if (hasJavaScript) await patiently(`a click on "${name}"`, async () => clicked(await uncovered(role, name)));
      else await (await uncovered(role, name)).click();
    },
    async follows(role, name) {
      const element = await uncovered(role, name);
      await Promise.all([page.waitForNavigation(), element.click()]);
      await settle();
    },
    async types(label, words) {
      const field = await finds('textbox', label);
      await field.focus();
      await field.evaluate(element => (element as HTMLInputElement).select());
      await page.keyboard.press('Backspace');
      await field.type(words);
    },
    async valueOf(label) {
      return (await finds('textbox', label)).evaluate(element => (element as HTMLInputElement).value);
    },
    focused: () =>
      page
        .evaluate(() => {
          const { activeElement: element } = document;
          return element === document.body ? '' : ((element as HTMLElement | null)?.innerText ?? '');
        })
        .then(plain),
    path: () => decodeURIComponent(new URL(page.url()).pathname),
    async opensTab() {
      const tab = await visitorOf(await page.browserContext().newPage(), facts);
      return { ...tab, leaves: () => tab.page.close() };
    },
    expects: watch.expects,
    troubles: watch.troubles,
    leaves: () => page.close(),
  };
  return visitor;
}

/**
 * Clicks an element.
 * @returns false if the element is disabled, or if the click missed it, because the page moved after its position was measured
 */
async function clicked(element: ElementHandle<Element>): Promise<boolean> {
  if (await element.evaluate(node => node.getAttribute('aria-disabled') === 'true')) return false;
  const click = await element.evaluateHandle(node => {
    const state = { hasArrived: false };
    const note = () => {
      state.hasArrived = true;
    };
    node.addEventListener('click', note, { once: true, capture: true });
    return state;
  });
  await element.click();
  // If the click has opened another document, its state is gone.
  return click.evaluate(({ hasArrived }) => hasArrived).catch((error: unknown) => isPageChange(error) || Promise.reject(error));
}

/** Polls until there is a result. Ignores errors that occur because the page changes during a query. */
async function patiently<T>(
  what: string,
  options: () => Promise<T | null | false>,
  why?: () => Promise<string>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const answer = await options().catch((error: unknown) => {
      if (isPageChange(error)) return null;
      throw error;
    });
    if (answer !== null && answer !== false) return answer;
    if (Date.now() > giveUpAt) throw new Error(`Waited in vain for ${what}. ${(await why?.()) ?? ''}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** What Chromium and Puppeteer say of a node, an object or a script context whose document another one has replaced. */
const PAGE_CHANGES = [
  'context was destroyed',
  'detached',
  'Cannot find context',
  'Cannot find execution context',
  'JSHandle is disposed',
  'of null',
  'does not belong to the document',
  'No node with given id',
  'Could not find node with given id',
  'Could not find object with given id',
  'Argument should belong to the same JavaScript world',
  'Inspected target navigated or closed',
];

const isPageChange = (error: unknown): boolean =>
  error instanceof Error && PAGE_CHANGES.some(words => error.message.toLowerCase().includes(words.toLowerCase()));

/** Normalizes text: replaces non-breaking spaces, and removes soft hyphens. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ').replaceAll('\u00ad', '');

const textOf = (element: ElementHandle<Element>): Promise<string> =>
  element.evaluate(node => (node.closest('label') ?? node).textContent).then(plain);

const isShown = (element: ElementHandle<Element>): Promise<boolean> =>
  element.evaluate(node => node.checkVisibility({ visibilityProperty: true }));

interface PageWatch {
  expects: Visitor['expects'];
  troubles: Visitor['troubles'];
}

/** Collects console errors and warnings, script errors, failed requests and CSP violations of a page. */
function watchPage(page: Page, hasJavaScript: boolean): PageWatch {
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', message => {
    if (['error', 'warn', 'assert'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', error => complaints.push(`page error: ${String(error)}`));
  watchHydration(page, found => complaints.push(found));
  page.on('requestfailed', request => {
    if (!isOver(request, hasJavaScript)) complaints.push(`request failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  void page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`CSP violation: ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  return {
    expects: complaint => void expected.push(complaint),
    troubles: () => complaints.filter(complaint => !expected.some(pattern => pattern.test(complaint))),
  };
}

/**
 * Returns true if the browser aborted the request for a harmless reason: the page was left, the response is a download, or the
 * request is for a script and JavaScript is off.
 */
function isOver(request: HTTPRequest, hasJavaScript: boolean): boolean {
  const why = request.failure()?.errorText;
  return why === 'net::ERR_ABORTED' || (why === 'csp' && !hasJavaScript && request.resourceType() === 'script');
}
