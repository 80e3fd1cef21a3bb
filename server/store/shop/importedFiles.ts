import type { Db, Trx } from '../engine/database.ts';
import { IMPORTED_FILES, type ImportedFiles } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';

const codec = codecOf(IMPORTED_FILES);

/** Name of the only row, because the operator has only one folder. */
const NAME = 'operator';

/**
 * Finds the last import of the operator's folder.
 * @returns null if the folder must be imported: it never was, or the catalogue has changed since, which deletes the row
 */
export async function findImportedFiles(db: Db): Promise<ImportedFiles | null> {
  const row = await db.selectFrom('imported_files').selectAll().where('name', '=', NAME).executeTakeFirst();
  return row ? codec.decode(row).taken : null;
}

/** Records an import. Must be the last write of the import's transaction, because changes of the catalogue delete the row. */
export async function putImportedFiles(trx: Trx, taken: ImportedFiles): Promise<void> {
  const row = codec.encode({ name: NAME, taken });
  await trx
    .insertInto('imported_files')
    .values(row)
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute();
}
