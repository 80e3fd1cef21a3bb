// npm run bench -- start: compares the start time and memory of the built app with those of bare Express and React, which serve
// the same page. The app is measured with the points of the demo shop and with 10,000 points in its database file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shopWith } from '../../test/support/manyPoints.ts';
import { judge, median, ratio, spread } from './figures.ts';
import { type BenchServer, cpuMs, rssMb, startApp, startBaseline, waitForPage } from './servers.ts';

await import('../build/ensureBuild.ts');

const ROUNDS = 5;
const MANY = 10_000;
const SETTLE_MS = 3000;
const PAGE = '/blaufink/evse/DE*BLF*E1001*1';

interface Figures {
  startMs: number[];
  startCpuMs: number[];
  firstPageMs: number[];
  rssMb: number[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-start-'));
const shop = shopWith(MANY);
const file = path.join(folder, 'page.html');
const variants: Readonly<Record<string, () => Promise<BenchServer>>> = {
  'bare React': () => startBaseline('reactServer.ts', file),
  app: () => startApp(path.join(folder, 'few')),
  'app, 10,000 points': () => startApp(path.join(folder, 'many'), { OPERATOR_DATA: shop.folder }),
};
try {
  // Warm-up: the first start imports the points and fills the cache of compiled code.
  for (const [name, start] of Object.entries(variants).filter(([each]) => each !== 'bare React')) {
    const server = await start();
    const page = await waitForPage(server, PAGE);
    if (name === 'app') writeFileSync(file, page);
    await server.close();
  }
  const figures = new Map(
    Object.keys(variants).map(name => [name, { startMs: [], startCpuMs: [], firstPageMs: [], rssMb: [] } as Figures]),
  );
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, start] of Object.entries(variants)) await measure(start, figures.get(name));
  const bare = figures.get('bare React');
  for (const [name, each] of figures)
    console.log(
      `${name}: first answer ${spread(each.startMs, 0)} ms, ÷ bare React ${ratio(each.startMs, bare?.startMs ?? [])}; ` +
        `processor time ${spread(each.startCpuMs, 0)} ms; first payment page ${spread(each.firstPageMs, 0)} ms; ` +
        `memory ${spread(each.rssMb, 0)} MB`,
    );
  judge('memory at rest', median(figures.get('app')?.rssMb ?? []), { goal: 125, unit: ' MB' });
  console.log(`load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  shop.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(start: () => Promise<BenchServer>, figures: Figures | undefined): Promise<void> {
  const startedAt = performance.now();
  const server = await start();
  try {
    await waitForPage(server, '/blaufink/terms');
    figures?.startMs.push(performance.now() - startedAt);
    figures?.startCpuMs.push(cpuMs(server));
    const requestedAt = performance.now();
    await waitForPage(server, PAGE);
    figures?.firstPageMs.push(performance.now() - requestedAt);
    await sleep(SETTLE_MS);
    figures?.rssMb.push(rssMb(server));
  } finally {
    await server.close();
  }
}
