import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openSqlite } from './sqlite.ts';

it('An embedded database sorts in its own folder, so that no other one has to be writable', async () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "driver's-")));
  const db = openSqlite(path.join(folder, 'a', 'b.sqlite'));
  const { rows } = await sql<Record<string, string>>`pragma temp_store_directory`.execute(db);
  expect(rows.flatMap(row => Object.values(row))).toEqual([path.join(folder, 'a')]);
  await db.destroy();
  rmSync(folder, { recursive: true });
});
