import { createDocumentFolder } from '../adapters/documentFolder/documentFolder.ts';
import { createDrawing } from '../adapters/drawing/drawing.ts';
import { createObjectStore } from '../adapters/objectStore/objectStore.ts';
import type { Config } from '../config/config.ts';
import type { DocumentStorage } from '../config/settingDocuments.ts';
import type { DocumentFiles } from '../core/ports/ports.ts';
import type { Check } from '../http/operations/checks.ts';
import type { RuntimeOptions } from './composed.ts';

/** The module of the drawing thread. In the bundle the module is beside this one, too. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './drawingThread.ts' : './drawingThread.mjs', import.meta.url);

/** Creates the storage of document pages. Null if the pages are stored in the database. */
const FILES: { [In in DocumentStorage['in']]: (place: Extract<DocumentStorage, { in: In }>) => DocumentFiles | null } = {
  database: () => null,
  folder: ({ folder }) => createDocumentFolder(folder),
  'object store': createObjectStore,
};

export const openDocumentFiles = (place: DocumentStorage): DocumentFiles | null =>
  (FILES[place.in] as (place: DocumentStorage) => DocumentFiles | null)(place);

/** Time for which the result of the check is cached, however often /status is requested. */
const CACHE_MS = 60_000;
/** Time limit of the check. A request to the object store ends slightly sooner by its own limit. */
const LIMIT_MS = 6000;

/** Opens the drawing thread and the storage of document pages. */
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
