import path from 'node:path';
import type { Settings } from './settings.ts';

/** Where the drawn pages of documents are stored. */
export type DocumentStorage =
  | { in: 'database' }
  | { in: 'folder'; folder: string }
  | { in: 'object store'; endpoint: string; bucket: string; region: string; keyId: string; keySecret: string };

/** Settings of the object store. Either all of them are set or none. */
const STORE = ['DOCUMENTS_ENDPOINT', 'DOCUMENTS_BUCKET', 'DOCUMENTS_KEY_ID', 'DOCUMENTS_KEY_SECRET'] as const;

/** Reads where documents are stored, from validated settings or from the environment of a command. */
export function documentsOf(settings: Settings): DocumentStorage {
  const [endpoint, bucket, keyId, keySecret] = STORE.map(name => String(settings[name] ?? '')) as [
    string,
    string,
    string,
    string,
  ];
  const region = String(settings.DOCUMENTS_REGION || 'us-east-1');
  if (endpoint !== '') return { in: 'object store', endpoint, bucket, region, keyId, keySecret };
  return settings.DOCUMENTS_DIR ? { in: 'folder', folder: path.resolve(String(settings.DOCUMENTS_DIR)) } : { in: 'database' };
}

export function documentsFaults(settings: Settings): string[] {
  const given = STORE.filter(name => settings[name] !== undefined);
  if (given.length === 0) return [];
  const faults = STORE.filter(name => settings[name] === undefined).map(name => `"${name}" is required with "${given[0]}"`);
  if (settings.DOCUMENTS_DIR !== undefined)
    faults.push(`"DOCUMENTS_DIR" has no effect with "${given[0]}": copy the folder into the bucket and unset DOCUMENTS_DIR`);
  return faults;
}
