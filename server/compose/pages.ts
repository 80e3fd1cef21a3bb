import { createDocumentFolder } from '../adapters/documentFolder/documentFolder.ts';
import { createDrawing } from '../adapters/drawing/drawing.ts';
import { createObjectStore } from '../adapters/objectStore/objectStore.ts';
import type { Config } from '../config/config.ts';
import type { DocumentStorage } from '../config/settingDocuments.ts';
import type { DocumentFiles } from '../core/ports/ports.ts';
import type { Check } from '../http/operations/checks.ts';
import type { RuntimeOptions } from './composed.ts';

/** The module of the drawing thread lies next to this module, both in the sources and in the bundle. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './drawingThread.ts' : './drawingThread.mjs', import.meta.url);

/** Creates each kind of document storage. Null: the documents are stored in the database. */
const FILES: { [In in DocumentStorage['in']]: (place: Extract<DocumentStorage, { in: In }>) => DocumentFiles | null } = {
  database: () => null,
  folder: ({ folder }) => createDocumentFolder(folder),
  'object store': createObjectStore,
};

export const openDocumentFiles = (place: DocumentStorage): DocumentFiles | null =>
  (FILES[place.in] as (place: DocumentStorage) => DocumentFiles | null)(place);

/** How long the result of the storage check is cached, so that frequent requests of /status put no strain on the storage. */
const CACHE_MS = 60_000;
/**
 * Time limit of the storage check. A single request to the object store has a slightly shorter limit, so that its more specific
 * error is reported.
 */
const LIMIT_MS = 6000;

/** Starts the thread that draws documents, and opens the storage of the drawn documents. */
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
