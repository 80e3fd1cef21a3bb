import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { freePort } from '../../../test/support/freePort.ts';

/** A server in a process of its own. */
export interface Served {
  port: number;
  pid: number;
  child: ChildProcess;
}

export const PAYMENT = '/blaufink/evse/DE*BLF*E1001*1';
/** One page of each kind that is measured. */
export const PAGES: Readonly<Record<string, string>> = {
  payment: PAYMENT,
  home: '/',
  search: '/blaufink/receipts',
  legal: '/blaufink/terms',
};
/** Of whoever brings something from a station's screen a page is rendered for them alone. */
export const RENDERED = { Cookie: 'locale=de; code=none' };

const AT_ONCE = 4;
const agent = new http.Agent({ keepAlive: true, maxSockets: AT_ONCE });
const START_LIMIT_MS = 60_000;

interface Answer {
  bytes: number;
  body(): string;
}

/** One page, compressed as a phone asks for it. @throws where it is not answered with 200 */
export async function fetchPage(
  { port }: Pick<Served, 'port'>,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const sent = {
    'User-Agent': 'Mozilla/5.0 Firefox/140.0',
    'Accept-Encoding': 'gzip, deflate, br',
    Cookie: 'locale=de',
    ...headers,
  };
  const request = http.get({ host: '127.0.0.1', port, path: address, headers: sent, agent });
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const all = Buffer.concat(chunks);
  if (response.statusCode !== 200) throw new Error(`${address} was answered with ${response.statusCode}`);
  // The client is measured by nobody, and still needs the core: it opens only what it reads.
  return { bytes: all.length, body: () => zlib.brotliDecompressSync(all).toString() };
}

/** Some visitors at once ask for pages, until it is over. Answers how many were answered. */
export async function fetchRepeatedly(
  isOver: (asked: number) => boolean,
  page: (asked: number) => Promise<unknown>,
): Promise<number> {
  let requestCount = 0;
  const visitor = async () => {
    while (!isOver(requestCount)) await page(requestCount++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return requestCount;
}

/** Milliseconds of processor time that it has used, of all its threads. */
export function cpuMs({ pid }: Served): number {
  // Behind the name of the program, which may have blanks and brackets: user and system time are the 12th and 13th field.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  // A tick is a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function rssMb({ pid }: Served): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

const production = { ...process.env, NODE_ENV: 'production' };

/** The same page in the plainest way there is, `template` or `react`. */
export async function startBaseline(way: string, file: string): Promise<Served> {
  const port = await freePort();
  const main = fileURLToPath(new URL('../baselines/pageServer.ts', import.meta.url));
  const child = fork(main, [way, file, String(port)], { env: production });
  return { port, pid: child.pid ?? 0, child };
}

/** The same page as bare React has it hydrated in a browser; what else the page needs comes from the app. */
export async function startHydrated(file: string, beside: Served, styles: 'in a file' | 'in the page'): Promise<Served> {
  const port = await freePort();
  const main = fileURLToPath(new URL('../baselines/hydratedPage.ts', import.meta.url));
  const child = fork(main, [file, String(port), String(beside.port), styles], { env: production });
  return { port, pid: child.pid ?? 0, child };
}

/** As `npm start` has Node run it: its options, and what it finds in the environment. */
export function readStartScript(): { flags: string[]; env: Record<string, string> } {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> };
  const [, given, flags] = /&& (.*)exec node (.*)dist\/start\.mjs$/.exec(scripts.start ?? '') ?? [];
  if (given === undefined || flags === undefined) throw new Error('npm start no longer runs dist/start.mjs');
  const words = (text: string) => text.trim().split(' ').filter(Boolean);
  return { flags: words(flags), env: Object.fromEntries(words(given).map(word => word.split('='))) };
}

/** The app as it is built. */
export async function startApp(folder: string, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const port = await freePort();
  const { flags, env: given } = readStartScript();
  const child = fork('dist/start.mjs', [], {
    execArgv: flags,
    env: { ...production, ...given, PORT: String(port), DATA_DIR: path.join(folder, 'data'), LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return { port, pid: child.pid ?? 0, child };
}

/** Resolves with the first answer. */
export async function isUp(server: Served, address: string): Promise<void> {
  const began = performance.now();
  for (;;) {
    const answered = await fetchPage(server, address).then(
      () => true,
      () => false,
    );
    if (answered) return;
    if (performance.now() - began > START_LIMIT_MS) throw new Error('It does not start');
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
