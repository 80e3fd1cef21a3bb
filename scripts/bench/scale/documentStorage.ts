// A process that puts documents and reads them again, and tells what each has taken.
import { createObjectStore, type ObjectStorePlace } from '../../../server/adapters/objectStore/objectStore.ts';
import { createInvoiceDocument } from '../../../server/shop/documents/content/invoiceDocument.ts';
import { invoicePdf } from '../../../server/shop/documents/pdf/invoicePdf.ts';
import { openPostgres } from '../../../server/store/engine/postgres.ts';
import { createDatabaseFiles } from '../../../server/store/shop/documentFiles.ts';
import { someInvoiceFacts, translator } from '../../../test/support/invoiceFacts.ts';

/** What a process has measured, in milliseconds. */
export interface StorageTimes {
  put: readonly number[];
  get: readonly number[];
  /** Of the processor, for one document that was put and read. */
  cpu: number;
  bytes: number;
}

const [name = '', url = '', place = '', count = '0'] = process.argv.slice(2);
const db = openPostgres(url);
const files = place === '' ? createDatabaseFiles(db) : createObjectStore(JSON.parse(place) as ObjectStorePlace);
const page = await invoicePdf(createInvoiceDocument(someInvoiceFacts()), translator, []);

async function time(n: number, work: (id: string) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work(`${name}-${n}`);
  return performance.now() - began;
}

async function measureStorage(from: number, until: number): Promise<StorageTimes> {
  const [put, get, before]: [number[], number[], NodeJS.CpuUsage] = [[], [], process.cpuUsage()];
  for (let n = from; n < until; n++) {
    put.push(await time(n, id => files.put(id, page)));
    get.push(await time(n, id => files.get(id)));
  }
  const { user, system } = process.cpuUsage(before);
  return { put, get, cpu: (user + system) / 1000 / (until - from), bytes: page.byteLength };
}

const WARM_UP = 20;
await measureStorage(0, WARM_UP);
process.once('message', async () => {
  process.send?.(await measureStorage(WARM_UP, WARM_UP + Number(count)));
  await db.destroy();
  process.disconnect();
});
process.send?.('ready');
