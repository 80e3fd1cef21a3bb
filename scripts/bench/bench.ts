// npm run bench             measures everything, one thing after the other
// npm run bench -- <name>   measures one thing: each name is a file in scripts/bench/
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = new URL('./', import.meta.url);
const name = process.argv[2];
const names = readdirSync(folder)
  .filter(entry => entry.endsWith('.ts'))
  .map(entry => entry.replace('.ts', ''));
const file = new URL(`${name}.ts`, folder);
if (name === undefined) measureAll();
else if (/^\w+$/.test(name) && existsSync(file)) await import(file.href);
else {
  console.error(`npm run bench, or npm run bench -- <name>, which is one of: ${names.join(', ')}`);
  process.exitCode = 1;
}

/** In a process of its own each, so that none finds warm what another has left. */
function measureAll(): void {
  for (const each of names) {
    console.log(`\n— ${each}`);
    const { status } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), each], { stdio: 'inherit' });
    if (status !== 0) process.exitCode = 1;
  }
}
