// npm run prove:numbers: issues documents from several processes that are killed midway, on SQLite and PostgreSQL, and checks the
// document numbers for gaps and duplicates. With -- --short, fewer documents.
import { proveNumbers } from '../../test/support/proveNumbers.ts';

const size = process.argv.includes('--short') ? { documents: 40, kills: 4 } : { documents: 1000, kills: 40 };

for (const engine of ['sqlite', 'postgres'] as const) {
  const { issued, missing, surplus, kills, seconds } = await proveNumbers({ engine, workers: 4, ...size });
  const isFine = kills === size.kills && issued === size.documents && missing.length === 0 && surplus.length === 0;
  if (!isFine) process.exitCode = 1;
  console.log(
    `${engine.padEnd(9)} ${issued} documents by 4 processes, ${kills} killed, ${seconds.toFixed(1)} s: ` +
      `${missing.length} numbers missing, ${surplus.length} too many`,
  );
}
