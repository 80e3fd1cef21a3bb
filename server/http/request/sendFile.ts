import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { OperatedFile } from '../../../shared/console/files.ts';
import type { BookFile, PackedFile } from '../../../shared/console/ledger.ts';
import type { Download } from '../../core/ports/backend.ts';
import { zipOf } from './zip.ts';

/** A file to send to a visitor. `size` is absent if the file is created while it is sent. */
export interface SentFile extends Omit<Download, 'size' | 'bytes'> {
  size?: number;
  bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Returns a file of staff as a file to send. A ZIP file is sent while its entries are still being created. */
export const operatedFile = (file: OperatedFile | BookFile): SentFile =>
  'packed' in file ? { ...file, bytes: zipOf(zipped(file.packed)) } : file;

async function* zipped(files: AsyncIterable<PackedFile>) {
  for await (const { at, folder, ...file } of files) yield { file, at: new Date(at), ...(folder && { folder }) };
}

/** Sends a file. A HEAD request gets only the headers. */
export async function sendFile(response: Response, { fileName, contentType, size, bytes }: SentFile): Promise<void> {
  response
    .attachment(fileName)
    .type(contentType)
    // no-transform: a compressed response has no Content-Length, so a truncated file would seem complete.
    .set({ 'Cache-Control': 'no-store, no-transform', 'Accept-Ranges': 'none' });
  if (size !== undefined) response.set('Content-Length', String(size));
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  // If reading fails during the transfer, `pipeline` destroys the connection. The browser then shows a failed download instead of
  // a truncated file.
  await pipeline(bytes, response);
}
