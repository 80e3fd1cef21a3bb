import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type DocumentFiles, DocumentFilesUnavailable, documentPath } from '../../core/ports/ports.ts';

/**
 * Drawn pages as files in a folder, which several processes may share.
 * @throws DocumentFilesUnavailable where the folder cannot be used, as when its disk is full or away
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

/** False: the name is taken, and stays as it is. */
async function putFirst(file: string, bytes: Uint8Array): Promise<boolean> {
  const parent = path.dirname(file);
  await mkdir(parent, { recursive: true });
  // Under its name only when it is whole and on the disk.
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

/** False: the name is taken. */
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

/** The names in a folder reach the disk as well. */
async function toDisk(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
