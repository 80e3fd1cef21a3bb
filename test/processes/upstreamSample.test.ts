import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type RunningApp, startApp } from '../support/openApp.ts';
import { until } from '../support/until.ts';

const BROWSER = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

let service: ChildProcess;
let open: RunningApp;
const printed: string[] = [];
/** Returns the `NAME=value` pairs of the first printed line that begins with this name. */
const pairsOf = (name: string): Record<string, string> => {
  const line = printed.find(candidate => candidate.startsWith(`${name}=`)) ?? '';
  return Object.fromEntries([...line.matchAll(/(\w+)=(\S+)/g)].map(([, key = '', value = '']) => [key, value]));
};

beforeAll(async () => {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const started = spawn(process.execPath, [path.resolve('scripts/try/upstreamSample.ts'), '0'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  service = started;
  createInterface({ input: started.stdout }).on('line', line => printed.push(line));
  await until(
    async () => printed,
    lines => lines.some(line => line.startsWith('country=ch')),
  );
  open = await startApp({ env: pairsOf('BACKEND') });
});
afterAll(async () => {
  await open.close();
  service.kill();
  await once(service, 'exit');
});

const find = async (fields: Record<string, string>) => {
  const headers = { ...BROWSER, Cookie: 'locale=en' };
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${open.origin}/en/sample/receipts`, { method: 'POST', redirect: 'manual', headers, body });
  const [cookie = ''] = (answer.headers.get('set-cookie') ?? '').split(';');
  const location = answer.headers.get('location');
  if (location === null) return answer.text();
  return (await fetch(new URL(location, open.origin), { headers: { ...BROWSER, Cookie: cookie } })).text();
};

describe('The sample of a foreign service', () => {
  it('gives the pages its name, logo and colour', async () => {
    const text = await (await fetch(`${open.origin}/en/sample/receipts`, { headers: BROWSER })).text();
    expect(/--primary:(#\w+)/.exec(text)?.[1]).toBe('#6b2fa0');
    expect(/<img src="[^"]*" alt="([^"]*)"/.exec(text)?.[1]).toBe('Sample Energy');
    expect(/<title>([^<]*)/.exec(text)?.[1]).toContain('Sample Energy');
  });

  it('finds what it says that a search finds, and nothing else', async () => {
    const { country = '', date = '', creditCard = '', price = '' } = pairsOf('country');
    const query = { country, date, creditCard, price };
    const found = await find(query);
    expect(found.includes('Musterweg 1')).toBe(true);
    expect(found.includes('21.345')).toBe(true);
    expect((await find({ ...query, creditCard: '0001' })).includes('No charging process found')).toBe(true);
  });
});
