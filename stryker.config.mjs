// @ts-check
// See scripts/test/mutation.ts, which names the folder.
import { FOLDERS } from './scripts/test/mutationFolders.ts';

const folder = process.env.MUTATION_FOLDER ?? '';

export default {
  mutate: FOLDERS[folder]?.sources ?? [],
  testRunner: 'bundle',
  plugins: ['./scripts/test/mutationRunner.ts'],
  testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // Stryker detects an endless loop by its number of iterations. A time limit would count delays of a busy machine as detected
  // changes.
  timeoutMS: 120_000,
  ignorePatterns: ['/data', '/dist', '/docs', '/screenshots', '/reports'],
  // The compiler has no programming interface, and the runner does not need its settings.
  tsconfigFile: 'none.json',
  incremental: true,
  incrementalFile: `reports/mutation/${folder}.json`,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
