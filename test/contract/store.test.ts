import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openSqlite } from '../../server/operator/store/sqlite.ts';
import { createStore } from '../../server/operator/store/store.ts';
import { describeStore, type StoreUnderTest } from './store.contract.ts';

async function open(): Promise<StoreUnderTest> {
  const folder = mkdtempSync(path.join(tmpdir(), 'store-'));
  const [one, other] = [
    createStore(openSqlite(path.join(folder, 'a', 'b.sqlite'))),
    createStore(openSqlite(path.join(folder, 'a', 'b.sqlite'))),
  ];
  await one.migrate();
  return {
    ...{ one, other },
    async close() {
      await Promise.allSettled([one.close(), other.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describeStore('SQLite', open);

describe('SQLite', () => {
  it('survives a power cut and lets readers read while somebody writes', async () => {
    const { one, close } = await open();
    const pragma = async (name: string) =>
      Object.values((await sql<object>`${sql.raw(`pragma ${name}`)}`.execute(one.db)).rows[0]!)[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('busy_timeout')).toBe(5000);
    await close();
  });
});
