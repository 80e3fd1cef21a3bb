import { createWriteStream } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** A file under its name only when it is whole: what is there already stays until then. A link or a device is written to directly. */
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
