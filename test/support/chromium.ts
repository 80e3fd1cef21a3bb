import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import puppeteer, { type Browser } from 'puppeteer';

/** A plain browser name: isbot takes headless ones for bots, and bots are shown another page. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const SYSTEM_NSS = ['/usr/lib/x86_64-linux-gnu/libnss3.so', '/usr/lib/aarch64-linux-gnu/libnss3.so', '/usr/lib64/libnss3.so'];
const PACKAGE = path.resolve(import.meta.dirname, '../../node_modules/@sparticuz/chromium');
const UNPACK = path.resolve(import.meta.dirname, '../../scripts/build/unpackBrowser.ts');

/** Starts the browser that npm brings, or the one of PUPPETEER_EXECUTABLE_PATH. Tests without a browser fail. */
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
 * Unpacks the browser once, into a folder of this account: the package would take the temporary folder, which belongs to
 * whoever came first. Of several at once the first that has finished counts.
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
    // In a process of its own: the package knows no other folder than the temporary one of its process.
    await promisify(execFile)(process.execPath, [UNPACK], { env: { ...env, TMPDIR: unfinished } });
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(browser)) throw error;
  }
  return browser;
}

/** Libraries and fonts that the package brings, for a machine without its own. */
function librariesBeside(browser: string): Record<string, string> {
  const folder = path.dirname(browser);
  if (SYSTEM_NSS.some(existsSync) || !existsSync(path.join(folder, 'al2023'))) return {};
  return { LD_LIBRARY_PATH: path.join(folder, 'al2023/lib'), FONTCONFIG_PATH: path.join(folder, 'fonts') };
}
