// The test runner of npm run mutation. Jest needs seconds to create an environment for each test file and run. This runner
// bundles the tests of a folder with their imports once, and evaluates the bundle again for each changed place, file by file,
// with Jest's own modules. One changed place then takes milliseconds, and a folder takes minutes.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { jestExpect as expect } from '@jest/expect';
import type { MutantCoverage } from '@stryker-mutator/api/core';
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import {
  type CompleteDryRunResult,
  type DryRunResult,
  DryRunStatus,
  determineHitLimitReached,
  type MutantRunOptions,
  type MutantRunResult,
  type TestResult,
  type TestRunner,
  TestStatus,
  toMutantRunResult,
} from '@stryker-mutator/api/test-runner';
import * as esbuild from 'esbuild';
import * as circus from 'jest-circus';
import { FOLDERS } from './mutationFolders.ts';

/** The global object through which Stryker controls the instrumented code. */
interface Switchboard {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: MutantCoverage | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
}
const shared = globalThis as { __stryker__?: Switchboard; __tests__?: object };
shared.__stryker__ ??= {};
const switchboard = shared.__stryker__;

const { describe, it, test, beforeAll, beforeEach, afterAll, afterEach } = circus;
const GLOBALS = { describe, it, test, beforeAll, beforeEach, afterAll, afterEach, expect };
Object.assign(globalThis, GLOBALS, { __tests__: GLOBALS });

/**
 * Time limit of a test, more than ten times the duration of the slowest test. A test that exceeds the limit counts as failed, so
 * the change is detected.
 */
const TEST_TIMEOUT_MS = 30_000;

type Load = (file: string) => Promise<void>;
type TestEntry = ReturnType<typeof circus.getState>['rootDescribeBlock']['tests'][number];
type DescribeBlock = ReturnType<typeof circus.getState>['rootDescribeBlock'];

const testsOf = (block: DescribeBlock): TestEntry[] =>
  block.children.flatMap(child => (child.type === 'describeBlock' ? testsOf(child) : [child]));

