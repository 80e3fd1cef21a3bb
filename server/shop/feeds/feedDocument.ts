import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FeedDocument } from '../../core/ports/feedPort.ts';

/** Minimum number of characters that are compressed at once. */
const CHUNK_LENGTH = 1_048_576;

/** Compresses the parts of a document as they come. The compression runs on a thread of the system library. */
export async function createFeedDocument(parts: AsyncIterable<string>, lastModified: Date): Promise<FeedDocument> {
  let gzip: Buffer = Buffer.alloc(0);
  await pipeline(inChunks(parts), createGzip(), async compressed => {
    gzip = await buffer(compressed);
  });
  return {
    gzip,
    plain: () => Readable.from([gzip]).pipe(createGunzip()),
    hash: createHash('sha256').update(gzip).digest('hex').slice(0, 32),
    lastModified,
  };
}

/** Joins the parts, because each write to a compression costs as much as the compression of several kB. */
async function* inChunks(parts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let chunk = '';
  for await (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield Buffer.from(chunk);
    chunk = '';
  }
  if (chunk !== '') yield Buffer.from(chunk);
}
