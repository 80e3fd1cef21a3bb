// npm test: runs every check and every test file once; a failed test is not repeated. A failed check does not end the run, so
// that one run reports all faults. The last line counts them.
import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface Check {
  name: string;
  run: readonly string[];
}

/** Builds the app for the tests. */
const BUILD: Check = { name: 'build', run: ['build'] };
/**
 * Checks in one row run one after another, and the rows run in parallel. Checks that start processes wait half of their time, so
 * they share the processor.
 */
const ROWS: readonly (readonly Check[])[] = [
  [
    { name: 'format and lint', run: ['lint'] },
    { name: 'types', run: ['types'] },
    { name: 'nothing unused', run: ['unused'] },
    { name: 'imports', run: ['imports'] },
    { name: 'settings in the documentation', run: ['settings', '--', '--check'] },
    { name: 'money, every interleaving', run: ['prove:model', '--', '--short'] },
  ],
  [
    { name: 'money, real processes', run: ['prove:money', '--', '--short'] },
    { name: 'backup put back', run: ['prove:operations', '--', '--short'] },
  ],
];

const npmRun = (words: readonly string[], stdio: StdioOptions) => spawn('npm', ['run', '--silent', ...words], { stdio });

/** The fields of Jest's report that are used here. */
interface JestResult {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
  testResults: readonly { name: string; status: string; startTime: number; endTime: number }[];
}

interface TestRun {
  passed: number;
  failed: number;
  /** Test files that contain a failed test. */
  files: readonly string[];
  /** The slowest test files with their seconds. */
  slowest: readonly string[];
}
const SHOWN = 10;

/** Runs a check and prints its output at the end, so that the output of parallel checks is not mixed. */
async function runCheck({ name, run }: Check): Promise<Check & { isFine: boolean }> {
  const beganAt = performance.now();
  const child = npmRun(run, ['ignore', 'pipe', 'pipe']);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => output.push(bytes));
  const [code] = await once(child, 'close');
  console.log(`\n— ${name} (${Math.round((performance.now() - beganAt) / 1000)} s)`);
  process.stdout.write(Buffer.concat(output));
  return { name, run, isFine: code === 0 };
}

async function runRow(checks: readonly Check[]) {
  const results: (Check & { isFine: boolean })[] = [];
  for (const check of checks) results.push(await runCheck(check));
  return results;
}

/**
 * Folders of unit tests, which tolerate load and run in parallel with the checks. `WHOLE`: tests with processes and browsers,
 * which run afterwards.
 */
const PARTS = ['client', 'server', 'shared'].map(folder => `${path.resolve(folder)}/`);
const WHOLE = `${path.resolve('test')}/`;
/** One more than the processors of a build server, because these tests wait for processes and browsers a third of their time. */
const WHOLE_WORKERS = '--maxWorkers=3';

const bothOf = (one: TestRun, other: TestRun): TestRun => ({
  passed: one.passed === 0 || other.passed === 0 ? 0 : one.passed + other.passed,
  failed: one.failed + other.failed,
  files: [...one.files, ...other.files],
  slowest: [...other.slowest, ...one.slowest].slice(0, SHOWN),
});

/** Runs Jest. A test file that cannot be loaded counts as one failure. */
async function runTests(...which: readonly string[]): Promise<TestRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tests-'));
  const file = path.join(folder, 'result.json');
  const [code] = await once(npmRun(['jest', '--', '--json', `--outputFile=${file}`, ...which], 'inherit'), 'close');
  try {
    const {
      numPassedTests: passed,
      numFailedTests,
      numRuntimeErrorTestSuites,
      testResults,
    } = JSON.parse(readFileSync(file, 'utf8')) as JestResult;
    const broken = testResults.filter(({ status }) => status === 'failed');
    const files = broken.map(({ name }) => path.relative('.', name));
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    // Jest can fail without a failed test: an open handle, a missed coverage threshold, or no tests found.
    return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed, files, slowest: slowestOf(testResults) };
  } catch {
    return { passed: 0, failed: 1, files: [], slowest: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function slowestOf(testResults: JestResult['testResults']): readonly string[] {
  return testResults
    .map(({ name, startTime, endTime }) => ({
      file: path.relative('.', name),
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SHOWN)
    .map(({ file, seconds }) => `${String(seconds).padStart(5)} s  ${file}`);
}

const built = await runCheck(BUILD);
const [parts, ...rows] = await Promise.all([runTests('--maxWorkers=1', ...PARTS), ...ROWS.map(runRow)]);
const results = [built, ...rows.flat()];
console.log('\n— tests of the whole');
const tests = bothOf(parts, await runTests(WHOLE_WORKERS, WHOLE));

const broken = results.filter(({ isFine }) => !isFine);
const passed = results.length - broken.length + tests.passed;
const failed = broken.length + tests.failed;
/** Commands that repeat only what has failed. */
const hints = [
  ...broken.map(({ name, run }) => `Failed: ${name}. Again: npm run ${run.join(' ')}`),
  ...tests.files.map(file => `Failed: a test in ${file}. Again: npm run jest -- ${file}`),
];
if (tests.failed > 0 && tests.files.length === 0) hints.push('Failed: the tests. Again: npm run jest');
if (tests.slowest.length > 0) console.log(`\nThe slowest test files:\n${tests.slowest.join('\n')}`);
for (const hint of hints) console.log(hint);
if (broken.some(({ run }) => run[0] === 'lint')) console.log('npm run format puts the format right.');
if (broken.some(({ run }) => run[0] === 'settings'))
  console.log('npm run settings -- --write puts the table into docs/settings.md.');
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || tests.passed === 0) process.exitCode = 1;
