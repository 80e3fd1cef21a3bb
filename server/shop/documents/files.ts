import type { DocumentFiles } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { createDatabaseFiles } from '../../store/shop/documentFiles.ts';
import { listDocumentIds } from '../../store/shop/documents.ts';

type FilesContext = Pick<OperatorContext, 'store' | 'documentFiles'>;

/** The storage in which new PDF files of documents are stored. */
export const currentFiles = ({ documentFiles, store }: FilesContext): DocumentFiles =>
  documentFiles ?? createDatabaseFiles(store.db);

/** The storage before the operator configured a folder or an object store; null without that configuration. */
const formerFiles = ({ documentFiles, store }: FilesContext): DocumentFiles | null =>
  documentFiles ? createDatabaseFiles(store.db) : null;

/** The PDF of a document; null until the document has been drawn. */
export async function findFile(context: FilesContext, id: string): Promise<Uint8Array | null> {
  return (await currentFiles(context).get(id)) ?? (await formerFiles(context)?.get(id)) ?? null;
}

const AT_ONCE = 20;
/** Enough for one night. A file that has not been moved yet is found in the former storage. */
const MAX_PER_RUN = 10_000;

/**
 * Moves files from the former storage to the current one, in the order of the document ids, beginning where the last run ended.
 * A file is stored before it is removed, and an existing file stays. After a crash in between, a step is repeated without
 * effect.
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
