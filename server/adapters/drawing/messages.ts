import type { DrawLabels, DrawPage } from '../../core/ports/ports.ts';

/** A request to draw a document or QR code labels as a PDF, or to draw a visitor's photo again. */
export type DrawRequest =
  | { document: Parameters<DrawPage>[0]; signedValues: Parameters<DrawPage>[1] }
  | { labels: Parameters<DrawLabels>[0] }
  | { photo: Uint8Array };

/** `bytes` is empty if the photo cannot be read. */
export type PageAnswer = { bytes: Uint8Array } | { failure: string };
