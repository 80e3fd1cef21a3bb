import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDocumentFolder } from '../../server/adapters/documentFolder/documentFolder.ts';
import { moveFiles } from '../../server/operator/documents/files.ts';
import { billed } from '../support/billed.ts';
import { type OpenOperator, openOperator } from '../support/openOperator.ts';

let shop: OpenOperator;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'documents-'));
  shop = await openOperator();
});
afterEach(async () => {
  await shop.close();
  rmSync(folder, { recursive: true, force: true });
});

async function invoiceOf(receipt: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await shop.operator.getInvoice({ receipt })).bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const inRows = () => shop.store.db.selectFrom('documents').select('id').where('pdf', 'is not', null).execute();
const inTable = () => shop.store.db.selectFrom('document_files').select('document_id').execute();

/** As a version wrote it that kept pages in the rows of their documents. */
async function asBefore(): Promise<void> {
  for (const { document_id: id, bytes } of await shop.store.db.selectFrom('document_files').selectAll().execute()) {
    const pdf = Buffer.from(bytes).toString('base64');
    await shop.store.db.updateTable('documents').set({ pdf }).where('id', '=', id).execute();
  }
  await shop.store.db.deleteFrom('document_files').execute();
}

describe('The page of a document', () => {
  it('can be had wherever an earlier version has kept it, and is moved without a change', async () => {
    const ordered = [await shop.charging(), await shop.charging({ evseId: 'DE*BLF*E1003*1' })];
    for (const one of ordered) await billed(shop, one);
    const read = () => Promise.all(ordered.map(({ sessionId }) => invoiceOf(sessionId)));
    const before = await read();
    await asBefore();
    expect(await read()).toEqual(before);

    expect(await moveFiles(shop)).toBe(2);
    expect([await inRows(), await inTable()]).toEqual([[], [expect.anything(), expect.anything()]]);
    expect(await read()).toEqual(before);
    expect(await moveFiles(shop)).toBe(0);
  });

  it('is moved into a folder that the operator has named since, and what is there already stays', async () => {
    const ordered = await shop.charging();
    await billed(shop, ordered);
    const before = await invoiceOf(ordered.sessionId);
    const documentFiles = createDocumentFolder(folder);
    expect(await moveFiles({ store: shop.store, documentFiles })).toBe(1);
    expect(await inTable()).toEqual([]);
    const [{ id = '' } = {}] = await shop.store.db.selectFrom('documents').select('id').execute();
    expect(Buffer.from((await documentFiles.get(id)) ?? [])).toEqual(before);
  });
});
