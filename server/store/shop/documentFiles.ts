import type { DocumentFiles } from '../../core/ports/ports.ts';
import type { Db } from '../engine/database.ts';

/** Creates a document storage that keeps the PDF files in a table of the database. */
export function createDatabaseFiles(db: Db): DocumentFiles {
  return {
    name: 'database',
    async get(id) {
      const query = db.selectFrom('document_files').select('bytes').where('document_id', '=', id);
      return (await query.executeTakeFirst())?.bytes ?? null;
    },
    async put(id, bytes) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('document_files')
        .values({ document_id: id, bytes })
        .onConflict(conflict => conflict.doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows === 1n;
    },
    async remove(id) {
      await db.deleteFrom('document_files').where('document_id', '=', id).execute();
    },
  };
}
