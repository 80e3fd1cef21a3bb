import type { DrawLabels, DrawPage } from '../../core/ports/ports.ts';

/** A request to draw a document or QR code labels as a PDF. */
export type DrawRequest =
  | { document: Parameters<DrawPage>[0]; signedValues: Parameters<DrawPage>[1] }
  | { labels: Parameters<DrawLabels>[0] };

export type PageAnswer = { bytes: Uint8Array } | { failure: string };
