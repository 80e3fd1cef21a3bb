// npm run journey:browser: measures the time from opening the address of a plug to charging, on a slow phone (Slow 4G, processor
// four times slower). Prints the median of five drivers for each step. Does not count the time in which a driver types and
// decides. The simulated vehicle and station run at sixty times real speed. On a quiet machine the sum should be at most six
// seconds.
import { type Browser, type Page, PredefinedNetworkConditions } from 'puppeteer';
import { startBuiltApp } from '../../test/support/builtApp.ts';
import { openBrowser } from '../../test/support/chromium.ts';
import { translator } from '../../test/support/invoiceFacts.ts';
import { agree, CARDS, fillInDetails } from '../../test/support/journeySteps.ts';
import { openVisitor, type Visitor } from '../../test/support/visitor.ts';

/** A plug to which a vehicle is already connected. */
const PLUG = '/blaufink/evse/DE*BLF*E1001*2';
const DRIVERS = 5;
const GOAL_MS = 6000;
const CPU_TIMES_SLOWER = 4;

type Steps = Readonly<Record<string, number>>;

const t = (visitor: Visitor, key: string, values = {}) => translator(visitor.locale, key, values);

async function slow(page: Page): Promise<void> {
  await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
  await page.emulateCPUThrottling(CPU_TIMES_SLOWER);
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/**
 * Presses a button and waits until the next page shows `words`.
 * @returns the duration in milliseconds
 */
async function lead(visitor: Visitor, name: string | RegExp, words: string): Promise<number> {
  const button = await visitor.finds('button', name);
  return took(async () => {
    await button.click();
    await visitor.page.waitForFunction(text => document.body?.innerText.includes(text), { polling: 20 }, words);
  });
}

async function drive(visitor: Visitor, address: string): Promise<Steps> {
  const { page } = visitor;
  await slow(page);
  const opened = await took(() => visitor.go(address));
  const shown = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);
  await fillInDetails(visitor);
  await agree(visitor);
  const ordered = await lead(visitor, t(visitor, 'payment.submitBinding'), t(visitor, 'sandbox.title'));
  await visitor.types(t(visitor, 'sandbox.number'), CARDS.good);
  const pay = new RegExp(`^${t(visitor, 'sandbox.pay', { amount: '.+' })}$`);
  const charging = await lead(visitor, pay, t(visitor, 'session.cost'));
  return {
    '(the first of it is seen)': shown,
    'the payment page is there, and answers': opened,
    'ordered: the page for the card is there': ordered,
    'paid: the vehicle charges': charging,
  };
}

const median = (numbers: readonly number[]): number =>
  Math.round(numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN);

/**
 * Runs one driver with a new app, so that the plug is free. Another visitor loads the pages first, so that the first rendering
 * is not measured.
 */
async function driveOnce(browser: Browser): Promise<Steps> {
  const app = await startBuiltApp({ speed: 60 });
  try {
    const first = await openVisitor(browser, { origin: app.origin });
    await first.go(PLUG);
    await first.leaves();
    const visitor = await openVisitor(browser, { origin: app.origin });
    const steps = await drive(visitor, PLUG);
    await visitor.leaves();
    return steps;
  } finally {
    await app.close();
  }
}

const browser = await openBrowser();
try {
  const runs: Steps[] = [];
  for (let n = 0; n < DRIVERS; n++) runs.push(await driveOnce(browser));
  const names = Object.keys(runs[0] ?? {});
  const sums = runs.map(run => names.filter(name => !name.startsWith('(')).reduce((sum, name) => sum + (run[name] ?? 0), 0));
  const rowOf = (step: string, times: readonly number[]) => ({
    step,
    ms: median(times),
    least: Math.round(Math.min(...times)),
    limit: Math.round(Math.max(...times)),
  });
  const rows = names.map(name =>
    rowOf(
      name,
      runs.map(run => run[name] ?? Number.NaN),
    ),
  );
  console.table([...rows, rowOf(`machine time (goal: ${GOAL_MS})`, sums)]);
} finally {
  await browser.close();
}
