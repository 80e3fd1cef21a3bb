import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { unpackBrowser } from './support/chromium.ts';

it('The browser of the tests is unpacked once and whole into a folder of the account, however many ask for it', async () => {
  const cache = mkdtempSync(path.join(tmpdir(), 'cache-'));
  try {
    const [one, other] = await Promise.all([unpackBrowser({ cache }), unpackBrowser({ cache })]);
    expect(other).toBe(one);
    expect(path.relative(cache, one)).toMatch(/^chromium-[\d.]+\/chromium$/);
    expect(statSync(one).mode & 0o100).toBe(0o100);
    const { size } = statSync(one);
    expect(await unpackBrowser({ cache })).toBe(one);
    expect(statSync(one).size).toBe(size);
    expect(readdirSync(cache)).toHaveLength(1);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}, 120_000);
