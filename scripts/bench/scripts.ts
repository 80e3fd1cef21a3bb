// npm run bench -- scripts: measures what a phone needs until the payment page is usable: bytes of scripts, requests, and the time
// on a slow line (Slow 4G, processor 4 × slower), compared with bare React that hydrates the same elements.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'puppeteer';
import { openBrowser } from '../../test/support/chromium.ts';
import { judge, median, ratios, spread } from './figures.ts';
import { type BenchServer, startApp, startBaseline, waitForPage } from './servers.ts';

await import('../build/ensureBuild.ts');

const PAGE = '/blaufink/evse/DE*BLF*E1001*1';
const ROUNDS = 7;
/** Slow 4G as in Lighthouse: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
const CPU_SLOWDOWN = 4;

interface Load {
  hydratedMs: number;
  scriptBytes: number;
  requests: number;
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-scripts-'));
const app = await startApp(folder);
const servers: BenchServer[] = [app];
const browser = await openBrowser();
try {
  const html = await waitForPage(app, PAGE);
  const bare = await startHydrating(html);
  servers.push(bare);
  const loads: Record<'app' | 'bare', Load[]> = { app: [], bare: [] };
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, server] of [['app', app] as const, ['bare', bare] as const]) {
      const load = await measure(browser, server.origin + PAGE);
      if (round > 0) loads[name].push(load);
    }
  const times = (name: 'app' | 'bare') => loads[name].map(({ hydratedMs }) => hydratedMs);
  console.log(`  hydrated after ${spread(times('app'), 0)} ms, bare React ${spread(times('bare'), 0)} ms`);
  judge('scripts until the payment page is usable, Brotli', median(loads.app.map(({ scriptBytes }) => scriptBytes / 1000)), {
    goal: 90,
    unit: ' kB',
  });
  judge('requests until the payment page is usable', median(loads.app.map(({ requests }) => requests)), { goal: 7 });
  judge('payment page hydrated ÷ bare React, Slow 4G, processor 4 × slower', median(ratios(times('app'), times('bare'))), {
    goal: 1.15,
  });
} finally {
  await browser.close();
  for (const server of servers) await server.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Starts a server whose page hydrates the elements of `html` with React alone. */
async function startHydrating(html: string): Promise<BenchServer> {
  const [page, script] = ['page.html', 'hydrate.js'].map(name => path.join(folder, name)) as [string, string];
  writeFileSync(page, html.replaceAll(/<script.*?<\/script>|<link[^>]*rel="modulepreload"[^>]*>/gs, ''));
  await build({
    stdin: {
      contents: `import { hydrateRoot } from 'react-dom/client';
        import { useEffect, createElement } from 'react';
        import { elementsOf } from ${JSON.stringify(path.join(import.meta.dirname, 'pageElements.ts'))};
        import html from ${JSON.stringify(page)};
        const elements = elementsOf(html);
        function Page() {
          useEffect(() => { document.documentElement.dataset.hydrated = 'true'; }, []);
          return elements;
        }
        hydrateRoot(document, createElement(Page), { onRecoverableError: () => undefined });`,
      resolveDir: process.cwd(),
    },
    loader: { '.html': 'text' },
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    minify: true,
    format: 'esm',
    outfile: script,
  });
  const bare = await startBaseline('hydratingServer.ts', page, script);
  await waitForPage(bare, PAGE);
  return bare;
}

/** Loads a page in a new browser context, without any cache. */
async function measure(opened: Browser, address: string): Promise<Load> {
  const context = await opened.createBrowserContext();
  const page = await context.newPage();
  try {
    const session = await page.createCDPSession();
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW_4G);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    return await loadUntilHydrated(page, address);
  } finally {
    await context.close();
  }
}

/** Counts what the page has requested before it was hydrated, the document included. */
async function loadUntilHydrated(page: Page, address: string): Promise<Load> {
  await page.evaluateOnNewDocument(() => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement?.dataset.hydrated) return;
      observer.disconnect();
      performance.mark('hydrated');
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-hydrated'] });
  });
  await page.goto(address, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0);
  return page.evaluate(() => {
    const hydratedMs = performance.getEntriesByName('hydrated')[0]?.startTime ?? Number.NaN;
    const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const before = all.filter(({ startTime }) => startTime < hydratedMs);
    // A preloaded script has an entry for the preload and one for its use, but is requested once.
    const unique = [...new Map(before.map(entry => [entry.name, entry])).values()];
    const scripts = unique.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const scriptBytes = scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    return { hydratedMs, scriptBytes, requests: 1 + unique.length };
  });
}
