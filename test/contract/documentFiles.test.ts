import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDocumentFolder } from '../../server/adapters/documentFolder/documentFolder.ts';
import { createObjectStore } from '../../server/adapters/objectStore/objectStore.ts';
import { type ObjectStoreServer, startObjectStore } from '../support/objectStore.ts';
import { describeDocumentFiles } from './documentFiles.contract.ts';

describe('A folder of documents', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'documents-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  describeDocumentFiles(() => createDocumentFolder(path.join(folder, 'not', 'there', 'yet')));

  it('holds whole files alone, whatever a document is called', async () => {
    const files = createDocumentFolder(folder);
    for (const id of ['../../outside', 'a/b', '.', 'Zürich']) await files.put(id, Buffer.from(id));
    for (const id of ['../../outside', 'a/b', '.', 'Zürich'])
      expect(Buffer.from((await files.get(id)) ?? []).toString()).toBe(id);
    const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
    expect(names.map(({ name }) => name)).toHaveLength(4);
    expect(names.every(({ name }) => /^[0-9a-f]+\.pdf$/.test(name))).toBe(true);
  });
});

describe('A bucket of documents', () => {
  let server: ObjectStoreServer;
  beforeEach(async () => {
    server = await startObjectStore();
  });
  afterEach(() => server.close());

  describeDocumentFiles(() => createObjectStore(server.place));
});
