import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer';

/** A plain browser name: isbot takes headless ones for bots, and bots are shown another page. */
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36';
const SYSTEM_NSS = ['/usr/lib/x86_64-linux-gnu/libnss3.so', '/usr/lib/aarch64-linux-gnu/libnss3.so', '/usr/lib64/libnss3.so'];

/** Starts the browser that npm brings, or the one of PUPPETEER_EXECUTABLE_PATH. There is no test without a browser. */
export async function openBrowser({ args = [] }: { args?: string[] } = {}): Promise<Browser> {
  const { default: chromium, setupLambdaEnvironment } = await import('@sparticuz/chromium');
  chromium.setGraphicsMode = false;
  const executablePath = process.env.PUPPETEER_EXECUTABLE_PATH ?? (await chromium.executablePath());
  if (!SYSTEM_NSS.some(existsSync)) setupLambdaEnvironment('/tmp/al2023/lib');
  return puppeteer.launch({
    executablePath,
    headless: true,
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
