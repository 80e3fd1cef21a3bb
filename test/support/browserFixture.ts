import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser } from 'puppeteer';
import { type BuiltApp, type BuiltAppOptions, startBuiltApp } from './builtApp.ts';
import { openBrowser } from './chromium.ts';
import { openVisitor, type Visitor, type VisitorFacts } from './visitor.ts';

export interface BrowserFixture {
  app(): BuiltApp;
  /** Runs `work` and returns the card holds that were created meanwhile, as they are now. */
  holdsOf(work: () => Promise<void>): Promise<ReturnType<BuiltApp['holds']>>;
  /** Opens a visitor with a separate browser profile. */
  enters(facts?: Partial<VisitorFacts>): Promise<Visitor>;
}

/** Starts one browser and one app for all tests of a file. After each test, errors of a page or of the app fail the test. */
export function setUpBrowser(
  request: BuiltAppOptions | (() => Promise<BuiltAppOptions>) = {},
  browserRequest: Parameters<typeof openBrowser>[0] = {},
): BrowserFixture {
  let browser: Browser;
  let opened: BuiltApp | undefined;
  const visitors: Visitor[] = [];

  beforeAll(async () => {
    const options = typeof request === 'function' ? await request() : request;
    [opened, browser] = await Promise.all([startBuiltApp(options), openBrowser(browserRequest)]);
  }, 90_000);
  afterEach(async () => {
    const left = visitors.splice(0);
    await Promise.all(left.map(visitor => visitor.leaves()));
    expect(left.flatMap(visitor => visitor.troubles())).toEqual([]);
    expect(opened?.bugs() ?? []).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all([browser?.close(), opened?.close()]);
  });
  const app = (): BuiltApp => {
    if (!opened) throw new Error('The app is not open');
    return opened;
  };
  return {
    app,
    async holdsOf(work) {
      const before = new Set(
        app()
          .holds()
          .map(({ ref }) => ref),
      );
      await work();
      return app()
        .holds()
        .filter(({ ref }) => !before.has(ref));
    },
    async enters(facts = {}) {
      const visitor = await openVisitor(browser, { origin: app().origin, ...facts });
      visitors.push(visitor);
      return visitor;
    },
  };
}
