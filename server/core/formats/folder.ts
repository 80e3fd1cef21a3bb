import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const CLIENTS_FILE = 'clients.json';

/**
 * An operator's folder that records which files were read. Names are paths in the folder. Names of subfolders end with a slash.
 */
export interface Folder {
  place: string;
  isThere(name: string): boolean;
  /** @throws the error of the operating system if the file cannot be read */
  read(name: string): Promise<Buffer>;
  /** Names of the JSON files in a subfolder, sorted. Empty if the subfolder cannot be read. */
  list(name: `${string}/`): Promise<readonly string[]>;
  seen(): Seen;
}

/** The names that were read, and a hash of their content. */
export interface Seen {
  names: readonly string[];
  hash: string;
}

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64url');
/** The hash of a file that changed while it was read. No content has this hash, so the folder counts as changed. */
const TORN = 'torn';

export function openFolder(place: string): Folder {
  const found = new Map<string, string>();
  const note = (name: string, what: string) => found.set(name, (found.get(name) ?? what) === what ? what : TORN);
  return {
    place,
    isThere(name) {
      const isThere = existsSync(join(place, name));
      if (!isThere) note(name, 'ENOENT');
      return isThere;
    },
    async read(name) {
      try {
        const bytes = await readFile(join(place, name));
        note(name, hashOf(bytes));
        return bytes;
      } catch (error) {
        note(name, String((error as NodeJS.ErrnoException).code));
        throw error;
      }
    },
    async list(name) {
      const names = await readdir(join(place, name)).catch(() => []);
      const listed = names.filter(file => file.endsWith('.json')).sort();
      note(name, hashOf(JSON.stringify(listed)));
      return listed;
    },
    seen() {
      const sorted = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
      return { names: sorted.map(([name]) => name), hash: hashOf(JSON.stringify(sorted)) };
    },
  };
}

/** True if the content is still the same. Reads every file and ignores modification times. */
export async function isAsSeen(place: string, { names, hash }: Seen): Promise<boolean> {
  const folder = openFolder(place);
  for (const name of names) await (isFolder(name) ? folder.list(name) : folder.read(name).catch(() => null));
  return folder.seen().hash === hash;
}

const isFolder = (name: string): name is `${string}/` => name.endsWith('/');
