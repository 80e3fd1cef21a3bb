import type { DrawPage } from '../../operator/ports.ts';

// What goes between the thread that serves and the one that draws.

export interface PageAsk {
  document: Parameters<DrawPage>[0];
  signedValues: Parameters<DrawPage>[1];
}

export type PageAnswer = { bytes: Uint8Array } | { failure: string };
