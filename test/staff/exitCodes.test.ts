import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { VERSION } from '../../server/platform/version.ts';
import { openStore } from '../../server/store/openStore.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'exit-codes-'));
  const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir });
  await store.migrate();
  await store.close();
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const typed = (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/operator/operator.ts', ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...more },
    encoding: 'utf8',
  });

const TOKEN = { OPERATOR_API_TOKEN: 'a-token-of-more-than-thirty-two-characters' };
const UNREACHABLE = ['--at', 'http://127.0.0.1:9'];

/** The exit codes of docs/operators.md, on which other programs rely. */
const ENDS: readonly [string, number, readonly string[], Readonly<Record<string, string>>?][] = [
  ['that is done', 0, ['list', '--json']],
  ['that is asked how it is typed', 0, ['refund', '--help']],
  ['that is refused', 1, ['waive', '--transaction', '123456789', '--reason', 'x', '--who', 'Ada Lovelace']],
  ['that does not exist', 2, ['burn']],
  ['with an option that does not exist', 2, ['list', '--everything', '1']],
  ['for a running app that does not answer', 3, ['list', ...UNREACHABLE], TOKEN],
  ['for a running app, without its token', 3, ['list', ...UNREACHABLE]],
  ['in two words, for a running app that does not answer', 3, ['station', 'add', 'CP1', ...UNREACHABLE], TOKEN],
  ['of OCPI, for a running app that does not answer', 3, ['ocpi', 'confirm', 'hub', ...UNREACHABLE], TOKEN],
  ...['station list --every 1', 'ocpi status --every', 'check --every', 'qr --every'].map((words): (typeof ENDS)[number] => [
    `of two words or on files with an option that does not exist: ${words}`,
    2,
    words.split(' '),
  ]),
  ['that needs the database of the app, for a running app', 2, ['station', 'list', ...UNREACHABLE], TOKEN],
];

// A rest parameter, because Jest would take an unused last parameter for a `done` callback.
it.each(ENDS)('A command %s ends with %d', (_what, code, ...[words, more = {}]) => {
  const { status, stdout, stderr } = typed(words, more);
  expect([status, stdout + stderr]).toEqual([code, expect.stringMatching(/\S/)]);
});

it.each<[string, readonly string[], string]>([
  ['that is not available with --at says so', ['station', 'list', ...UNREACHABLE], 'station list is not available with --at'],
  [
    'to connect by OCPI says what is not available with --at',
    ['ocpi', 'connect', '--all', ...UNREACHABLE],
    '--all is not available with --at',
  ],
  [
    'that writes a file is not available with --at',
    ['list', '--export', 'csv', ...UNREACHABLE],
    '--export is not available with --at',
  ],
  [
    'with a name of one letter says how long a name is',
    ['import', '--who', 'O'],
    'Invalid --who. Use a name of 2 to 80 characters',
  ],
  ['without a name asks for one', ['import'], 'Missing --who'],
])('A command %s', (_, words, output) => {
  expect(typed(words).stderr).toContain(output);
});

it('--version prints the version of package.json', () => {
  expect([typed(['--version']).stdout, typed(['--version', '--json']).stdout]).toEqual([
    `${VERSION}\n`,
    `${JSON.stringify({ version: VERSION }, null, 2)}\n`,
  ]);
});

it('A list is narrowed by what the console searches for', () => {
  expect(JSON.parse(typed(['list', '--find', '482913057', '--json']).stdout)).toEqual([]);
});

it('A command for programs says nothing but JSON', () => {
  for (const name of ['list', 'attention', 'stations', 'audit', 'prices']) JSON.parse(typed([name, '--json']).stdout);
});

it('station add answers address and password for programs, wherever --json stands', () => {
  for (const words of [
    ['--json', 'HOTEL-1'],
    ['HOTEL-1', '2.0.1', '--json'],
  ])
    expect(JSON.parse(typed(['station', 'add', ...words, '--who', 'Ada Lovelace']).stdout)).toEqual({
      identity: 'HOTEL-1',
      address: 'ws://localhost:3000/ocpp/HOTEL-1',
      password: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
});
