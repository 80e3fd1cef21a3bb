import type { Db, Trx } from '../engine/database.ts';
import { IMPORTED_FILES, type ImportedFiles } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';

const codec = codecOf(IMPORTED_FILES);

/** There is one folder of operator's files. */
const NAME = 'operator';

/**
 * The last import. The database removes this row when the catalogue changes otherwise.
 * @returns null if there is no valid row
 */
export async function findImportedFiles(db: Db): Promise<ImportedFiles | null> {
  const row = await db.selectFrom('imported_files').selectAll().where('name', '=', NAME).executeTakeFirst();
  return row ? codec.decode(row).taken : null;
}

/** Stores the import. Called after the changes, in their transaction, because the changes remove the row. */
export async function putImportedFiles(trx: Trx, taken: ImportedFiles): Promise<void> {
  const row = codec.encode({ name: NAME, taken });
  await trx
    .insertInto('imported_files')
    .values(row)
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute();
}
