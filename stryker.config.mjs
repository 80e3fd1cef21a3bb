// @ts-check
// See scripts/mutation.ts, which names the folder.
import { FOLDERS } from './scripts/mutationFolders.ts';

const folder = process.env.MUTATION_FOLDER ?? '';

export default {
  mutate: FOLDERS[folder]?.sources ?? [],
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  jest: { configFile: 'scripts/mutationJest.config.cjs', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  ignorePatterns: ['/data', '/dist', '/docs', '/screenshots', '/reports'],
  // The compiler has no interface for programs any more, and the runner needs nothing of its settings.
  tsconfigFile: 'none.json',
  incremental: true,
  incrementalFile: `reports/mutation/${folder}.json`,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
