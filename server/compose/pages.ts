import { createDocumentFolder } from '../adapters/documentFolder/documentFolder.ts';
import { createDrawing } from '../adapters/drawing/drawing.ts';
import { createObjectStore } from '../adapters/objectStore/objectStore.ts';
import type { Config } from '../config/config.ts';
import type { DocumentStorage } from '../config/settingDocuments.ts';
import type { DocumentFiles } from '../core/ports/ports.ts';
import type { Check } from '../http/operations/checks.ts';
import type { RuntimeOptions } from './composed.ts';

/** The modules of the threads lie next to this module, both in the sources and in the bundle. */
const threadAt = (name: string) => new URL(`./${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'mjs'}`, import.meta.url);

/**
 * Photos have a thread of their own, so that uploads never delay documents. The time limit is longer than that of the decoder.
 * Each waiting photo takes up to `MAX_PHOTO_BYTES` of memory.
 */
const PHOTOS = { thread: threadAt('photoThread'), data: null, limitMs: 15_000, maxWaiting: 4 };

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

/** Creates the threads that draw documents and photos, and opens the storage of the drawn documents. */
export function openPages({ documents }: Pick<Config, 'documents'>, { localesDir }: Pick<RuntimeOptions, 'localesDir'>) {
  const { draw, drawLabels, close } = createDrawing({ thread: threadAt('drawingThread'), data: { localesDir } });
  const photos = createDrawing(PHOTOS);
  const documentFiles = openDocumentFiles(documents);
  const check = documentFiles?.check;
  const checkOptions = check && {
    ttlMs: CACHE_MS,
    limitMs: LIMIT_MS,
    check: () => check().then(() => ({ place: documentFiles.name })),
  };
  const checks: readonly Check[] = checkOptions ? [{ name: 'documents', ...checkOptions }] : [];
  return {
    parts: { draw, drawLabels, redrawPhoto: photos.redrawPhoto, documentFiles },
    checks,
    close: () => Promise.all([close(), photos.close()]),
  };
}
