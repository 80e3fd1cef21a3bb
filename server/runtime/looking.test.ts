import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { openOperator } from '../../test/support/openShop.ts';
import { openSqlite } from '../store/engine/sqlite.ts';
import { enqueue } from '../store/jobs/outboxRows.ts';
import { createStore } from '../store/store.ts';

it('A worker is at work while it looks for due jobs, however long the database keeps it waiting', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'looking-'));
  const file = path.join(folder, 'house.sqlite');
  const store = createStore(openSqlite(file));
  const shop = await openOperator({ store });
  // Enqueues the job without waking the worker, as a command in another process does.
  await store.inTransaction(trx => enqueue(trx, { kind: 'release', subjectId: 'none', at: shop.clock.now() }));
  const other = new DatabaseSync(file);
  other.exec('begin immediate');
  const passing = shop.pass(10);
  await pause(200);
  other.exec('commit');
  await passing;
  const { done_at } = await store.db
    .selectFrom('outbox')
    .select('done_at')
    .where('kind', '=', 'release')
    .executeTakeFirstOrThrow();
  expect(done_at).not.toBeNull();
  other.close();
  await shop.close();
  rmSync(folder, { recursive: true });
});
