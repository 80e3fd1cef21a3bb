import { createWriteStream } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/**
 * Writes a file under a temporary name and renames it when it is complete. Until then, an existing file stays unchanged. If the
 * path is a link or device, writes to it directly.
 */
export async function writeWhole(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const isPlain = await lstat(path).then(
    found => found.isFile(),
    () => true,
  );
  const draft = isPlain ? `${path}.part` : path;
  try {
    await pipeline(bytes, createWriteStream(draft));
    if (isPlain) await rename(draft, path);
  } catch (error) {
    if (isPlain) await rm(draft, { force: true });
    throw error;
  }
}
