// npm run mutation -- pricing: changes the sources of a folder, one place at a time, runs the tests that execute the changed
// code, and prints the changes that no test detects. The folders are those of mutationFolders.ts. With --mutate
// server/core/pricing/bill.ts, only one file. Results are stored in reports/mutation/<folder>.json. The next run repeats only
// those of changed files; with --force, all.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { FOLDERS, type MutationFolder } from './mutationFolders.ts';

const [folder = '', ...more] = process.argv.slice(2);
const chosen = FOLDERS[folder];

/** Finds patterns that match no file. Otherwise a moved file would be left out unnoticed. */
function findUnmatchedPatterns({ sources, tests }: MutationFolder): string[] {
  return [...sources, ...tests].filter(pattern => !pattern.startsWith('!') && globSync(pattern).length === 0);
}

if (!chosen) {
  console.error(`npm run mutation -- <folder>, which is one of: ${Object.keys(FOLDERS).join(', ')}`);
  process.exitCode = 1;
} else if (findUnmatchedPatterns(chosen).length > 0) {
  console.error(`scripts/test/mutationFolders.ts names what is not there: ${findUnmatchedPatterns(chosen).join(', ')}`);
  process.exitCode = 1;
} else {
  const env = { ...process.env, MUTATION_FOLDER: folder, PROPERTY_SHARE: process.env.PROPERTY_SHARE ?? '0.1' };
  process.exitCode = spawnSync('stryker', ['run', ...more], { stdio: 'inherit', env }).status ?? 1;
}
