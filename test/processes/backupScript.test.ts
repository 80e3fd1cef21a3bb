import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { openStore } from '../../server/store/openStore.ts';

const DAY_S = 86_400;
let dataDir: string;
let folder: string;
beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'backed-up-'));
  folder = path.join(dataDir, 'backups');
  const store = openStore({ databaseUrl: null, databaseListenUrl: null, dataDir });
  await store.migrate();
  await store.close();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const backUp = (env: Readonly<Record<string, string>> = {}) => {
  const { status, stderr } = spawnSync('/bin/sh', ['deploy/backup.sh', folder], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  return { status, stderr };
};
const kinds = () => readdirSync(folder).map(name => name.split('-')[0]);
const makeOlder = (kind: string, days: number) => {
  const at = Date.now() / 1000 - days * DAY_S;
  for (const name of readdirSync(folder).filter(each => each.startsWith(kind))) {
    utimesSync(path.join(folder, name), at, at);
    renameSync(path.join(folder, name), path.join(folder, `${kind}-${days}-${name}`));
  }
};

it('The backup of the timer is one SQLite file for its user alone', () => {
  expect(backUp()).toEqual({ status: 0, stderr: '' });
  expect(kinds()).toEqual(['copy', 'day']);
  for (const name of readdirSync(folder)) {
    expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(folder, name)).subarray(0, 15).toString()).toBe('SQLite format 3');
  }
});

it('Backups older than two days go, but for one of each day, and those after 30 days', () => {
  backUp();
  makeOlder('copy', 1.9);
  backUp();
  expect(kinds()).toEqual(['copy', 'copy', 'day']);
  makeOlder('copy', 3);
  backUp();
  expect(kinds()).toEqual(['copy', 'day']);
  makeOlder('copy', 1);
  makeOlder('day', 29);
  backUp();
  expect(kinds()).toEqual(['copy', 'copy', 'day', 'day']);
  makeOlder('day-29', 32);
  makeOlder('copy', 0);
  backUp();
  expect(kinds().filter(kind => kind === 'day')).toHaveLength(1);
});

it('A backup that fails leaves no file that looks like one, and deletes none', () => {
  backUp();
  makeOlder('copy', 3);
  const before = readdirSync(folder);
  const { status } = backUp({ DATABASE_URL: 'postgres://127.0.0.1:9/none' });
  expect(status).not.toBe(0);
  expect(readdirSync(folder)).toEqual(before);
});

it.each([
  [0, 1],
  [1, 0],
])('An archive of PostgreSQL is read back before it counts as a backup: pg_restore ends with %i', (code, copies) => {
  const tools = mkdtempSync(path.join(tmpdir(), 'tools-'));
  const write = (name: string, text: string) => writeFileSync(path.join(tools, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  // Writes the text "archive" into the file that the option --file names.
  write('pg_dump', 'for each; do case $each in --file=*) echo archive > "$(echo $each | cut -d= -f2)";; esac; done');
  write('pg_restore', `for each; do file=$each; done; grep -q archive "$file" && exit ${code}; exit 3`);
  const { status } = backUp({ DATABASE_URL: 'postgres://127.0.0.1:9/none', PATH: `${tools}:${process.env.PATH}` });
  expect(status).toBe(code);
  expect(existsSync(folder) ? kinds().filter(kind => kind === 'copy') : []).toHaveLength(copies);
  rmSync(tools, { recursive: true });
});
