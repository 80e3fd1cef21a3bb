import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openStore } from '../../server/store/openStore.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'documented-'));
  const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir });
  await store.migrate();
  await store.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const typed = (words: readonly string[]) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/operator/operator.ts', ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, STATIONS: 'simulator,ocpp' },
    encoding: 'utf8',
  });

const [, COMMANDS = ''] = readFileSync('docs/operators.md', 'utf8').split('<!-- commands -->');

/** The commands of the operators' guide without their options, such as 'refund' and 'station add'. */
const documented = [
  ...new Set(
    [...COMMANDS.matchAll(/^\| `([^`]+)` \| .+ \|$/gm)]
      .flatMap(([, usage = '']) => usage.split(' \\| '))
      .flatMap(usage => /^(?:(?:station|ocpi|token) )?[a-z][a-z-]*/.exec(usage) ?? []),
  ),
];

it.each(documented)('%s answers JSON or an error in JSON with --json', name => {
  const { status, stdout, stderr } = typed([...name.split(' '), '--json']);
  expect([0, 1]).toContain(status);
  expect(JSON.parse(stdout + stderr)).toEqual(expect.anything());
  expect(stdout + stderr).not.toContain('Unknown option');
});
