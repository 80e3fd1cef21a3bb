import type { DrawLabels, DrawPage } from '../../core/ports/ports.ts';

// What goes between the thread that serves and the one that draws.

/** The page of a document, or labels. */
export type DrawRequest =
  | { document: Parameters<DrawPage>[0]; signedValues: Parameters<DrawPage>[1] }
  | { labels: Parameters<DrawLabels>[0] };

export type PageAnswer = { bytes: Uint8Array } | { failure: string };
