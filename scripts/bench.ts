// Measures one thing: npm run bench -- <name>. Each name is a file in scripts/bench/.
import { existsSync, readdirSync } from 'node:fs';

const folder = new URL('./bench/', import.meta.url);
const name = process.argv[2] ?? '';
const file = new URL(`${name}.ts`, folder);
if (/^\w+$/.test(name) && existsSync(file)) await import(file.href);
else {
  const names = readdirSync(folder)
    .filter(entry => entry.endsWith('.ts'))
    .map(entry => entry.replace('.ts', ''));
  console.error(`npm run bench -- <name>, which is one of: ${names.join(', ')}`);
  process.exitCode = 1;
}
