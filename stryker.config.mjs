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
  // An endless loop is known by how often it is taken. A limit by the clock would count what a busy machine delays as noticed.
  timeoutMS: 120_000,
  ignorePatterns: ['/data', '/dist', '/docs', '/screenshots', '/reports'],
  // The compiler has no interface for programs any more, and the runner needs nothing of its settings.
  tsconfigFile: 'none.json',
  incremental: true,
  incrementalFile: `reports/mutation/${folder}.json`,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
};
