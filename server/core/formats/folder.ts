import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

export const CLIENTS_FILE = 'clients.json';

/**
 * Reads files of the operator's folder and remembers which ones were read. File names are paths below the folder. Names of
 * subfolders end with a slash.
 */
export interface Folder {
  place: string;
  isThere(name: string): boolean;
  /**
   * Reads a file of the folder.
   * @throws the error of the operating system if the file cannot be read
   */
  read(name: string): Promise<Buffer>;
  /** Returns the sorted names of the JSON files in a subfolder. Empty if the subfolder cannot be read. */
  list(name: `${string}/`): Promise<readonly string[]>;
  seen(): Seen;
}

/** Names of the files that were read, and one hash of all their contents. */
export interface Seen {
  names: readonly string[];
  hash: string;
}

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('base64url');
/** Hash of a file that changed while it was read. No content has this hash, so the next comparison always finds a change. */
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

/**
 * Returns true if the files have the same contents as when `Seen` was recorded. Reads every file, because modification times are
 * unreliable.
 */
export async function isAsSeen(place: string, { names, hash }: Seen): Promise<boolean> {
  const folder = openFolder(place);
  for (const name of names) await (isFolder(name) ? folder.list(name) : folder.read(name).catch(() => null));
  return folder.seen().hash === hash;
}

const isFolder = (name: string): name is `${string}/` => name.endsWith('/');
