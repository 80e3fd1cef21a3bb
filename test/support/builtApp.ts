import { type ChildProcessByStdio, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import type { Readable } from 'node:stream';
import { findMisfit } from '../../scripts/build/builtFrom.ts';

/** The app as deployed: bundled, in a separate process, with a separate database and an accelerated clock. */
export interface BuiltApp {
  /** Base URL, http://127.0.0.1:port. The port stays the same after a restart. */
  origin: string;
  /** The log lines of all processes of this app, in order. Restarts add more. */
  lines: readonly LogLine[];
  /** Returns what the current process has written to stderr. */
  output(): string;
  /** Sends SIGHUP, which makes the app reload the operator's data files. */
  reread(): void;
  /** Returns the log lines that report an unexpected error. A test with such a line fails. */
  bugs(): readonly LogLine[];
  /** Returns the card holds that the test payment provider has stored. */
  holds(): readonly RecordedHold[];
  /** Sends SIGKILL, as in a power failure. */
  kill9(): Promise<void>;
  /**
   * Sends SIGTERM, as a deployment does.
   * @returns the exit code, once the process has ended
   */
  requestEnd(): Promise<number | null>;
  /** Kills the process and starts a new one on the same port with the same data. */
  restart(): Promise<void>;
  dataDir: string;
  pid(): number;
  /**
   * Starts a second process with the settings of this app and `env`, and expects it to fail.
   * @returns the exit code and the stderr output, once the process has ended
   */
  refused(request?: { env?: Readonly<Record<string, string>>; uid?: number }): Promise<{ code: number | null; output: string }>;
  close(): Promise<void>;
}

export type LogLine = Readonly<Record<string, unknown>> & { msg: string };

export interface RecordedHold {
  ref: string;
  state: 'open' | 'authorised' | 'captured' | 'released' | 'expired';
  capturedMinor: number;
  request: { amountMinor: number };
}

export interface BuiltAppOptions {
  /** Speed of the app's clock as a multiple of real time. */
  speed?: number;
  /** Uses React's development build, which reports every hydration mismatch. */
  isDevelopment?: boolean;
  /** Additional environment variables of the app. */
  env?: Readonly<Record<string, string>>;
  /** Entry file in `test/support` that is built in place of `server/main.ts`. */
  main?: string;
}

type AppProcess = ChildProcessByStdio<null, Readable, Readable>;

const ROOT = path.resolve(import.meta.dirname, '../..');

export async function startBuiltApp(options: BuiltAppOptions = {}): Promise<BuiltApp> {
  const { speed = 60, isDevelopment = false, env = {}, main } = options;
  const mode = isDevelopment ? 'development' : 'production';
  const outDir = outDirOf(options);
  const folder = mkdtempSync(path.join(tmpdir(), 'built-house-'));
  const dataDir = path.join(folder, 'data');
  await buildInto(folder, { outDir, mode, main });
  const lines: LogLine[] = [];
  const start = (port: number) =>
    startProcess({
      bundle: path.join(folder, 'dist/start.mjs'),
      lines,
      env: { NODE_ENV: mode, PORT: String(port), DATA_DIR: dataDir, SIMULATOR_SPEED: String(speed), DEMO_HISTORY: 'off', ...env },
    });
  let running = await start(0);
  const end = async (signal: NodeJS.Signals) => {
    const { child } = running;
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const { port } = running;
  return {
    origin: `http://127.0.0.1:${port}`,
    lines,
    output: () => running.output(),
    reread: () => void running.child.kill('SIGHUP'),
    bugs: () => lines.filter(({ msg }) => msg === 'bug'),
    holds: () => readHolds(dataDir),
    kill9: () => end('SIGKILL'),
    async requestEnd() {
      await end('SIGTERM');
      return running.child.exitCode;
    },
    async restart() {
      await end('SIGKILL');
      running = await start(port);
    },
    dataDir,
    pid: () => running.child.pid ?? 0,
    async refused({ env: other = {}, uid } = {}) {
      const child = spawn(process.execPath, [path.join(folder, 'dist/start.mjs')], {
        cwd: ROOT,
        env: {
          ...plainEnv(),
          NODE_ENV: mode,
          PORT: '0',
          DATA_DIR: dataDir,
          SIMULATOR_SPEED: String(speed),
          DEMO_HISTORY: 'off',
          ...env,
          ...other,
        },
        stdio: ['ignore', 'ignore', 'pipe'],
        ...(uid === undefined ? {} : { uid, gid: uid }),
      });
      let output = '';
      child.stderr.on('data', (text: Buffer) => {
        output += text.toString();
      });
      const timer = setTimeout(() => child.kill('SIGKILL'), OPENING_LIMIT_MS);
      const [code] = (await once(child, 'close')) as [number | null];
      clearTimeout(timer);
      return { code, output };
    },
    async close() {
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function outDirOf({ isDevelopment = false, main }: BuiltAppOptions): string {
  if (main !== undefined) return `dist-${path.basename(main, '.ts')}`;
  return isDevelopment ? 'dist-dev' : (process.env.BUILD_DIR ?? 'dist');
}

/** Returns the environment of the test process without the variables that would configure the app. */
function plainEnv(): NodeJS.ProcessEnv {
  const { PUBLIC_ORIGIN: _, SECRET: _secret, LOG_LEVEL: _level, NODE_OPTIONS: _options, ...inherited } = process.env;
  return inherited;
}

interface ProcessOptions {
  bundle: string;
  lines: LogLine[];
  env: Readonly<Record<string, string>>;
}

/**
 * Starts a process of a build and waits until it accepts connections. Appends its log lines to `lines`.
 * @throws Error if the process ends first
 */
export async function startProcess({
  bundle,
  lines,
  env,
}: ProcessOptions): Promise<{ child: AppProcess; port: number; output: () => string }> {
  const child = spawn(process.execPath, [bundle], {
    cwd: ROOT,
    env: { ...plainEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // Ends the app process together with the test run, so that no process remains if the run is aborted.
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));

  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let complaints = '';
  child.stderr.on('data', (text: Buffer) => {
    complaints += text.toString();
  });
  child.once('exit', () => reject(new Error(`The app did not open: ${complaints}`)));
  createInterface({ input: child.stdout }).on('line', text => {
    const line = JSON.parse(text) as LogLine;
    lines.push(line);
    if (line.msg === 'listening') resolve(Number(line.port));
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), OPENING_LIMIT_MS);
  return { child, port: await promise.finally(() => clearTimeout(timer)), output: () => complaints };
}

/** Reads the holds of the test payment provider from the database of the running app. */
function readHolds(dataDir: string): RecordedHold[] {
  const db = new DatabaseSync(path.join(dataDir, 'house.sqlite'), { readOnly: true });
  try {
    const rows = db.prepare("SELECT json FROM key_values WHERE owner = 'sandbox'").all() as { json: string }[];
    // Null rows are no holds. The test payment provider stores them to mark days on which money moved.
    return rows.map(({ json }) => JSON.parse(json) as RecordedHold | null).filter(stored => stored !== null);
  } finally {
    db.close();
  }
}

const OPENING_LIMIT_MS = 90_000;
const BUILD_LIMIT_MS = 60_000;

/**
 * Builds the bundle if the existing build is outdated, then copies it, so that a later build does not replace files of a running
 * app. If several test files do this at once, one builds and the others wait.
 */
export async function buildInto(
  folder: string,
  { outDir, mode, main }: { outDir: string; mode: 'production' | 'development'; main: string | undefined },
): Promise<void> {
  const lock = path.join(ROOT, 'node_modules/.cache', `build-${outDir}`);
  mkdirSync(path.dirname(lock), { recursive: true });
  const giveUpAt = Date.now() + BUILD_LIMIT_MS;
  while (!acquireLock(lock)) {
    if (Date.now() > giveUpAt) throw new Error(`Somebody has been building for a minute, or left ${lock} behind`);
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  try {
    const started = main === undefined ? {} : { main: path.join('test/support', main) };
    const env = { ...process.env, OUT_DIR: outDir, NODE_ENV: mode, NODE_OPTIONS: '', ...startedBy(started) };
    if (findMisfit({ outDir, mode, ...started }))
      execFileSync(process.execPath, ['esbuild.config.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
    cpSync(path.join(ROOT, outDir), path.join(folder, 'dist'), { recursive: true });
    // The bundle expects these folders beside its own folder.
    for (const name of ['locales', 'node_modules']) symlinkSync(path.join(ROOT, name), path.join(folder, name));
  } finally {
    rmdirSync(lock);
  }
}

function acquireLock(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

const startedBy = ({ main }: { main?: string }) => (main === undefined ? {} : { SERVER_MAIN: main });
