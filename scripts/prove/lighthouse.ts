// npm run lighthouse: audits the pages of a first visit with Lighthouse on an emulated phone and takes the median of three runs.
// Accessibility, best practices, layout shift and, for pages in search engines, SEO must reach minimum scores. Performance
// depends on the machine, so it is only printed, beside that of an almost empty page.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import lighthouse, { type Result } from 'lighthouse';
import type { Browser } from 'puppeteer';
import { startBuiltApp } from '../../test/support/builtApp.ts';
import { openBrowser } from '../../test/support/chromium.ts';

const RUNS = 3;
const MARKS: Readonly<Record<string, number>> = { accessibility: 100, 'best-practices': 100, seo: 95 };
const PERFORMANCE_MARK = 95;
/** User agent of a phone. The user agent of Lighthouse counts as a bot, and bots get different error pages. */
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36';

const PAGES = [
  { name: 'payment', path: '/blaufink/evse/DE*BLF*E1001*3', isListed: false },
  { name: 'search', path: '/blaufink/receipts', isListed: true },
  { name: 'home', path: '/', isListed: true },
  { name: 'legal', path: '/blaufink/terms', isListed: true },
];
const BARE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title><p>Bare';

/** Serves an almost empty page, which shows the best possible performance score on this machine. */
async function openBarePage(): Promise<{ address: string; close(): void }> {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(BARE));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => void server.close() };
}

async function runLighthouse(browser: Browser, address: string): Promise<Result> {
  const { port } = new URL(browser.wsEndpoint());
  const settings = { emulatedUserAgent: PHONE, onlyCategories: ['performance', ...Object.keys(MARKS)] };
  const audited = await lighthouse(
    address,
    { port: Number(port), logLevel: 'error' },
    { extends: 'lighthouse:default', settings },
  );
  if (!audited) throw new Error(`${address}: Lighthouse says nothing`);
  const { lhr } = audited;
  if (lhr.runtimeError) throw new Error(`${address}: ${lhr.runtimeError.message}`);
  return lhr;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
const score = (lhr: Result, category: string): number => Math.round((lhr.categories[category]?.score ?? 0) * 100);
const figure = (lhrs: readonly Result[], audit: string): number =>
  median(lhrs.map(lhr => lhr.audits[audit]?.numericValue ?? Number.NaN));

/** Returns the failed audits of a category, as worded by Lighthouse. */
function faultsOf(lhr: Result, category: string): string[] {
  return (lhr.categories[category]?.auditRefs ?? [])
    .flatMap(({ id }) => lhr.audits[id] ?? [])
    .filter(({ score: points, scoreDisplayMode }) => scoreDisplayMode === 'binary' && points === 0)
    .map(({ id, title }) => `${category}: ${id}: ${title}`);
}

interface AuditedPage {
  name: string;
  address: string;
  isListed: boolean;
  lhrs: Result[];
}

function summary({ name, isListed, lhrs }: AuditedPage) {
  const categories = Object.keys(MARKS).filter(category => category !== 'seo' || isListed);
  const scores: Record<string, number> = Object.fromEntries(
    categories.map(category => [category, median(lhrs.map(lhr => score(lhr, category)))]),
  );
  const shift = figure(lhrs, 'cumulative-layout-shift');
  const missed = categories.filter(category => (scores[category] ?? 0) < (MARKS[category] ?? 0));
  return {
    row: {
      page: name,
      performance: median(lhrs.map(lhr => score(lhr, 'performance'))),
      ...scores,
      shift: Number(shift.toFixed(3)),
      'FCP ms': Math.round(figure(lhrs, 'first-contentful-paint')),
      'LCP ms': Math.round(figure(lhrs, 'largest-contentful-paint')),
      'TBT ms': Math.round(figure(lhrs, 'total-blocking-time')),
    },
    faults: [
      ...missed.flatMap(category => lhrs.slice(0, 1).flatMap(lhr => faultsOf(lhr, category))),
      ...(shift > 0 ? [`layout shift ${shift}`] : []),
    ].map(fault => `${name}: ${fault}`),
  };
}

const app = await startBuiltApp({ speed: 1 });
const bare = await openBarePage();
const browser = await openBrowser();
try {
  const audited: AuditedPage[] = PAGES.map(page => ({ ...page, address: app.origin + page.path, lhrs: [] }));
  const beside: AuditedPage = { name: 'bare page', address: bare.address, isListed: false, lhrs: [] };
  // Audits the pages alternately, so that a slow minute of the machine affects all of them.
  for (let run = 0; run < RUNS; run++)
    for (const page of [...audited, beside]) page.lhrs.push(await runLighthouse(browser, page.address));
  const summaries = audited.map(summary);
  console.table([...summaries.map(({ row }) => row), summary(beside).row]);
  for (const { row } of summaries)
    if (row.performance < PERFORMANCE_MARK) console.log(`${row.page}: performance ${row.performance}, below ${PERFORMANCE_MARK}`);
  const faults = summaries.flatMap(page => page.faults);
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
  bare.close();
  await app.close();
}
