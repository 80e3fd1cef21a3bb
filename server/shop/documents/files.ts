import type { DocumentFiles } from '../../core/ports/ports.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { createDatabaseFiles, createRowFiles } from '../../store/shop/documentFiles.ts';
import { listDocumentIds } from '../../store/shop/documents.ts';

type FilesContext = Pick<OperatorContext, 'store' | 'documentFiles'>;

/** Where the pages of documents are put now. */
export const currentFiles = ({ documentFiles, store }: FilesContext): DocumentFiles =>
  documentFiles ?? createDatabaseFiles(store.db);

/** Where they were put before. */
function formerFiles({ documentFiles, store: { db } }: FilesContext): readonly Omit<DocumentFiles, 'put'>[] {
  return documentFiles ? [createDatabaseFiles(db), createRowFiles(db)] : [createRowFiles(db)];
}

/** The page of a document; null until it has been drawn. */
export async function findFile(context: FilesContext, id: string): Promise<Uint8Array | null> {
  for (const files of [currentFiles(context), ...formerFiles(context)]) {
    const bytes = await files.get(id);
    if (bytes) return bytes;
  }
  return null;
}

const AT_ONCE = 20;
/** A night is long enough, and what is not moved yet is found where it was. */
const MAX_PER_RUN = 10_000;

/**
 * Moves pages to where they are put now, in the order of their ids, from where the night before has ended. A page is put before
 * it is removed, and what is there already stays: a crash in between repeats a step and changes nothing. Answers how many.
 */
export async function moveFiles(context: FilesContext): Promise<number> {
  const { db } = context.store;
  const current = currentFiles(context);
  const marks = createKeyValueStore(db, 'documents');
  const mark = `moved to ${current.name}`;
  let [moved, seen, after] = [0, 0, String((await marks.get(mark)) ?? '')];
  while (seen < MAX_PER_RUN) {
    const ids = await listDocumentIds(db, { after, most: AT_ONCE });
    for (const id of ids) moved += (await move(context, current, id)) ? 1 : 0;
    const last = ids.at(-1);
    if (last === undefined) return moved;
    seen += ids.length;
    after = last;
    await marks.put(mark, after);
  }
  return moved;
}

async function move(context: FilesContext, current: DocumentFiles, id: string): Promise<boolean> {
  let isMoved = false;
  for (const files of formerFiles(context)) {
    const bytes = await files.get(id);
    if (!bytes) continue;
    await current.put(id, bytes);
    await files.remove(id);
    isMoved = true;
  }
  return isMoved;
}
