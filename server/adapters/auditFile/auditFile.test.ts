import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { until } from '../../../test/support/until.ts';
import type { Store } from '../../store/engine/database.ts';
import { openSqlite } from '../../store/engine/sqlite.ts';
import { DatabaseUnavailable } from '../../store/engine/unavailable.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { createStore } from '../../store/store.ts';
import { createAuditFile } from './auditFile.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'audit-file-'));
  store = createStore(openSqlite(':memory:'));
  await store.migrate();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

it('While the database can be read and not be written to, each act is written once', async () => {
  const file = path.join(folder, 'audit.jsonl');
  const rows = createKeyValueStore(store.db, 'audit-file');
  let tries = 0;
  let isReadOnly = true;
  const put: typeof rows.put = async (key, value) => {
    tries++;
    if (isReadOnly) throw new DatabaseUnavailable('The database failed: cannot execute INSERT in a read-only transaction');
    await rows.put(key, value);
  };
  const acts = [1, 2, 3].map(id => ({ id, at: new Date(0) }));
  const list = async ({ after }: { after: number }) => acts.filter(({ id }) => id > after);
  const log = { warn: () => undefined, event: () => undefined };
  const over = new AbortController();
  const failingStore = { ...rows, put };
  const running = createAuditFile({ file, clock: { now: () => new Date() }, store: failingStore, list, log }).run(over.signal);
  await until(
    async () => tries,
    count => count > 1,
  );
  isReadOnly = false;
  await until(
    () => rows.get('written'),
    written => written === 3,
  );
  over.abort();
  await running;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  expect(lines.map(line => (JSON.parse(line) as { id: number }).id)).toEqual([1, 2, 3]);
});
