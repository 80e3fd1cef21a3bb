import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openSqlite } from '../../server/store/engine/sqlite.ts';
import { addOrder } from '../../server/store/shop/orders.ts';
import { createStore } from '../../server/store/store.ts';
import { type BuiltApp, startBuiltApp } from '../support/builtApp.ts';
import { operatorCommand } from '../support/operatorCommand.ts';
import { someOrder } from '../support/rows.ts';

/** The umask of most systems. */
const USUAL = 0o022;

let before: number;
let app: BuiltApp;
beforeAll(async () => {
  before = process.umask(USUAL);
  app = await startBuiltApp();
});
afterAll(async () => {
  await app.close();
  process.umask(before);
});

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

describe('On a machine with other users', () => {
  it('files of the running app and of its commands can be read by its own user alone', async () => {
    const { dataDir } = app;
    const exported = path.join(dataDir, 'list.csv');
    const env = { ...process.env, DATA_DIR: dataDir, NODE_OPTIONS: '' };
    execFileSync(process.execPath, ['scripts/operator/backup.ts'], { env, stdio: 'pipe' });
    const answer = await operatorCommand(app, { env: {}, words: ['list', '--export', 'csv', '--out', exported, '--who', 'Ada'] });
    expect(answer).toContain('list.csv');

    const paths = globSync('**/*', { cwd: dataDir, withFileTypes: true });
    const folders = [
      dataDir,
      ...paths.filter(entry => entry.isDirectory()).map(entry => path.join(entry.parentPath, entry.name)),
    ];
    const files = paths.filter(entry => entry.isFile()).map(entry => path.join(entry.parentPath, entry.name));
    const names = files.map(file => path.relative(dataDir, file));
    expect(names).toEqual(expect.arrayContaining(['house.sqlite', 'house.sqlite-wal', 'list.csv']));
    expect(names.some(name => /^backup\/.*\.sqlite$/.test(name))).toBe(true);
    expect(files.filter(file => modeOf(file) !== '600')).toEqual([]);
    expect(folders.filter(folder => modeOf(folder) !== '700')).toEqual([]);
  });
});

it('An e-mail address that was removed is not left as bytes in the database', async () => {
  const folder = path.join(app.dataDir, '../other');
  mkdirSync(folder);
  const file = path.join(folder, 'house.sqlite');
  const store = createStore(openSqlite(file));
  await store.migrate();
  const email = 'somebody.to.be.forgotten@example.org';
  await store.inTransaction(trx => addOrder(trx, someOrder({ email })));
  const bytes = () =>
    globSync(`${file}*`)
      .map(name => readFileSync(name, 'latin1'))
      .join('');
  expect(bytes()).toContain(email);
  await store.inTransaction(trx => trx.updateTable('orders').set({ email: '' }).execute());
  await store.close();
  expect(bytes()).not.toContain(email);
});
