// Everything that must hold before a change is taken, in one command: npm test
// A check that fails does not end the run, so that one look shows all faults. The last line counts them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const CHECKS = [
  { name: 'format and lint', run: ['lint'] },
  { name: 'types', run: ['types'] },
  { name: 'nothing unused', run: ['unused'] },
  { name: 'settings in the documentation', run: ['settings', '--', '--check'] },
  { name: 'build', run: ['build'] },
  { name: 'money, every interleaving', run: ['prove:model', '--', '--short'] },
  { name: 'money, real processes', run: ['prove:money', '--', '--short'] },
];

const npmRun = words => spawnSync('npm', ['run', '--silent', ...words], { stdio: 'inherit' }).status === 0;

/** Runs jest. A file that could not even be loaded counts as one failure. */
function runTests() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tests-'));
  const file = path.join(folder, 'result.json');
  const isFine = npmRun(['jest', '--', '--json', `--outputFile=${file}`]);
  try {
    const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites } = JSON.parse(readFileSync(file, 'utf8'));
    const failed = numFailedTests + numRuntimeErrorTestSuites;
    // Jest may also fail without a failed test: an open handle, a missed threshold, no tests at all.
    return { passed, failed: failed === 0 && (!isFine || passed === 0) ? 1 : failed };
  } catch {
    return { passed: 0, failed: 1 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const results = CHECKS.map(({ name, run }) => {
  console.log(`\n— ${name}`);
  return { name, isFine: npmRun(run) };
});
console.log('\n— tests');
const tests = runTests();

const broken = results.filter(({ isFine }) => !isFine);
const passed = results.length - broken.length + tests.passed;
const failed = broken.length + tests.failed;
for (const { name } of broken) console.log(`Failed: ${name}`);
if (tests.failed > 0) console.log(`Failed: ${tests.failed} of the tests`);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0 || tests.passed === 0) process.exitCode = 1;
