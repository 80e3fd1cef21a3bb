import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const MODULE = join(import.meta.dirname, 'catalogueRows.ts');

it.each(['America/New_York', 'Asia/Tokyo'])('reads a stored time without zone as UTC on a server in %s', zone => {
  const script = `
    import { storedUpdatedAt } from ${JSON.stringify(MODULE)};
    const now = new Date('2026-11-20T12:00:00Z');
    const times = ['2026-11-20T11:59:00', '2026-11-20T12:11:00'];
    console.log(JSON.stringify(times.map(last_updated => storedUpdatedAt({ last_updated }, now))));`;
  const env = { ...process.env, TZ: zone };
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([Date.parse('2026-11-20T11:59:00Z'), 0]);
});
