import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Download } from '../../core/ports/backend.ts';

/** A file for the visitor; without `size` where it is made while it is sent. */
export interface SentFile extends Omit<Download, 'size' | 'bytes'> {
  size?: number;
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Sends a file; asked by HEAD only its headers. */
export async function sendFile(response: Response, { fileName, contentType, size, bytes }: SentFile): Promise<void> {
  response
    .attachment(fileName)
    .type(contentType)
    // no-transform: a compressed answer would lose its length, and a cut file would look whole.
    .set({ 'Cache-Control': 'no-store, no-transform', 'Accept-Ranges': 'none' });
  if (size !== undefined) response.set('Content-Length', String(size));
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  // A failure half-way destroys the connection, so that the browser shows a failed download and never a short file.
  await pipeline(bytes, response);
}
