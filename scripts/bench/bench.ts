// npm run bench: runs every benchmark, each in its own process, prints the figures beside their goals, and writes them into
// docs/performance.md. With -- <name>, runs one benchmark and writes nothing. Fails if a figure misses its goal or a benchmark
// breaks.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { isMet, type JudgedFigure, lineOf, rowOf } from './figures.ts';

const NAMES = [
  'pages',
  'scripts',
  'orders',
  'reports',
  'stations',
  'session',
  'search',
  'feed',
  'start',
  'memory',
  'live',
  'catalogue',
];
const PAGE = 'docs/performance.md';

const [, , name] = process.argv;
if (name !== undefined && !NAMES.includes(name)) {
  console.error(`npm run bench, or npm run bench -- <name>, which is one of: ${NAMES.join(', ')}`);
  process.exitCode = 1;
} else await runAll(name === undefined ? NAMES : [name]);

async function runAll(names: readonly string[]): Promise<void> {
  const judged: JudgedFigure[] = [];
  const startedAt = performance.now();
  const minutes = () => `${((performance.now() - startedAt) / 60_000).toFixed(1)} min`;
  for (const [n, each] of names.entries()) {
    console.log(`\n— ${each} (${n + 1} of ${names.length}, after ${minutes()})`);
    const file = fileURLToPath(new URL(`${each}.ts`, import.meta.url));
    const child = fork(file, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    child.on('message', message => judged.push(message as JudgedFigure));
    const [code] = await once(child, 'exit');
    if (code !== 0) {
      console.error(`${each} has broken off`);
      process.exitCode = 1;
    }
  }
  console.log(`\n${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${minutes()}`);
  for (const figure of judged) console.log(lineOf(figure));
  if (names.length === NAMES.length && process.exitCode === undefined) writeTable(judged);
  if (!judged.every(isMet)) process.exitCode = 1;
}

function writeTable(judged: readonly JudgedFigure[]): void {
  const page = readFileSync(PAGE, 'utf8');
  const rows = ['| What | Measured | Goal |', '| --- | --- | --- |', ...judged.map(rowOf)].join('\n');
  writeFileSync(
    PAGE,
    page.replace(/(?<=<!-- bench -->\n).*(?=\n<!-- end of bench -->)/s, () => rows),
  );
}
