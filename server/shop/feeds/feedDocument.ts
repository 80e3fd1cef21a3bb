import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createGunzip, createGzip } from 'node:zlib';
import type { FeedDocument } from '../../core/ports/feedPort.ts';

/** Quality of Brotli. The next one needs four times as long for a document that is a sixth smaller. */
const BROTLI_QUALITY = 4;
/** Minimum number of characters that are compressed at once. */
const CHUNK_LENGTH = 65_536;

/** Compresses the parts of a document as they come. The compression runs on threads of the system library. */
export async function createFeedDocument(parts: AsyncIterable<string>, lastModified: Date): Promise<FeedDocument> {
  const hash = createHash('sha256');
  const gzip = createGzip();
  const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  const finished = Promise.all([collect(gzip), collect(brotli)]);
  try {
    for await (const chunk of inChunks(parts)) {
      const bytes = Buffer.from(chunk);
      hash.update(bytes);
      for (const stream of [gzip, brotli]) if (!stream.write(bytes)) await once(stream, 'drain');
    }
  } catch (error) {
    gzip.destroy();
    brotli.destroy();
    await finished.catch(() => undefined);
    throw error;
  }
  gzip.end();
  brotli.end();
  const [gzipped, compressed] = await finished;
  return {
    gzip: gzipped,
    brotli: compressed,
    plain: () => Readable.from([gzipped]).pipe(createGunzip()),
    hash: hash.digest('hex').slice(0, 32),
    lastModified,
  };
}

/** Joins the parts, because each write to a compression costs as much as the compression of several kB. */
async function* inChunks(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = '';
  for await (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