/** Returns a unique name for each test, because names may repeat between files and in a table of cases. */
function namesOf(file: string, entries: readonly TestEntry[]): ReadonlyMap<TestEntry, string> {
  const seen = new Map<string, number>();
  const nameOf = (entry: TestEntry): string => {
    const words = [entry.name];
    for (let block: DescribeBlock | undefined = entry.parent; block?.parent; block = block.parent) words.unshift(block.name);
    const name = `${file}: ${words.join(' ')}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  };
  return new Map(entries.map(entry => [entry, nameOf(entry)]));
}

/** Bundles all tests into one module, in which each test file is evaluated only when it is loaded. Packages are not bundled. */
async function bundle(files: readonly string[]): Promise<string> {
  const table = files.map(file => `${JSON.stringify(file)}: () => import(${JSON.stringify(path.resolve(file))})`);
  const locations: esbuild.Plugin = {
    name: 'places',
    setup(build) {
      build.onResolve({ filter: /^@jest\/globals$/ }, () => ({ path: 'globals', namespace: 'jest' }));
      build.onLoad({ filter: /.*/, namespace: 'jest' }, () => ({
        contents: `export const { ${Object.keys(GLOBALS).join(', ')} } = globalThis.__tests__;`,
      }));
      build.onLoad({ filter: /\.tsx?$/ }, ({ path: file }) => ({
        contents: readFileSync(file, 'utf8')
          .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href)),
        loader: file.endsWith('x') ? 'tsx' : 'ts',
      }));
    },
  };
  const { outputFiles } = await esbuild.build({
    stdin: { contents: `export const files = {${table.join(',\n')}};`, resolveDir: process.cwd() },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    jsx: 'automatic',
    packages: 'external',
    plugins: [locations],
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}

/** Loads a package once per process, as in production. */
async function linkPackage(specifier: string): Promise<vm.Module> {
  const loaded = (await import(specifier)) as Record<string, unknown>;
  const names = Object.keys(loaded);
  const module = new vm.SyntheticModule(names, () => {
    for (const name of names) module.setExport(name, loaded[name]);
  });
  return module;
}

/** Creates a function that evaluates one test file with its imports anew at each call. */
function createLoad(source: string): Load {
  const packages = new Map<string, Promise<vm.Module>>();
  const link = (specifier: string): Promise<vm.Module> => {
    const known = packages.get(specifier) ?? linkPackage(specifier);
    packages.set(specifier, known);
    return known;
  };
  return async file => {
    const module = new vm.SourceTextModule(source, {
      identifier: 'tests',
      importModuleDynamically: specifier => import(specifier),
    });
    await module.link(link);
    await module.evaluate();
    const { files } = module.namespace as { files: Readonly<Record<string, () => Promise<unknown>>> };
    await files[file]?.();
  };
}

class BundleRunner implements TestRunner {
  readonly #files: readonly string[];
  #load: Load = async () => undefined;
  /**
   * Longest duration of each test file so far. Faster files run first, because most changes are detected by any of several
   * files.
   */
  readonly #tookMs = new Map<string, number>();
  #unknownErrors: unknown[] = [];

  constructor(files: readonly string[]) {
    this.#files = files;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init() {
    const note = (error: unknown) => void this.#unknownErrors.push(error);
    process.on('uncaughtException', note).on('unhandledRejection', note);
    this.#load = createLoad(await bundle(this.#files));
  }

  async dryRun(): Promise<DryRunResult> {
    const coverage: MutantCoverage = { static: {}, perTest: {} };
    Object.assign(switchboard, { activeMutant: undefined, mutantCoverage: coverage, hitCount: undefined, hitLimit: undefined });
    const tests: TestResult[] = [];
    for (const file of this.#files) tests.push(...(await this.#runFile(file, { activeMutant: undefined, isBailing: false })));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: coverage };
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const isStatic = mutantActivation === 'static';
    Object.assign(switchboard, {
      activeMutant: isStatic ? activeMutant.id : undefined,
      mutantCoverage: undefined,
      hitCount: hitLimit === undefined ? undefined : 0,
      hitLimit,
    });
    const only = testFilter && new Set(testFilter);
    const files = this.#files
      .filter(file => !testFilter || testFilter.some(id => id.startsWith(`${file}: `)))
      .toSorted((a, b) => (this.#tookMs.get(a) ?? 0) - (this.#tookMs.get(b) ?? 0));
    const tests: TestResult[] = [];
    for (const file of files) {
      switchboard.activeMutant = isStatic ? activeMutant.id : undefined;
      tests.push(...(await this.#runFile(file, { activeMutant: activeMutant.id, only, isBailing: true })));
      if (tests.some(({ status }) => status === TestStatus.Failed)) break;
    }
    const complete: CompleteDryRunResult = { status: DryRunStatus.Complete, tests };
    return toMutantRunResult(determineHitLimitReached(switchboard.hitCount, hitLimit) ?? complete, false);
  }

  async #runFile(
    file: string,
    { activeMutant, only, isBailing }: { activeMutant: string | undefined; only?: Set<string> | undefined; isBailing: boolean },
  ): Promise<TestResult[]> {
    const startedAt = performance.now();
    this.#unknownErrors = [];
    circus.resetState();
    circus.setState({ ...circus.getState(), testTimeout: TEST_TIMEOUT_MS });
    try {
      await this.#load(file);
    } catch (error) {
      return [failure(file, error)];
    }
    switchboard.activeMutant = activeMutant;
    const entries = testsOf(circus.getState().rootDescribeBlock);
    const names = namesOf(file, entries);
    for (const entry of entries) if (only && !only.has(names.get(entry) ?? '')) entry.mode = 'skip';
    const follow = (event: { name: string; test?: TestEntry }) => {
      if (event.name === 'test_start') switchboard.currentTestId = event.test && names.get(event.test);
      if (event.name !== 'test_done') return;
      switchboard.currentTestId = undefined;
      if (isBailing && event.test && event.test.errors.length > 0) for (const entry of entries) entry.mode = 'skip';
    };
    circus.addEventHandler(follow);
    const { unhandledErrors } = await circus.run().finally(() => circus.removeEventHandler(follow));
    this.#tookMs.set(file, Math.max(this.#tookMs.get(file) ?? 0, performance.now() - startedAt));
    const unhandledFailures = [...unhandledErrors, ...this.#unknownErrors].map(error => failure(file, error));
    return [
      ...entries.filter(({ status }) => status === 'done').map(entry => resultOf(entry, { file, id: names.get(entry) ?? '' })),
      ...unhandledFailures,
    ];
  }
}

function resultOf({ errors, duration, mode }: TestEntry, { file, id }: { file: string; id: string }): TestResult {
  // In the next run, Stryker compares this file with its new version to find out which tests have changed.
  const base = { id, name: id, fileName: path.resolve(file), timeSpentMs: duration ?? 0 };
  if (errors.length > 0) return { ...base, status: TestStatus.Failed, failureMessage: String(errors[0]?.[0] ?? errors[0]) };
  return mode === 'skip' ? { ...base, status: TestStatus.Skipped } : { ...base, status: TestStatus.Success };
}

const failure = (file: string, error: unknown): TestResult => ({
  id: `${file}: as a whole`,
  name: file,
  timeSpentMs: 0,
  status: TestStatus.Failed,
  failureMessage: error instanceof Error ? (error.stack ?? error.message) : String(error),
});

function createRunner(): TestRunner {
  const { tests } = FOLDERS[process.env.MUTATION_FOLDER ?? ''] ?? { tests: [] };
  return new BundleRunner(globSync(tests).toSorted());
}

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'bundle', createRunner)];
