import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createDocumentFolder } from '../../server/adapters/documentFolder/documentFolder.ts';
import { createObjectStore } from '../../server/adapters/objectStore/objectStore.ts';
import { moveFiles } from '../../server/shop/documents/files.ts';
import { createNightlyRemoval } from '../../server/staff/upkeep/retention.ts';
import { billed } from '../support/billed.ts';
import { type ObjectStoreServer, refuse, startObjectStore } from '../support/objectStore.ts';
import { type OpenOperator, openOperator } from '../support/openShop.ts';

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

async function invoiceOf(receipt: string, { operator } = shop): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await operator.getInvoice({ receipt })).bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const inTable = () => shop.store.db.selectFrom('document_files').select('document_id').execute();

describe('The page of a document', () => {
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

describe('A shop with a folder for pages', () => {
  let other: OpenOperator;
  let logged: string[];
  beforeEach(async () => {
    logged = [];
    const logEvent = (event: string) => void logged.push(event);
    other = await openOperator({ documentFiles: createDocumentFolder(folder), logEvent });
  });
  afterEach(() => other.close());

  it('asks a driver to come again, and does the rest of a night, while it cannot be used', async () => {
    const ordered = await other.charging();
    await billed(other, ordered);
    const before = await invoiceOf(ordered.sessionId, other);
    renameSync(folder, `${folder}-elsewhere`);
    writeFileSync(folder, 'Nothing is mounted here.');
    await expect(invoiceOf(ordered.sessionId, other)).rejects.toMatchObject({ code: 'invoice-not-ready' });
    expect(logged).toContain('document storage unavailable');
    // Stores a PDF in the database, where it would be if the folder had not been configured yet.
    const [{ id = '' } = {}] = await other.store.db.selectFrom('documents').select('id').execute();
    await other.store.db.insertInto('document_files').values({ document_id: id, bytes: before }).execute();
    logged = [];
    await other.pass(86_400);
    expect(logged).toEqual(expect.arrayContaining(['document pages not moved', 'contact details removed']));
    await other.store.db.deleteFrom('document_files').execute();
    rmSync(folder);
    renameSync(`${folder}-elsewhere`, folder);
    expect(await invoiceOf(ordered.sessionId, other)).toEqual(before);
    // The app checks its sessions about 17,000 times in a day.
  }, 240_000);
});

describe('A shop with an object store', () => {
  let server: ObjectStoreServer;
  let other: OpenOperator;
  let logged: string[];
  beforeEach(async () => {
    server = await startObjectStore();
    logged = [];
    const logEvent = (event: string) => void logged.push(event);
    other = await openOperator({ documentFiles: createObjectStore(server.place), logEvent });
  });
  afterEach(async () => {
    await other.close();
    await server.close();
  });
  const isAway = () => server.setFault((_, response) => !!refuse(response, 503, 'SlowDown'));
  const pages = () => [...server.stored.keys()].filter(name => name.endsWith('.pdf'));

  it('keeps pages there and none in its database, and gives them out from there', async () => {
    const ordered = await other.charging();
    await billed(other, ordered);
    expect(pages()).toHaveLength(1);
    expect(await other.store.db.selectFrom('document_files').selectAll().execute()).toEqual([]);
    expect(await invoiceOf(ordered.sessionId, other)).toEqual(server.stored.get(pages()[0] ?? '')?.bytes);
  });

  it('bills while it is away, and draws each document once when it is back', async () => {
    isAway();
    const ordered = await other.charging();
    await other.pass(600);
    await other.stations.end(ordered.authorizationReference, { at: other.clock.now(), energyWh: 17_408 });
    await other.pass(300);
    expect((await other.payment(ordered)).state).toBe('captured');
    await expect(invoiceOf(ordered.sessionId, other)).rejects.toMatchObject({ code: 'invoice-not-ready' });
    expect(logged).toContain('job failed, retrying');
    server.setFault(null);
    await billed(other, ordered);
    expect(pages()).toHaveLength(1);
    expect(await other.documents()).toHaveLength(1);
    expect(await other.attention()).toEqual([]);
  });

  it('asks a driver to come again while it is away', async () => {
    const ordered = await other.charging();
    await billed(other, ordered);
    isAway();
    await expect(invoiceOf(ordered.sessionId, other)).rejects.toMatchObject({ code: 'invoice-not-ready' });
    expect(logged).toContain('document storage unavailable');
    server.setFault(null);
    expect((await invoiceOf(ordered.sessionId, other)).subarray(0, 4).toString()).toBe('%PDF');
  });

  it('does the rest of a night while it is away, and moves pages in the next one', async () => {
    const ordered = await shop.charging();
    await billed(shop, ordered);
    const before = await invoiceOf(ordered.sessionId);
    const documentFiles = createObjectStore(server.place);
    const events: string[] = [];
    const night = (days: number) =>
      createNightlyRemoval({
        store: shop.store,
        documentFiles,
        holidays: { isHoliday: () => false },
        clock: { ...shop.clock, now: () => new Date(shop.clock.now().getTime() + days * 86_400_000) },
        logEvent: (event: string) => void events.push(event),
      } as never)();
    isAway();
    await night(1);
    await night(1);
    expect(events).toEqual(['document pages not moved', 'contact details removed']);
    server.setFault(null);
    await night(2);
    expect(pages()).toHaveLength(1);
    expect(await inTable()).toEqual([]);
    const [{ id = '' } = {}] = await shop.store.db.selectFrom('documents').select('id').execute();
    expect(Buffer.from((await documentFiles.get(id)) ?? [])).toEqual(before);
  });
});
