// How soon the built app answers, and what it keeps of the machine, beside bare Express and React with the same page, in turn:
// npm run bench -- start
// From the birth of the process to its first answer, and what the first payment page of a process that is there takes; memory when
// it rests, and after visitors. Once more with 10,000 points that have not changed since it ran last. ROUNDS=5 for more.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { shopWith } from '../../test/support/manyPoints.ts';
import { ms } from './parts/figures.ts';
import {
  cpuMs,
  fetchPage,
  fetchRepeatedly,
  isUp,
  PAGES,
  PAYMENT,
  RENDERED,
  rssMb,
  type Served,
  startApp,
  startBaseline,
} from './parts/served.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 3);
const MANY = 10_000;
const VISITS = 1500;
const RESTS_MS = 3000;
const VISITED = Object.values(PAGES);

interface Figures {
  startMs: number;
  startCpuMs: number;
  firstPageMs: number;
  idleMb: number;
  loadedMb: number;
}

const folders: string[] = [];
const folder = () => folders[folders.push(mkdtempSync(path.join(tmpdir(), 'bench-start-'))) - 1] ?? '';
const [few, many, page] = [folder(), folder(), path.join(folder(), 'page.html')];
const shop = shopWith(MANY);
try {
  const ofMany = { OPERATOR_DATA: shop.folder };
  // What is sold is stored by the first start: it is the next one that counts.
  for (const [data, env] of [[few, {}] as const, [many, ofMany] as const]) {
    const app = await startApp(data, env);
    await isUp(app, PAYMENT);
    writeFileSync(page, (await fetchPage(app, PAYMENT, RENDERED)).body());
    await end(app);
  }
  const variants: readonly (readonly [string, () => Promise<Served>])[] = [
    ['app', () => startApp(few)],
    ['bare React', () => startBaseline('react', page)],
    [`app with ${MANY} points`, () => startApp(many, ofMany)],
  ];
  console.log(`Node ${process.version}; load of the machine ${loadavg()[0]?.toFixed(1)}; ${ROUNDS} rounds\n`);
  const all = new Map<string, Figures[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, start] of variants) all.set(name, [...(all.get(name) ?? []), await measure(start)]);
  const of = (name: string, what: keyof Figures) => (all.get(name) ?? []).map(figures => figures[what]);
  for (const [name] of variants) {
    console.log(name);
    console.log(`  to the first answer   ${ms(of(name, 'startMs'))} ms, of the processor ${ms(of(name, 'startCpuMs'))} ms`);
    console.log(`  first payment page    ${ms(of(name, 'firstPageMs'))} ms`);
    console.log(`  memory at rest, after ${ms(of(name, 'idleMb'))} MB, ${ms(of(name, 'loadedMb'))} MB`);
  }
  const ratio = (one: string, other: string, what: keyof Figures) =>
    ms(of(one, what).map((figure, round) => figure / (of(other, what)[round] ?? Number.NaN)));
  const [app = '', bare = '', large = ''] = variants.map(([name]) => name);
  console.log(
    `\n${app} ÷ ${bare}, first answer: ${ratio(app, bare, 'startMs')}, of the processor ${ratio(app, bare, 'startCpuMs')}`,
  );
  console.log(`${large} ÷ ${app}, first answer: ${ratio(large, app, 'startMs')}`);
} finally {
  shop.close();
  for (const each of folders) rmSync(each, { recursive: true, force: true });
}

async function measure(start: () => Promise<Served>): Promise<Figures> {
  const began = performance.now();
  const server = await start();
  try {
    await isUp(server, '/blaufink/terms');
    const [startMs, startCpuMs] = [performance.now() - began, cpuMs(server)];
    const requestedAt = performance.now();
    await fetchPage(server, PAYMENT);
    const firstPageMs = performance.now() - requestedAt;
    await pause(RESTS_MS);
    const idleMb = rssMb(server);
    const visit = (n: number) => fetchPage(server, VISITED[n % VISITED.length] ?? '', n % 3 === 0 ? RENDERED : {});
    await fetchRepeatedly(asked => asked >= VISITS, visit);
    await pause(RESTS_MS);
    return { startMs, startCpuMs, firstPageMs, idleMb, loadedMb: rssMb(server) };
  } finally {
    await end(server);
  }
}

async function end({ child }: Served): Promise<void> {
  const ended = new Promise(resolve => child.once('exit', resolve));
  child.kill();
  await ended;
}
