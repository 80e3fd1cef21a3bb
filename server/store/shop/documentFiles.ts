import type { DocumentFiles } from '../../core/ports/ports.ts';
import type { Db } from '../engine/database.ts';

/** Stores document pages in a table of the database. */
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

/** Reads document pages that earlier versions stored in the rows of the documents, as Base64. No pages are added there. */
export function createRowFiles(db: Db): Omit<DocumentFiles, 'put'> {
  return {
    name: 'rows',
    async get(id) {
      const row = await db.selectFrom('documents').select('pdf').where('id', '=', id).executeTakeFirst();
      return row?.pdf == null ? null : Buffer.from(row.pdf, 'base64');
    },
    async remove(id) {
      await db.updateTable('documents').set({ pdf: null }).where('id', '=', id).where('pdf', 'is not', null).execute();
    },
  };
}
