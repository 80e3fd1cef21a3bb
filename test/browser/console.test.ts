import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'puppeteer';
import { openBrowser } from '../support/chromium.ts';
import { isFineAtEverySize } from '../support/consoleSizes.ts';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { finishedAt, POINTS } from '../support/orders.ts';

describe('The console, which has no script', () => {
  let running: RunningApp;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [running, browser] = await Promise.all([startApp({ speed: 600 }), openBrowser()]);
    await finishedAt(running, POINTS.plugsIn);
    page = await browser.newPage();
    await page.setExtraHTTPHeaders({ 'Accept-Language': 'en' });
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    await running.close();
  });

  const press = async (words: string): Promise<void> => {
    const [found] = await page.$$(
      `::-p-xpath(//*[self::a or self::button][normalize-space()='${words}' or starts-with(normalize-space(), '${words} of €')])`,
    );
    if (!found) throw new Error(`Nothing to press says ${words}: ${page.url()}`);
    await Promise.all([page.waitForNavigation(), found.click()]);
  };
  const heading = async (): Promise<string> => (await page.$eval('h1', h1 => h1.textContent)) ?? '';
  const isFine = (name: string) => isFineAtEverySize(page, name);

  /** Returns which of the two refund choices, `all` or `part`, is highlighted. */
  const chosen = () =>
    page.evaluate(() => {
      const isFramed = (value: string): boolean => {
        const choice = document.querySelector(`.choice:has([value=${value}])`);
        return choice !== null && getComputedStyle(choice).boxShadow !== 'none';
      };
      return { all: isFramed('all'), part: isFramed('part') };
    });

  /** Whether an element takes a press at its middle. Another element can cover it. */
  const isPressable = (selector: string) =>
    page.$eval(selector, element => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });

  it.each([
    [1280, 900],
    [1920, 1080],
  ])('has the button to sign out where a person can press it, in a window of %d × %d', async (width, height) => {
    await page.setViewport({ width, height });
    await page.goto(`${running.origin}/operator/sign-in`);
    await press('Open the demo console');
    expect(await isPressable('.who form button')).toBe(true);
    expect(await isPressable('.who a[lang=de]')).toBe(true);
    await press('Sign out');
  });

  it('lets somebody in, find a session, and refund a part of it', async () => {
    await page.goto(`${running.origin}/operator/sign-in`);
    await isFine('sign-in');
    await press('Open the demo console');
    expect(await heading()).toBe('Overview');
    await isFine('today');
    await press('Sessions');
    await isFine('sessions');
    const href = await page.$eval('.sessions a', link => link.getAttribute('href'));
    await page.goto(`${running.origin}${href}`);
    expect(await heading()).toMatch(/^Session \d{3}/);
    await isFine('session');
    await press('Refund …');
    await isFine('refund');
    expect(await chosen()).toEqual({ all: false, part: false });
    await page.type('input[name=part]', '0.10');
    expect(await chosen()).toEqual({ all: false, part: true });
    await page.type('#reason', 'Stopped twice');
    await press('Continue');
    await isFine('refund-confirm');
    await press('Refund €0.10');
    expect(await page.$eval('[role=status]', note => note.textContent)).toMatch(/^€0\.10 (is being )?refunded to card •• \d{4}/);
    await page.goto(`${running.origin}/operator/menu`);
    await isFine('menu');
    await page.goto(`${running.origin}/operator/brands/canarybolt`);
    expect(await page.$$('iframe')).toHaveLength(8);
    await isFine('brand');
  }, 240_000);

  it('finds a session by what somebody says on the telephone, and back, forward and loading again find it once more', async () => {
    await page.goto(`${running.origin}/operator/sessions`);
    const find = async (words: string) => {
      await page.$eval('input#q', field => void field.select());
      await page.type('#q', words);
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    };
    await find('4711');
    const shown = () => page.$eval('main', main => main.textContent ?? '');
    expect(await shown()).toContain('No sessions found');
    expect(new URL(page.url()).search).not.toContain('4711');
    await isFine('sessions-nothing');
    await page.reload();
    expect([await shown(), await page.$eval('input#q', field => field.value)]).toEqual([
      expect.stringContaining('No sessions found'),
      '4711',
    ]);
    await page.goBack();
    expect(await shown()).not.toContain('No sessions found');
    await page.goForward();
    expect(await shown()).toContain('No sessions found');
    await find('4242');
    expect(await heading()).toMatch(/^Session \d{3}/);
  }, 240_000);

  it('shows accounting and reports with bars that lead to a day and a month', async () => {
    const showTables = () => page.$$eval('details', all => all.map(each => each.toggleAttribute('open', true)));
    await page.goto(`${running.origin}/operator/reports`);
    await showTables();
    await isFine('report-month');
    await page.goto(`${running.origin}/operator/reports/${(await heading()).slice(-4)}`);
    await showTables();
    await isFine('report-year');
    // The clock of the app runs fast: in the evening, the session may be of the day before, whose bar is no longer hatched.
    const pressBar = async () => {
      for (const bar of await page.$$('.bars a rect'))
        if (((await bar.boundingBox())?.height ?? 0) > 1) return Promise.all([page.waitForNavigation(), bar.click()]);
      throw new Error('No day or month has a bar');
    };
    await pressBar();
    expect(await heading()).toMatch(/^[A-Z]\p{Letter}+ \d{4}$/u);
    await page.goto(`${running.origin}/operator/books`);
    await showTables();
    await isFine('accounting-month');
    await pressBar();
    expect(await heading()).toMatch(/^\d{1,2}\s\p{Letter}+\s\d{4}$/u);
  }, 240_000);

  it('shows who is signed in and what was done, also in German', async () => {
    await page.goto(`${running.origin}/operator/signed-in`);
    expect(await heading()).toBe('Signed-in users');
    await isFine('signed-in');
    await page.setExtraHTTPHeaders({ 'Accept-Language': 'de' });
    await page.goto(`${running.origin}/operator/audit`);
    expect(await heading()).toBe('Protokoll');
    await isFine('audit-german');
    await page.goto(`${running.origin}/operator/signed-in`);
    await isFine('signed-in-german');
    await page.goto(`${running.origin}/operator/prices/CH*FRW*plain-chf`);
    await isFine('prices-german');
    await page.goto(`${running.origin}/operator/prices/DE*BLF*occupancy/change`);
    await isFine('price-change-german');
    await page.$eval('#price1', field => Object.assign(field, { value: 'abc' }));
    await page.focus('#price1');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await page.$$eval('[aria-invalid]', fields => fields.map(({ id }) => id))).toEqual(['price1', 'date', 'reason']);
    await isFine('price-faults-german');
  }, 240_000);
});
