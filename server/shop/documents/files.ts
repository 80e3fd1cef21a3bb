import type { DocumentFiles } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { createDatabaseFiles } from '../../store/shop/documentFiles.ts';
import { listDocumentIds } from '../../store/shop/documents.ts';

type FilesContext = Pick<OperatorContext, 'store' | 'documentFiles'>;

/** Where the pages of documents are put now. */
export const currentFiles = ({ documentFiles, store }: FilesContext): DocumentFiles =>
  documentFiles ?? createDatabaseFiles(store.db);

/** Where pages were put before the operator named a folder or an object store. */
const formerFiles = ({ documentFiles, store }: FilesContext): DocumentFiles | null =>
  documentFiles ? createDatabaseFiles(store.db) : null;

/** The page of a document; null until it has been drawn. */
export async function findFile(context: FilesContext, id: string): Promise<Uint8Array | null> {
  return (await currentFiles(context).get(id)) ?? (await formerFiles(context)?.get(id)) ?? null;
}

const AT_ONCE = 20;
/** A night is long enough, and what is not moved yet is found where it was. */
const MAX_PER_RUN = 10_000;

/**
 * Moves pages to where they are put now, in the order of their ids, from where the night before has ended. A page is put before
 * it is removed, and what is there already stays: a crash in between repeats a step and changes nothing. Answers how many.
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
