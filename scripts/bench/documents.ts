// How fast documents are made and signed records are checked, on one core: npm run bench -- documents
// Each figure stands beside what the same run needs for the bare arithmetic, so that machines can be compared.
import { spawnSync } from 'node:child_process';
import { createHash, createPublicKey, getCurves, verify } from 'node:crypto';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createDrawing } from '../../server/adapters/drawing/drawing.ts';
import {
  createMeter,
  evidence,
  payloadOf,
  recordOf,
  signatureOf,
  signedValue,
} from '../../server/core/verification/records.fixture.ts';
import { checkEvidence } from '../../server/core/verification/verdicts.ts';
import { verifyRecord } from '../../server/core/verification/verifyRecord.ts';
import { createInvoiceDocument } from '../../server/shop/documents/content/invoiceDocument.ts';
import { invoiceTexts } from '../../server/shop/documents/content/invoiceTexts.ts';
import { eInvoiceXml } from '../../server/shop/documents/einvoice/eInvoice.ts';
import { invoicePdf } from '../../server/shop/documents/pdf/invoicePdf.ts';
import { someInvoiceFacts, translator } from '../../test/support/invoiceFacts.ts';
import { readStartScript } from './parts/served.ts';

const WARM_UP_MS = 500;
const MEASURE_MS = 2000;
const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
const printRow = (what: string, ...figures: readonly string[]): void => console.log(what.padEnd(42), ...figures);
const ms = (value: number): string => `${value < 1 ? value.toFixed(3) : value.toFixed(1)} ms`;

interface Measured {
  mean: number;
  took: readonly number[];
}

/**
 * Runs one thing again and again. Processor time in milliseconds, so that other work on the machine does not count: of all
 * threads for one run on average, and of this one for each run, in order of size.
 */
async function measure(run: (n: number) => unknown): Promise<Measured> {
  const loop = async (forMs: number): Promise<Measured> => {
    const took: number[] = [];
    const before = process.cpuUsage();
    for (const end = performance.now() + forMs; performance.now() < end; ) {
      const from = process.threadCpuUsage();
      await run(took.length);
      const { user, system } = process.threadCpuUsage(from);
      took.push((user + system) / 1000);
    }
    const { user, system } = process.cpuUsage(before);
    return { mean: (user + system) / 1000 / took.length, took: took.toSorted((a, b) => a - b) };
  };
  await loop(WARM_UP_MS);
  return loop(MEASURE_MS);
}
const rate = ({ mean }: Measured): number => Math.round(1000 / mean);

const LOCALES = ['de', 'fr', 'hu', 'en'] as const;
const meter = createMeter();
const signed = [signedValue(meter, payloadOf()), signedValue(meter, payloadOf({ PG: 'T43' }))];
const documentOf = (n: number) =>
  createInvoiceDocument(someInvoiceFacts({ number: `R-${n}`, locale: LOCALES[n % 4] ?? 'de', signedRecords: 2 }));

// With the options of `npm start`: they decide how much the threads of one process are in each other's way.
const { flags } = readStartScript();
if (!flags.every(flag => process.execArgv.includes(flag))) {
  const again = spawnSync(process.execPath, [...flags, process.argv[1] ?? '', 'documents'], { stdio: 'inherit' });
  process.exit(again.status ?? 1);
}
console.log(`Node ${process.version}, one core, processor time\n`);

const sizes: number[] = [];
const made = await measure(async n => sizes.push((await invoicePdf(documentOf(n), translator, signed)).byteLength));
const bytes = await invoicePdf(documentOf(0), translator, signed);
const hashed = await measure(() => createHash('sha256').update(bytes).digest());
sizes.sort((a, b) => a - b);
printRow(
  'invoices with both attachments',
  `${rate(made)} per s`,
  `median ${ms(percentile(made.took, 0.5))}`,
  `p99 ${ms(percentile(made.took, 0.99))}`,
);
printRow('  bytes of the PDF', `median ${percentile(sizes, 0.5)}`, `most ${sizes.at(-1)}`);
printRow('  sha-256 of as many bytes', ms(hashed.mean), `an invoice costs ${Math.round(made.mean / hashed.mean)} times that`);

