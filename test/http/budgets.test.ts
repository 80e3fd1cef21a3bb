import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type WeighedPage, weighPages } from '../../scripts/prove/pageWeights.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';

/** `npm run budgets` measures the pages of every plug. This test measures every 15th. */
const EVERY = 15;

let app: RunningApp;
let pages: readonly WeighedPage[];

beforeAll(async () => {
  app = await startApp();
  pages = await weighPages({ origin: app.origin, outDir: path.resolve(process.env.OUT_DIR ?? 'dist'), every: EVERY });
});
afterAll(() => app.close());

describe('On a slow phone', () => {
  it('no page weighs more than its budget', () => {
    expect(pages.filter(({ over }) => over !== '')).toEqual([]);
  });

  it('each page that is often the first of a visit has been weighed', () => {
    const weighed = pages.map(({ page }) => page);
    expect(weighed).toEqual(['Home', 'ClientHome', 'Payment', 'ReceiptSearch', 'Terms', 'Session', 'SessionEnd']);
    for (const { htmlBytes, scriptBytes, scripts } of pages) expect(Math.min(htmlBytes, scriptBytes, scripts)).toBeGreaterThan(0);
  });
});
