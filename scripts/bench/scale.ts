// The app beyond one process and one database: npm run bench -- scale
// Each part opens processes of the build and a PostgreSQL of its own: npm run bench -- scale processes runs only that one.
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { measure as documents } from './scale/documents.ts';
import { measure as failover } from './scale/failover.ts';
import type { Part } from './scale/part.ts';
import { measure as polled } from './scale/polled.ts';
import { measure as processes } from './scale/processes.ts';

const PARTS: Readonly<Record<string, Part>> = { processes, polled, failover, documents };

const wanted = process.argv.slice(3);
const unknown = wanted.filter(name => !(name in PARTS));
if (unknown.length > 0) {
  console.error(`npm run bench -- scale, with nothing or some of: ${Object.keys(PARTS).join(', ')}`);
  process.exit(1);
}
execFileSync(process.execPath, ['scripts/build/ensureBuild.ts'], { stdio: 'inherit' });
for (const [name, measure] of Object.entries(PARTS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`\n${name}; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  await measure((what, figure) => console.log(`  ${what.padEnd(64)} ${figure}`));
}
