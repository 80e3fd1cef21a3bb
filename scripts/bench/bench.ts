// npm run bench: runs every benchmark, each in its own process. With -- <name>, runs one benchmark.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const NAMES = ['live', 'orders', 'pages', 'reports', 'start'];

const [, , name] = process.argv;
if (name !== undefined && !NAMES.includes(name)) {
  console.error(`npm run bench, or npm run bench -- <name>, which is one of: ${NAMES.join(', ')}`);
  process.exitCode = 1;
} else
  for (const each of name === undefined ? NAMES : [name]) {
    console.log(`\n— ${each}`);
    const file = fileURLToPath(new URL(`${each}.ts`, import.meta.url));
    const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', file], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
