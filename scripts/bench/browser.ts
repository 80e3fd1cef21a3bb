// When a phone shows and answers a page, beside bare Express and React with the same elements: npm run bench -- browser
// Slow 4G and a CPU four times slower, nothing kept from before, in turn. The largest paint, the moment from which the page answers
// a tap, and how long a tap would wait at the worst until then. Ratios of one run count. ROUNDS=9 for more, PAGES=payment for one page.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, PredefinedNetworkConditions } from 'puppeteer';
import { openBrowser } from '../../test/support/chromium.ts';
import { median, ms } from './parts/figures.ts';
import { fetchPage, isUp, PAGES, RENDERED, type Served, startApp, startHydrated } from './parts/served.ts';

const GOALS = { hydratedMs: 1.2, largestMs: 0.8 } as const;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** The figures to reach were set beside a page whose styles lie in a file, as those of most pages do. */
const BARE = ['in a file', 'in the page'] as const;
const bareWith = (styles: string | undefined): string => `bare React, styles ${styles}`;
const ONE_WORD = 'a page of one word';
const CPU_TIMES_SLOWER = 4;
const LIMIT_MS = 60_000;
const POLL_INTERVAL_MS = 500;

interface Seen {
  hydratedMs: number;
  largestMs: number;
  /** The longest task between the largest paint and the hydration; browsers tell of those of 50 ms and more. */
  longestTaskMs: number;
  scriptsKb: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-browser-'));
const servers: Served[] = [];
const browser = await openBrowser();
try {
  const app = await startApp(folder);
  servers.push(app);
  await isUp(app, '/');
  console.log(`${await browser.version()}; load of the machine ${loadavg()[0]?.toFixed(1)}; ${ROUNDS} rounds\n`);
  for (const name of (process.env.PAGES ?? Object.keys(PAGES).join()).split(',')) await measure(name, PAGES[name] ?? '/', app);
} finally {
  await browser.close();
  for (const { child } of servers) child.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(name: string, address: string, app: Served): Promise<void> {
  const file = path.join(folder, `${name}.html`);
  writeFileSync(file, (await fetchPage(app, address, RENDERED)).body());
  const bare: Served[] = [];
  for (const styles of BARE) bare.push(await startHydrated(file, app, styles));
  servers.push(...bare);
  for (const server of bare) await isUp(server, '/client.js');
  const [first = app] = bare;
  const variants: readonly (readonly [string, Served, string])[] = [
    ['app', app, address],
    ...bare.map((server, n) => [bareWith(BARE[n]), server, address] as const),
    [ONE_WORD, first, '/one-word'],
  ];
  const seen = new Map<string, Seen[]>(variants.map(([way]) => [way, []]));
  // The first round warms up servers and browser.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [way, server, page] of variants) {
      const measured = await measureVisit(browser, server, page);
      if (round > 0) seen.get(way)?.push(measured);
    }
  const of = (way: string, what: keyof Seen) => (seen.get(way) ?? []).map(figures => figures[what]);
  console.log(name);
  for (const [way] of variants)
    console.log(
      `  ${way.padEnd(31)} largest paint ${ms(of(way, 'largestMs'))} ms, hydrated ${ms(of(way, 'hydratedMs'))} ms, ` +
        `longest task between ${ms(of(way, 'longestTaskMs'))} ms, scripts ${median(of(way, 'scriptsKb')).toFixed(1)} kB`,
    );
  const ratio = (way: string, beside: string, what: keyof typeof GOALS) =>
    ms(of(way, what).map((figure, round) => figure / (of(beside, what)[round] ?? Number.NaN)));
  for (const styles of BARE) {
    const beside = bareWith(styles);
    const goal = (what: keyof typeof GOALS) => (styles === 'in a file' ? `, goal ${GOALS[what]}` : '');
    console.log(
      `  app ÷ ${beside}: largest paint ${ratio('app', beside, 'largestMs')}${goal('largestMs')}; ` +
        `hydrated ${ratio('app', beside, 'hydratedMs')}${goal('hydratedMs')}`,
    );
  }
  const ratios = BARE.map(styles => `${bareWith(styles)}: ${ratio(ONE_WORD, bareWith(styles), 'largestMs')}`);
  console.log(`  ${ONE_WORD} ÷ ${ratios.join('; ÷ ')}\n`);
}

/** One visitor, who has never been here. */
async function measureVisit(visitors: Browser, { port }: Served, address: string): Promise<Seen> {
  const context = await visitors.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 390, height: 844, isMobile: true, hasTouch: true });
    await page.setExtraHTTPHeaders({ 'Accept-Language': 'de' });
    await page.emulateNetworkConditions(PredefinedNetworkConditions['Slow 4G']);
    await page.emulateCPUThrottling(CPU_TIMES_SLOWER);
    await page.evaluateOnNewDocument(() => {
      const seen = { hydratedMs: 0, largestMs: 0 };
      const tasks: PerformanceEntry[] = [];
      Object.assign(globalThis, { seen, tasks });
      new PerformanceObserver(list => void tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
      new PerformanceObserver(list => {
        seen.largestMs = list.getEntries().at(-1)?.startTime ?? 0;
      }).observe({ type: 'largest-contentful-paint', buffered: true });
      new MutationObserver(() => {
        if (document.documentElement?.dataset.hydrated) seen.hydratedMs ||= performance.now();
      }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-hydrated'] });
    });
    await page.goto(`http://127.0.0.1:${port}${address}`, { waitUntil: 'load', timeout: LIMIT_MS });
    await page.waitForFunction(() => Object.values((globalThis as unknown as { seen: object }).seen).every(Boolean), {
      timeout: LIMIT_MS,
      // Asked at each frame, as by default, the page would be busy with the question.
      polling: POLL_INTERVAL_MS,
    });
    return await page.evaluate(() => {
      const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const scripts = resources.filter(({ name }) => /\.js$/.test(new URL(name).pathname));
      const bytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
      const { seen, tasks } = globalThis as unknown as { seen: Omit<Seen, 'scriptsKb'>; tasks: readonly PerformanceEntry[] };
      const between = tasks.filter(({ startTime }) => startTime >= seen.largestMs && startTime < seen.hydratedMs);
      const maxTaskMs = Math.max(0, ...between.map(({ duration }) => duration));
      return { ...seen, longestTaskMs: maxTaskMs, scriptsKb: bytes / 1000 };
    });
  } finally {
    await context.close();
  }
}
