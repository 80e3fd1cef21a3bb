import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { freePort } from '../../support/freePort.ts';
import type { ProofAppOptions } from './app.ts';
import type { KillAt } from './killPoints.ts';
import { post } from './wire.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Creates a temporary folder for the database and for the bundled code of the processes. Bundled code starts quickly. */
export async function openWorkshop(): Promise<{ folder: string; close(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'proof-'));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    entryPoints: ['app', 'paymentServer', 'stationServer', 'cpoServer', 'ocppServer'].map(name =>
      path.join(import.meta.dirname, `${name}.ts`),
    ),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    logLevel: 'error',
    absWorkingDir: ROOT,
  });
  return { folder, close: () => rmSync(folder, { recursive: true, force: true }) };
}

interface Spawned {
  child: ChildProcess;
  /** The first message of the process, sent once it accepts connections. It may contain the origin of the process. */
  hello: Readonly<Record<string, unknown>>;
}

async function start(file: string, env: Readonly<Record<string, string>>, receive: (line: string) => void): Promise<Spawned> {
  const { PUBLIC_ORIGIN: _origin, NODE_OPTIONS: _options, ...inherited } = process.env;
  const child = spawn(process.execPath, [file], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...inherited, NODE_COMPILE_CACHE: path.join(path.dirname(file), 'cache'), ...env },
  });
  const endWithUs = () => child.kill('SIGKILL');
  process.once('exit', endWithUs);
  child.once('exit', () => process.off('exit', endWithUs));
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface({ input: stream }).on('line', receive);
  const { promise, resolve, reject } = Promise.withResolvers<Spawned>();
  child.once('message', hello => resolve({ child, hello: hello as Spawned['hello'] }));
  child.once('exit', (code, signal) => reject(new Error(`${path.basename(file)} did not open: ${code ?? signal}`)));
  return promise;
}

export interface Peer {
  origin: string;
  close(): void;
}

export async function openPeer(folder: string, name: string, facts: object): Promise<Peer> {
  const lines: string[] = [];
  const { child, hello } = await start(path.join(folder, `${name}.mjs`), { PEER: JSON.stringify(facts) }, line =>
    lines.push(line),
  );
  // If a fake server ends by itself, the result of the proof would be meaningless, so the proof fails.
  const dies = () => {
    throw new Error(`${name} ended by itself: ${lines.slice(-8).join('\n')}`);
  };
  child.once('exit', dies);
  return {
    origin: String(hello.origin),
    close() {
      child.off('exit', dies);
      child.kill('SIGKILL');
    },
  };
}

export interface AppProcess {
  origin: string;
  /** Log lines that report a fault of the app. */
  complaints: readonly string[];
  kills: () => number;
  pid(): number;
  /**
   * Kills the process at a named point, or after `limitMs` if it does not reach the point. Resolves once a new process runs.
   * @returns 'there' if it was killed at the point
   */
  dieAt(at: KillAt, limitMs: number): Promise<'there' | 'anyway'>;
  dieNow(): Promise<void>;
  close(): void;
}

/** Number of attempts to start a process. All attempts together take about half a minute. */
const MAX_START_ATTEMPTS = 60;

/** Returns true if a log line only reports that a request failed because the database was unavailable. */
export function isOutside(line: string): boolean {
  try {
    const { msg, error } = JSON.parse(line) as { msg?: string; error?: { type?: string } };
    return msg === 'bug' && error?.type === 'DatabaseUnavailable';
  } catch {
    return false;
  }
}

/** Starts one process of the app. If it is killed, a new process is started on the same port. */
export async function openAppProcess(folder: string, facts: Omit<ProofAppOptions, 'port'>): Promise<AppProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const complaints: string[] = [];
  let kills = 0;
  const open = async (isFirst: boolean) => {
    const spawned = await start(
      path.join(folder, 'app.mjs'),
      { PROOF_APP: JSON.stringify({ ...facts, port, isFirst }) },
      line => {
        if (!isOutside(line)) complaints.push(line);
      },
    );
    // Only the proof may end the process, by SIGKILL. Any different end is a fault.
    spawned.child.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL') complaints.push(`A process of the app ended by itself: ${code ?? signal}`);
    });
    return spawned;
  };
  let { child } = await open(facts.isFirst);
  const again = async () => {
    kills++;
    const linesBefore = complaints.length;
    for (let tries = 1; ; tries++) {
      try {
        ({ child } = await open(false));
        return;
      } catch (error) {
        // The app does not start while the database is unavailable, so the start is repeated, as a process supervisor would do.
        if (tries === MAX_START_ATTEMPTS) throw error;
        complaints.splice(linesBefore);
        await new Promise(resolve => setTimeout(resolve, 500));
      }
    }
  };
  const died = async () => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  return {
    origin,
    complaints,
    kills: () => kills,
    pid: () => child.pid ?? 0,
    async dieAt(at, limitMs) {
      let isTimedOut = false;
      const timer = setTimeout(() => {
        isTimedOut = true;
        child.kill('SIGKILL');
      }, limitMs);
      await post(`${origin}/arm`, at).catch(() => undefined);
      await died();
      clearTimeout(timer);
      await again();
      return isTimedOut ? 'anyway' : 'there';
    },
    async dieNow() {
      child.kill('SIGKILL');
      await died();
      await again();
    },
    close: () => child.kill('SIGKILL'),
  };
}
