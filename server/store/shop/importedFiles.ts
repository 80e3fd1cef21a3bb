import type { Db, Trx } from '../engine/database.ts';
import { IMPORTED_FILES, type ImportedFiles } from '../tables/catalogueTables.ts';
import { codecOf } from '../tables/codec.ts';

const codec = codecOf(IMPORTED_FILES);

/** Name of the only row, because there is one operator's folder. */
const NAME = 'operator';

/**
 * Finds the last import of the operator's folder. Any other change of the catalogue deletes the row.
 * @returns null if there is no row, so that the folder must be imported
 */
export async function findImportedFiles(db: Db): Promise<ImportedFiles | null> {
  const row = await db.selectFrom('imported_files').selectAll().where('name', '=', NAME).executeTakeFirst();
  return row ? codec.decode(row).taken : null;
}

/** Records an import. Must be called in the transaction of the import, after its changes, because these delete the row. */
export async function putImportedFiles(trx: Trx, taken: ImportedFiles): Promise<void> {
  const row = codec.encode({ name: NAME, taken });
  await trx
    .insertInto('imported_files')
    .values(row)
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute();
}
