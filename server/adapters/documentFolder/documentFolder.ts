import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type DocumentFiles, documentPath } from '../../operator/ports.ts';

/** Drawn pages as files in a folder, which several processes may share. */
export function createDocumentFolder(folder: string): DocumentFiles {
  return {
    name: 'folder',
    async get(id) {
      return readFile(fileOf(folder, id)).catch(error => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async put(id, bytes) {
      const file = fileOf(folder, id);
      const parent = path.dirname(file);
      await mkdir(parent, { recursive: true });
      // Under its name only when it is whole and on the disk; and a name that is taken stays as it is.
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
    },
    remove: id => rm(fileOf(folder, id), { force: true }),
  };
}

const fileOf = (folder: string, id: string): string => path.join(folder, documentPath(id));

/** False: the name is taken. */
async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
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
