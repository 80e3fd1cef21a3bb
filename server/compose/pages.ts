import { createDocumentFolder } from '../adapters/documentFolder/documentFolder.ts';
import { createDrawing } from '../adapters/drawing/drawing.ts';
import type { Config } from '../config.ts';
import type { RuntimeOptions } from './composed.ts';

/** Beside this module, bundled as it is. */
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './drawingThread.ts' : './drawingThread.mjs', import.meta.url);

/** Where the pages of documents are drawn, and where they lie. */
export function openPages({ documentsDir }: Pick<Config, 'documentsDir'>, { localesDir }: Pick<RuntimeOptions, 'localesDir'>) {
  const { draw, drawLabels, close } = createDrawing({ thread: THREAD, data: { localesDir } });
  return { parts: { draw, drawLabels, documentFiles: documentsDir === null ? null : createDocumentFolder(documentsDir) }, close };
}
