// npm run prove:random: runs every property test with a new seed, which a failure prints. With -- --seed 12345, repeats a run.
// With -- vatShare, only matching files. If a failing case is found, add it as an example to the test file.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ options: { seed: { type: 'string' } }, allowPositionals: true });
const seed = values.seed ?? String(randomInt(2 ** 31));
const files = globSync('{server,shared,test}/**/*.test.{ts,tsx}')
  .filter(file => /\/property\.ts'/.test(readFileSync(file, 'utf8')))
  .filter(file => positionals.length === 0 || positionals.some(name => file.includes(name)));

if (!/^\d{1,10}$/.test(seed) || files.length === 0) {
  console.error('npm run prove:random -- [--seed <number>] [part of the name of a test]');
  process.exitCode = 1;
} else {
  console.log(`Seed ${seed}: ${files.length} files`);
  const env = { ...process.env, PROPERTY_SEED: seed };
  const { status } = spawnSync('npm', ['run', '--silent', 'jest', '--', '--runTestsByPath', ...files], { stdio: 'inherit', env });
  console.log(status === 0 ? `Seed ${seed}: nothing found` : `Once more: npm run prove:random -- --seed ${seed}`);
  process.exitCode = status ?? 1;
}
