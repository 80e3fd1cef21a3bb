import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Download } from '../../core/ports/backend.ts';

/** A file for a visitor. `size` is absent if the file is created while it is sent. */
export interface SentFile extends Omit<Download, 'size' | 'bytes'> {
  size?: number;
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Sends a file. For HEAD, sends only the headers. */
export async function sendFile(response: Response, { fileName, contentType, size, bytes }: SentFile): Promise<void> {
  response
    .attachment(fileName)
    .type(contentType)
    // no-transform: a compressed response would have no length, and a truncated file would seem complete.
    .set({ 'Cache-Control': 'no-store, no-transform', 'Accept-Ranges': 'none' });
  if (size !== undefined) response.set('Content-Length', String(size));
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  // A failure during the transfer destroys the connection, so the browser shows a failed download instead of a truncated file.
  await pipeline(bytes, response);
}
