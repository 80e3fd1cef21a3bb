// npm run mutation -- pricing      changes one thing at a time in the sources of a folder and runs the tests that reach it
// npm run mutation -- pricing --mutate server/core/pricing/bill.ts      one file of it
// A change that no test notices is printed with its place. The folders are in mutationFolders.ts. Results are kept in
// reports/mutation/<folder>.json: the next run tries again only what has changed since, and -- --force tries all.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { FOLDERS, type MutationFolder } from './mutationFolders.ts';

const [folder = '', ...more] = process.argv.slice(2);
const chosen = FOLDERS[folder];

/** A file that was moved and not told here would be left out without a word. */
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
