import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../test/support/freePort.ts';

/** A server that runs in its own process. */
export interface BenchServer {
  origin: string;
  pid: number;
  close(): Promise<void>;
}

/** Headers of a browser. Without them, the app would redirect to another language and send pages uncompressed. */
export const BROWSER_HEADERS = {
  'User-Agent': 'Mozilla/5.0 Firefox/140.0',
  'Accept-Encoding': 'gzip, deflate, br',
  Cookie: 'locale=de',
};
const START_LIMIT_MS = 60_000;
const POLL_INTERVAL_MS = 5;

/** Reads the Node options and environment variables that `npm start` uses. */
function readStartScript(): { flags: string[]; env: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
  const [, settings, flags] = /&& (.*)exec node (.*)dist\/start\.mjs$/.exec(scripts.start ?? '') ?? [];
  if (settings === undefined || flags === undefined) throw new Error('"npm start" does not run dist/start.mjs');
  const words = (text: string) => text.trim().split(' ').filter(Boolean);
  return { flags: words(flags), env: Object.fromEntries(words(settings).map(word => word.split('='))) };
}

/** Starts the built app with a database file in `folder`. */
export async function startApp(folder: string, settings: Readonly<Record<string, string>> = {}): Promise<BenchServer> {
  const { flags, env } = readStartScript();
  const port = await freePort();
  const child = fork('dist/start.mjs', [], {
    execArgv: flags,
    env: {
      ...{ ...process.env, NODE_ENV: 'production', ...env },
      ...{ PORT: String(port), DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent', DEMO_HISTORY: 'off', ...settings },
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.on('data', (line: Buffer) => {
    if (!/^Open http|can be offered/m.test(line.toString())) console.error(line.toString());
  });
  return serverOf(child, port);
}

/** Starts a server file of this folder. Its first argument is the port. */
export async function startBaseline(file: string, ...args: readonly string[]): Promise<BenchServer> {
  const port = await freePort();
  const child = fork(path.join(import.meta.dirname, file), [String(port), ...args], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return serverOf(child, port);
}

function serverOf(child: ChildProcess, port: number): BenchServer {
  // Stops the server if the benchmark exits early.
  const kill = () => child.kill();
  process.once('exit', kill);
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async close() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
      process.off('exit', kill);
    },
  };
}

/**
 * Repeats a request until the server responds successfully.
 * @returns the body
 */
export async function waitForPage({ origin }: BenchServer, address: string, limitMs = START_LIMIT_MS): Promise<string> {
  const until = performance.now() + limitMs;
  for (;;) {
    const answer = await fetch(origin + address, { headers: BROWSER_HEADERS }).catch(() => null);
    if (answer?.ok) return answer.text();
    if (performance.now() > until) throw new Error(`${address} was not answered within ${limitMs / 1000} s`);
    await sleep(POLL_INTERVAL_MS);
  }
}

/** Returns the processor time in milliseconds that all threads of the process have used. */
export function cpuMs({ pid }: BenchServer): number {
  // Skips the process id and the program name, which can contain spaces and brackets. Of the remaining fields, the 12th and 13th
  // are user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  // /proc counts processor time in ticks of a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export const rssMb = ({ pid }: BenchServer): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
