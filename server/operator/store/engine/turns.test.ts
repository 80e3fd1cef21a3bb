import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { openTwoStores } from '../../../../test/support/twoStores.ts';
import { until } from '../../../../test/support/until.ts';
import { createTurns } from './turns.ts';

let open: Awaited<ReturnType<typeof openTwoStores>>;
beforeAll(async () => {
  open = await openTwoStores();
});
afterAll(() => open.close());

const turnsAt = (process: 0 | 1) => createTurns(open.stores[process].db, 'test');
const rows = async () =>
  (
    await sql<{
      key: string;
      left: number;
    }>`select key, extract(epoch from until - clock_timestamp())::float8 as left from turns`.execute(open.stores[0].db)
  ).rows;

describe('A turn', () => {
  it('of one key is one process’s, of others anybody’s, and work that fails gives it back', async () => {
    const [one, other] = [turnsAt(0), turnsAt(1)];
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
    const working = turnsAt(0)('long', () => promise);
    await until(rows, ({ length }) => length === 1);
    await sql`update turns set until = clock_timestamp() + interval '10 seconds'`.execute(open.stores[0].db);
    // It is renewed before that.
    await until(rows, ([turn]) => (turn?.left ?? 0) > 12);
    resolve();
    await working;
    expect(await rows()).toEqual([]);
  });

  it('that somebody else has taken meanwhile is not given back', async () => {
    await turnsAt(0)('lost', () =>
      sql`update turns set holder = 'somebody else'`.execute(open.stores[0].db).then(() => undefined),
    );
    expect(await rows()).toHaveLength(1);
    await sql`update turns set until = clock_timestamp() - interval '1 second'`.execute(open.stores[0].db);
    // A process that begins clears what others have left.
    await turnsAt(1)('another', async () => undefined);
    expect(await rows()).toEqual([]);
  });
});
