import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import puppeteer, { type Browser } from 'puppeteer';

/**
 * The user agent of a normal Chrome. The app detects bots with the package isbot, which takes headless browsers for bots, and
 * bots get a different page.
 */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const SYSTEM_NSS = ['/usr/lib/x86_64-linux-gnu/libnss3.so', '/usr/lib/aarch64-linux-gnu/libnss3.so', '/usr/lib64/libnss3.so'];
const PACKAGE = path.resolve(import.meta.dirname, '../../node_modules/@sparticuz/chromium');
const UNPACK = path.resolve(import.meta.dirname, '../../scripts/build/unpackBrowser.ts');

/**
 * Starts the browser at PUPPETEER_EXECUTABLE_PATH; default: the one in the npm package. If no browser starts, the tests fail,
 * because skipped tests would go unnoticed.
 */
export async function openBrowser({ args = [] }: { args?: string[] } = {}): Promise<Browser> {
  const executablePath = process.env.PUPPETEER_EXECUTABLE_PATH ?? (await unpackBrowser());
  return puppeteer.launch({
    executablePath,
    headless: true,
    env: { ...process.env, ...librariesBeside(executablePath) },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--hide-scrollbars',
      `--user-agent=${USER_AGENT}`,
      ...args,
    ],
  });
}

const cacheOfAccount = (): string => path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'ad-hoc-charging');

/**
 * Unpacks the browser of the npm package once into a cache folder of the current user. The package's default, the shared
 * temporary folder, would belong to the user who unpacked first. If several processes unpack at once, the result of the first
 * one to finish is used.
 */
export async function unpackBrowser({ cache = cacheOfAccount() }: { cache?: string } = {}): Promise<string> {
  const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = path.join(cache, `chromium-${version}`);
  const browser = path.join(folder, 'chromium');
  if (existsSync(browser)) return browser;
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(path.join(cache, 'unpacking-'));
  const { NODE_OPTIONS: _, ...env } = process.env;
  try {
    // Runs a process with a different TMPDIR, because the package always unpacks into the temporary folder of its process.
    await promisify(execFile)(process.execPath, [UNPACK], { env: { ...env, TMPDIR: unfinished } });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(browser)) throw error;
  }
  return browser;
}

/**
 * Returns environment variables for the libraries and fonts in the npm package; empty if the machine has such libraries itself.
 */
function librariesBeside(browser: string): Record<string, string> {
  const folder = path.dirname(browser);
  if (SYSTEM_NSS.some(existsSync) || !existsSync(path.join(folder, 'al2023'))) return {};
  return { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_PATH: path.join(folder, 'fonts') };
}
