import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { KeyValueStore } from '../../core/ports/ports.ts';
import type { Db } from '../engine/database.ts';
import { engineOf } from '../engine/engine.ts';
import type { Tables } from '../tables/tables.ts';

/** Number of keys per statement, because database engines limit the number of values in a statement. */
const KEYS_AT_ONCE = 500;

/** Creates the key-value store of one adapter, which reads and writes only rows of `owner`. */
export function createKeyValueStore(db: Db, owner: string): KeyValueStore {
  // Compares keys byte by byte, as the index does. Collations of languages sort differently and ignore punctuation.
  const key: Expression<string> = engineOf(db) === 'sqlite' ? sql.ref('key') : sql`${sql.ref('key')} collate "C"`;
  const below = (prefix: string) => (eb: ExpressionBuilder<Tables, 'key_values'>) => {
    const end = prefixAfter(prefix);
    return eb.and([eb('owner', '=', owner), eb(key, '>=', prefix), ...(end === null ? [] : [eb(key, '<', end)])]);
  };
  return {
    async get(key) {
      const row = await db
        .selectFrom('key_values')
        .select('json')
        .where('owner', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst();
      return row ? JSON.parse(row.json) : null;
    },
    async getSome(keys) {
      const found = new Map<string, unknown>();
      for (let n = 0; n < keys.length; n += KEYS_AT_ONCE) {
        const some = keys.slice(n, n + KEYS_AT_ONCE);
        const rows = await db
          .selectFrom('key_values')
          .select(['key', 'json'])
          .where('owner', '=', owner)
          .where('key', 'in', some)
          .execute();
        for (const row of rows) found.set(row.key, JSON.parse(row.json));
      }
      return found;
    },
    async put(key, value) {
      const json = JSON.stringify(value);
      await db
        .insertInto('key_values')
        .values({ owner, key, json })
        .onConflict(conflict => conflict.columns(['owner', 'key']).doUpdateSet({ json }))
        .execute();
    },
    change: (key, work) => changeRow(db, { owner, key }, work),
    async delete(key) {
      await db.deleteFrom('key_values').where('owner', '=', owner).where('key', '=', key).execute();
    },
    async list(prefix) {
      const rows = await db.selectFrom('key_values').select(['key', 'json']).where(below(prefix)).execute();
      return rows.map(({ key, json }) => ({ key, json: JSON.parse(json) }));
    },
    async listKeys(prefix, some) {
      const all = db.selectFrom('key_values').select('key').where(below(prefix));
      const later = some?.after === undefined ? all : all.where(key, '>', some.after);
      const rows = await (some ? later.orderBy(key).limit(some.limit) : later).execute();
      return rows.map(row => row.key);
    },
  };
}

async function changeRow(
  db: Db,
  { owner, key }: { owner: string; key: string },
  work: (known: unknown) => unknown,
): Promise<unknown> {
  // Compare-and-swap instead of a transaction, because PostgreSQL often rolls back serializable transactions on neighbouring
  // rows.
  for (;;) {
    const row = await db
      .selectFrom('key_values')
      .select('json')
      .where('owner', '=', owner)
      .where('key', '=', key)
      .executeTakeFirst();
    const known: unknown = row ? JSON.parse(row.json) : null;
    const changed = work(known) ?? null;
    const json = JSON.stringify(changed);
    if (changed === null || json === row?.json) return known;
    const written = row
      ? await db
          .updateTable('key_values')
          .set({ json })
          .where('owner', '=', owner)
          .where('key', '=', key)
          .where('json', '=', row.json)
          .executeTakeFirst()
      : await db
          .insertInto('key_values')
          .values({ owner, key, json })
          .onConflict(conflict => conflict.doNothing())
          .executeTakeFirst();
    // If no row was written, another process has changed the value first, so the loop starts again.
    if (('numUpdatedRows' in written ? written.numUpdatedRows : (written.numInsertedOrUpdatedRows ?? 0n)) > 0n) return changed;
  }
}

/** Returns the first text that sorts after all texts with this prefix. Null: the prefix is empty, so no such text exists. */
function prefixAfter(prefix: string): string | null {
  const chars = [...prefix];
  const last = chars.pop()?.codePointAt(0);
  return last === undefined ? null : chars.join('') + String.fromCodePoint(last + 1);
}
