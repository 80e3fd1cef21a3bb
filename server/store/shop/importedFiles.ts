import type { Db, Trx } from '../engine/database.ts';
import { IMPORTED_FILES, type ImportedFiles } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';

const codec = codecOf(IMPORTED_FILES);

/** There is one folder of an operator's files. */
const NAME = 'operator';

/** What was taken over last, if nothing of what is sold has changed since: the database forgets it then. */
export async function findImportedFiles(db: Db): Promise<ImportedFiles | null> {
  const row = await db.selectFrom('taken_files').selectAll().where('name', '=', NAME).executeTakeFirst();
  return row ? codec.decode(row).taken : null;
}

/** To be put behind the changes themselves, in their transaction. */
export async function putImportedFiles(trx: Trx, taken: ImportedFiles): Promise<void> {
  const row = codec.encode({ name: NAME, taken });
  await trx
    .insertInto('taken_files')
    .values(row)
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute();
}
