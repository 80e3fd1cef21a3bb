import { AsyncResource } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openTwoStores } from '../../../test/support/twoStores.ts';
import { until } from '../../../test/support/until.ts';
import { createKeyValueStore } from '../jobs/keyValueStore.ts';
import { createDistributedLock, withLeaseHeld } from './distributedLock.ts';

let open: Awaited<ReturnType<typeof openTwoStores>>;
beforeAll(async () => {
  open = await openTwoStores();
});
afterAll(() => open.close());

const lockIn = (process: 0 | 1) => createDistributedLock(open.stores[process].db, 'test');
const rows = async () =>
  (
    await sql<{
      key: string;
      left: number;
    }>`select key, extract(epoch from until - clock_timestamp())::float8 as left from leases`.execute(open.stores[0].db)
  ).rows;

describe('A turn', () => {
  it('of one key is one process’s, of others anybody’s, and work that fails gives it back', async () => {
    const [one, other] = [lockIn(0), lockIn(1)];
    const done: string[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = one('a', async () => {
      await promise;
      done.push('first');
      throw new Error('in vain');
    });
    await until(rows, ({ length }) => length === 1);
    const second = other('a', async () => void done.push('second'));
    await other('b', async () => void done.push('elsewhere'));
    resolve();
    await expect(first).rejects.toThrow('in vain');
    await second;
    expect(done).toEqual(['elsewhere', 'first', 'second']);
    expect(await rows()).toEqual([]);
  });

  it('lasts as long as its work', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const working = lockIn(0)('long', () => promise);
    await until(rows, ({ length }) => length === 1);
    await sql`update leases set until = clock_timestamp() + interval '10 seconds'`.execute(open.stores[0].db);
    // More than 12 seconds left: the lease was renewed before its expiry.
    await until(rows, ([lease]) => (lease?.left ?? 0) > 12);
    resolve();
    await working;
    expect(await rows()).toEqual([]);
  });

  it('that was lost while its process stood still lets it write nothing more, and what comes after it may', async () => {
    const [one, other] = open.stores;
    const add = (key: string) => one.inTransaction(trx => createKeyValueStore(trx, 'test').put(key, 1));
    const put = (key: string) => withLeaseHeld(one.db, db => createKeyValueStore(db, 'test').put(key, 1));
    const storedKeys = () => createKeyValueStore(other.db, 'test').listKeys('');
    let later: (() => Promise<void>) | null = null;
    await lockIn(0)('stood still', async () => {
      await add('in time');
      await put('kept in time');
      later = AsyncResource.bind(() => add('afterwards'));
      await sql`update leases set until = clock_timestamp() - interval '1 second'`.execute(other.db);
      await lockIn(1)('stood still', async () => {
        const lost = { name: 'LeaseLost', message: expect.stringContaining('The lease has expired') };
        await expect(add('too late')).rejects.toMatchObject(lost);
        await expect(put('too late, too')).rejects.toThrow('The lease has expired');
      });
      await expect(add('too late as well')).rejects.toThrow('The lease has expired');
    });
    await later!();
    expect(await storedKeys()).toEqual(['afterwards', 'in time', 'kept in time']);
  });

  it('is not taken over in the middle of a transaction', async () => {
    const [one, other] = open.stores;
    const done: string[] = [];
    let second: Promise<void> | null = null;
    await lockIn(0)('in the middle', () =>
      one.inTransaction(async trx => {
        await sql`update leases set until = clock_timestamp() - interval '1 second' where key = 'test:in the middle'`.execute(
          trx,
        );
        second = lockIn(1)('in the middle', async () => void done.push('second'));
        await until(
          async () => (await sql`select from pg_locks where not granted`.execute(other.db)).rows,
          ({ length }) => length > 0,
        );
        done.push('first');
      }),
    );
    await second;
    expect(done).toEqual(['first', 'second']);
  });

  it('that somebody else has taken meanwhile is not given back', async () => {
    await lockIn(0)('lost', () =>
      sql`update leases set holder = 'somebody else'`.execute(open.stores[0].db).then(() => undefined),
    );
    expect(await rows()).toHaveLength(1);
    await sql`update leases set until = clock_timestamp() - interval '1 second'`.execute(open.stores[0].db);
    // When a process takes its first lock, it also deletes expired leases.
    await lockIn(1)('another', async () => undefined);
    expect(await rows()).toEqual([]);
  });
});
