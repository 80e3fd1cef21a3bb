import { type Columns, codecOf, type RecordOf } from '../tables/codec.ts';
import type { Plain } from '../tables/columns.ts';
import { compiledOnce } from './compiledOnce.ts';
import type { Db } from './database.ts';
import { requireSerializable } from './transactions.ts';

interface Versioned {
  id: string;
  state: string;
  version: number;
}

interface Change extends Versioned {
  set: Readonly<Record<string, Plain>>;
}

/**
 * Creates a function that updates a row, if its state and version are still those that the caller has read. The function returns
 * the new row. If the row has changed, the function writes nothing and returns null; in a read committed transaction, it
 * restarts the transaction as a serializable one.
 */
export function changerOf<C extends Columns>(
  table: 'payments' | 'sessions',
  columns: C,
): (db: Db, known: Versioned, changes: Partial<RecordOf<C>>) => Promise<RecordOf<C> | null> {
  const codec = codecOf(columns);
  const update = compiledOnce((db, { set, id, state, version }: Change) =>
    db
      .updateTable(table)
      .set(set)
      .where('id', '=', id)
      .where('state', '=', state as never)
      .where('version', '=', version)
      .returningAll(),
  );
  return async (db, { id, state, version }, changes) => {
    const set = codec.encodePart({ ...changes, version: version + 1 }) as Change['set'];
    const [row] = (await update(db, { set, id, state, version })).rows;
    if (!row) requireSerializable(db);
    return row ? codec.decode(row as Parameters<typeof codec.decode>[0]) : null;
  };
}
