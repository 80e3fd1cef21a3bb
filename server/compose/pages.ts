import { createDocumentFolder } from '../adapters/documentFolder/documentFolder.ts';
import { createDrawing } from '../adapters/drawing/drawing.ts';
import { createObjectStore } from '../adapters/objectStore/objectStore.ts';
import type { Config } from '../config/config.ts';
import type { DocumentStorage } from '../config/settingDocuments.ts';
import type { DocumentFiles } from '../core/ports/ports.ts';
import type { Check } from '../http/operations/checks.ts';
import type { RuntimeOptions } from './composed.ts';

/** Beside this module, bundled as it is. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './drawingThread.ts' : './drawingThread.mjs', import.meta.url);

/** Where the pages of documents lie; null: in the database. */
const FILES: { [In in DocumentStorage['in']]: (place: Extract<DocumentStorage, { in: In }>) => DocumentFiles | null } = {
  database: () => null,
  folder: ({ folder }) => createDocumentFolder(folder),
  'object store': createObjectStore,
};

export const openDocumentFiles = (place: DocumentStorage): DocumentFiles | null =>
  (FILES[place.in] as (place: DocumentStorage) => DocumentFiles | null)(place);

/** However often /status is asked. */
const CACHE_MS = 60_000;
/** An exchange ends by itself a little sooner. */
const LIMIT_MS = 6000;

/** Where the pages of documents are drawn, and where they lie. */
export function openPages({ documents }: Pick<Config, 'documents'>, { localesDir }: Pick<RuntimeOptions, 'localesDir'>) {
  const { draw, drawLabels, close } = createDrawing({ thread: THREAD, data: { localesDir } });
  const documentFiles = openDocumentFiles(documents);
  const check = documentFiles?.check;
  const checkOptions = check && {
    ttlMs: CACHE_MS,
    limitMs: LIMIT_MS,
    check: () => check().then(() => ({ place: documentFiles.name })),
  };
  const checks: readonly Check[] = checkOptions ? [{ name: 'documents', ...checkOptions }] : [];
  return { parts: { draw, drawLabels, documentFiles }, checks, close };
}
