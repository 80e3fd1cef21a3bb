import type { KeyValueStore } from '../ports.ts';
import type { Db } from './store.ts';

/** An adapter's own small state; nobody else reads under its name. */
export function createKeyValueStore(db: Db, owner: string): KeyValueStore {
  return {
    async get(key) {
      const row = await db
        .selectFrom('shelf')
        .select('json')
        .where('owner', '=', owner)
        .where('key', '=', key)
        .executeTakeFirst();
      return row ? JSON.parse(row.json) : null;
    },
    async put(key, value) {
      const json = JSON.stringify(value);
      await db
        .insertInto('shelf')
        .values({ owner, key, json })
        .onConflict(conflict => conflict.columns(['owner', 'key']).doUpdateSet({ json }))
        .execute();
    },
    async delete(key) {
      await db.deleteFrom('shelf').where('owner', '=', owner).where('key', '=', key).execute();
    },
    async list(prefix) {
      const rows = await db
        .selectFrom('shelf')
        .select(['key', 'json'])
        .where('owner', '=', owner)
        // LIKE would take _ for any letter, and capitals for small ones.
        .where(eb => eb(eb.fn('substr', ['key', eb.val(1), eb.val(prefix.length)]), '=', prefix))
        .execute();
      return rows.map(({ key, json }) => ({ key, json: JSON.parse(json) }));
    },
  };
}
