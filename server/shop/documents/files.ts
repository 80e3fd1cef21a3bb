import type { DocumentFiles } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { createDatabaseFiles } from '../../store/shop/documentFiles.ts';
import { listDocumentIds } from '../../store/shop/documents.ts';

type FilesContext = Pick<OperatorContext, 'store' | 'documentFiles'>;

/** Returns the storage for new PDF files: the configured folder or object store, otherwise the database. */
export const currentFiles = ({ documentFiles, store }: FilesContext): DocumentFiles =>
  documentFiles ?? createDatabaseFiles(store.db);

/**
 * Returns the database as the storage of older PDF files. Null if no folder or object store is configured, because the database
 * is then the current storage.
 */
const formerFiles = ({ documentFiles, store }: FilesContext): DocumentFiles | null =>
  documentFiles ? createDatabaseFiles(store.db) : null;

/** Loads the PDF of a document; null until the PDF has been drawn. */
export async function findFile(context: FilesContext, id: string): Promise<Uint8Array | null> {
  return (await currentFiles(context).get(id)) ?? (await formerFiles(context)?.get(id)) ?? null;
}

const AT_ONCE = 20;
/** Limits one run to what fits into a night. Files that are not moved yet are still found in the former storage. */
const MAX_PER_RUN = 10_000;

/**
 * Moves files from the former storage to the current one, in the order of their document ids, from where the last run ended.
 * Crash-safe: a file is stored in the current storage before it is removed from the former one, and `put` does not overwrite.
 * @returns the number of moved files
 */
export async function moveFiles(context: FilesContext): Promise<number> {
  const former = formerFiles(context);
  if (!former) return 0;
  const { db } = context.store;
  const current = currentFiles(context);
  const marks = createKeyValueStore(db, 'documents');
  const mark = `moved to ${current.name}`;
  let [moved, seen, after] = [0, 0, String((await marks.get(mark)) ?? '')];
  while (seen < MAX_PER_RUN) {
    const ids = await listDocumentIds(db, { after, limit: AT_ONCE });
    for (const id of ids) moved += (await move(former, current, id)) ? 1 : 0;
    const last = ids.at(-1);
    if (last === undefined) return moved;
    seen += ids.length;
    after = last;
    await marks.put(mark, after);
  }
  return moved;
}

async function move(former: DocumentFiles, current: DocumentFiles, id: string): Promise<boolean> {
  const bytes = await former.get(id);
  if (!bytes) return false;
  await current.put(id, bytes);
  await former.remove(id);
  return true;
}
