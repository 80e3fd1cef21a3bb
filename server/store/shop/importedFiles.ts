import type { Db, Trx } from '../engine/database.ts';
import { TAKEN_FILES, type TakenFiles } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';

const codec = codecOf(TAKEN_FILES);

/** There is one folder of an operator's files. */
const NAME = 'operator';

/** What was taken over last, if nothing of what is sold has changed since: the database forgets it then. */
export async function findTakenFiles(db: Db): Promise<TakenFiles | null> {
  const row = await db.selectFrom('taken_files').selectAll().where('name', '=', NAME).executeTakeFirst();
  return row ? codec.decode(row).taken : null;
}

/** To be put behind the changes themselves, in their transaction. */
export async function putTakenFiles(trx: Trx, taken: TakenFiles): Promise<void> {
  const row = codec.encode({ name: NAME, taken });
  await trx
    .insertInto('taken_files')
    .values(row)
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute();
}
