import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type DocumentFiles, DocumentFilesUnavailable, documentPath } from '../../core/ports/ports.ts';

/**
 * Stores the PDF files of documents in a folder, which several processes may share.
 * @throws DocumentFilesUnavailable if the folder cannot be used, for example because the disk is full or not mounted
 */
export function createDocumentFolder(folder: string): DocumentFiles {
  return {
    name: 'folder',
    async get(id) {
      try {
        return await readFile(fileOf(folder, id));
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw unavailable(error);
      }
    },
    async put(id, bytes) {
      try {
        return await putFirst(fileOf(folder, id), bytes);
      } catch (error) {
        throw unavailable(error);
      }
    },
    async remove(id) {
      await rm(fileOf(folder, id), { force: true }).catch(error => Promise.reject(unavailable(error)));
    },
  };
}

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code);
const unavailable = (cause: unknown) =>
  new DocumentFilesUnavailable(`The document folder cannot be used: ${codeOf(cause)}`, { cause });

/**
 * Writes a file unless it already exists.
 * @returns false if it exists; it is then left unchanged
 */
async function putFirst(file: string, bytes: Uint8Array): Promise<boolean> {
  const parent = path.dirname(file);
  await mkdir(parent, { recursive: true });
  // The content is first written completely to a draft and flushed to disk. Only then does the file get its final name.
  const draft = path.join(parent, `${randomUUID()}.part`);
  let isFirst = false;
  try {
    await write(draft, bytes);
    isFirst = await linked(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
  await toDisk(parent);
  return isFirst;
}

const fileOf = (folder: string, id: string): string => path.join(folder, documentPath(id));

/**
 * Gives the draft its final name.
 * @returns false if `file` already exists
 */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Flushes a directory to disk, so that the name of a new file survives a power loss. */
async function toDisk(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
