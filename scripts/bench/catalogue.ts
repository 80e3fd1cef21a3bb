// npm run bench -- catalogue: measures the start and the memory of the built app with 100,000 charging points in its database
// file, and the import of one changed file. POINTS=1000000 sets another number.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { shopWith } from '../../test/support/manyPoints.ts';
import { judge } from './figures.ts';
import { rssMb, startApp, waitForPage } from './servers.ts';

await import('../build/ensureBuild.ts');

const POINTS = Number(process.env.POINTS ?? 100_000);
const SETTLE_MS = 10_000;
const FIRST_START_LIMIT_MS = 1_200_000;

const folder = mkdtempSync(path.join(tmpdir(), 'bench-catalogue-'));
const shop = shopWith(POINTS, { perFile: 1000 });
const settings = { OPERATOR_DATA: shop.folder };
try {
  const dataDir = path.join(folder, 'data');
  const importedAt = performance.now();
  const first = await startApp(folder, settings);
  await waitForPage(first, '/blaufink/terms', FIRST_START_LIMIT_MS);
  console.log(
    `  first start, which imports: ${((performance.now() - importedAt) / 1000).toFixed(1)} s, ${rssMb(first).toFixed(0)} MB`,
  );
  await first.close();
  const startedAt = performance.now();
  const app = await startApp(folder, settings);
  await waitForPage(app, '/blaufink/terms');
  const startS = (performance.now() - startedAt) / 1000;
  await sleep(SETTLE_MS);
  const memoryMb = rssMb(app);
  await app.close();
  judge(`start with ${POINTS} points`, startS, { goal: 10, unit: ' s' });
  judge(`memory with ${POINTS} points`, memoryMb, { goal: 400, unit: ' MB' });
  const unchangedMs = runImport(dataDir);
  changeOneFile();
  const changedMs = runImport(dataDir);
  console.log(
    `  import without a change ${(unchangedMs / 1000).toFixed(1)} s, with one file of 1,000 points ${(changedMs / 1000).toFixed(1)} s`,
  );
} finally {
  shop.close();
  rmSync(folder, { recursive: true, force: true });
}

/** @returns the milliseconds of the import */
function runImport(dataDir: string): number {
  const env = { ...process.env, DATA_DIR: dataDir, OPERATOR_DATA: shop.folder, LOG_LEVEL: 'silent' };
  const startedAt = performance.now();
  const { status } = spawnSync('npm', ['run', '--silent', 'operator', '--', 'import', '--who', 'Ada Lovelace'], {
    env,
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error(`The import ended with ${status}`);
  return performance.now() - startedAt;
}

function changeOneFile(): void {
  const locations = path.join(shop.folder, 'locations');
  const [name = ''] = readdirSync(locations).filter(each => each.startsWith('many-'));
  const file = path.join(locations, name);
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"address":"[^"]*"/, '"address":"Neue Straße 1"'));
}