const DRAWN = 100;
const GOAL_MS = 10;
/** How long nothing else could be done while so many documents were drawn, beside what the same run does when nothing is drawn. */
async function measureBlockedTime(work: () => Promise<unknown>): Promise<{ stopMs: number; seconds: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  await pause(50);
  delay.enable();
  const from = performance.now();
  await work();
  await pause(5);
  delay.disable();
  return { stopMs: delay.max / 1e6, seconds: (performance.now() - from) / 1000 };
}
/** Another thread that computes for a while and touches nothing: what the machine alone makes of two threads. */
async function anotherThread(forMs: number): Promise<void> {
  const worker = new Worker(
    'for (const end = performance.now() + require("worker_threads").workerData; performance.now() < end; );',
    {
      eval: true,
      workerData: forMs,
    },
  );
  await once(worker, 'exit');
}
const thread = new URL('../../server/compose/drawingThread.ts', import.meta.url);
const drawing = createDrawing({ thread, data: { localesDir: 'locales' }, mostWaiting: DRAWN });
await drawing.draw(documentOf(0), signed);
const drawn = Array.from({ length: DRAWN }, (_, n) => documentOf(n));
const idle = await measureBlockedTime(() => pause(1000));
const aside = await measureBlockedTime(() => Promise.all(drawn.map(document => drawing.draw(document, signed))));
const beside = await measureBlockedTime(() => anotherThread(aside.seconds * 1000));
const here = await measureBlockedTime(async () => {
  for (const document of drawn.slice(0, 10)) {
    await invoicePdf(document, translator, signed);
    await pause(1);
  }
});
await drawing.close();
const stop = ({ stopMs }: { stopMs: number }): string => `longest stop ${ms(stopMs)}`;
printRow(
  `${DRAWN} invoices on a thread of their own`,
  `${stop(aside)}, goal ${GOAL_MS}`,
  `${(DRAWN / aside.seconds).toFixed(1)} per s`,
);
printRow('  a thread that only counts, as long', stop(beside));
printRow('  the same on the thread that serves', stop(here), `nothing drawn: ${stop(idle)}`);

const texts = invoiceTexts(documentOf(0), translator);
const written = await measure(() => eInvoiceXml(documentOf(0), texts));
printRow(
  'electronic invoices alone',
  `${rate(written)} per s`,
  `${Buffer.byteLength(eInvoiceXml(documentOf(0), texts) ?? '')} bytes`,
);

console.log('');
const CURVES = {
  secp192k1: 'secp192k1',
  secp192r1: 'prime192v1',
  secp256k1: 'secp256k1',
  secp256r1: 'prime256v1',
  brainpoolP256r1: 'brainpoolP256r1',
  secp384r1: 'secp384r1',
  brainpoolP384r1: 'brainpoolP384r1',
};
for (const [name, curve] of Object.entries(CURVES)) {
  if (!getCurves().includes(curve)) {
    printRow(`a record on ${name}`, 'this Node cannot compute on it');
    continue;
  }
  const own = createMeter(curve);
  const payload = payloadOf();
  const SD = signatureOf(own, payload);
  const data = recordOf(payload, { SA: `ECDSA-${name}-SHA256`, SD: SD.toString('hex') });
  const record = { format: 'OCMF', data, publicKey: own.publicKey.toString('hex') };
  const key = createPublicKey({ key: own.publicKey, format: 'der', type: 'spki' });
  const checked = await measure(() => verifyRecord(record));
  const bare = await measure(() => verify('sha256', Buffer.from(payload), key, SD));
  if (verifyRecord(record).verdict !== 'valid') throw new Error(`A genuine record on ${name} is not valid`);
  printRow(
    `a record on ${name}`,
    ms(checked.mean),
    `bare verify ${ms(bare.mean)}`,
    `ratio ${(checked.mean / bare.mean).toFixed(2)}`,
  );
}
const bill = evidence({ values: signed });
printRow('a whole bill with two records', ms((await measure(() => checkEvidence(bill))).mean));

console.log('');
const LARGEST = 256 * 1024 - 100;
const filled = (head: string, part: string, tail: string): string =>
  head + part.repeat(Math.floor((LARGEST - head.length - tail.length) / part.length)) + tail;
const WORST = {
  'brackets in brackets': filled('OCMF|{"RD":', '[', '|{"SD":"00"}'),
  'objects in objects': filled('OCMF|{"RD":[', '{"a":', '|{"SD":"00"}'),
  'far too many readings': filled('OCMF|{"RD":[', '{},', '{}]}|{"SD":"00"}'),
  'a very long number': filled('OCMF|{"RD":[{"RV":', '9', '}]}|{"SD":"00"}'),
  'a very long name': filled('OCMF|{"MS":"', '\\u00e4', '"}|{"SD":"00"}'),
  'a very long signature': filled('OCMF|{"RD":[]}|{"SD":"', '00', '"}'),
  'nothing but bars': filled('', '|', ''),
  'nothing but blanks': filled('', ' ', 'OCMF'),
  'ten times too long': filled('OCMF|{}|', '{"SD":"00"}', '').repeat(10),
};
for (const [what, data] of Object.entries(WORST)) {
  const values = [{ format: 'OCMF', context: null, data, publicKey: signed[0]!.publicKey }];
  const input = evidence({ values });
  const { mean, took } = await measure(() => checkEvidence(input));
  const before = process.memoryUsage().heapUsed;
  checkEvidence(input);
  const grown = Math.max(0, process.memoryUsage().heapUsed - before);
  const memory = `${(grown / 2 ** 20).toFixed(1)} MiB for ${(data.length / 2 ** 20).toFixed(2)} MiB`;
  printRow(`malformed: ${what}`, ms(mean), `longest ${ms(took.at(-1) ?? 0)}`, memory);
}
printRow('memory at its height', `${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
