import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { extractText } from 'unpdf';
import type { Download } from '../../server/core/ports/backend.ts';
import { BEGIN, END, METER, payloadOf, signedValue } from '../../server/core/verification/records.fixture.ts';
import { filesIn } from '../support/filesIn.ts';
import { type OpenOperator, openOperator, PLAIN } from '../support/openShop.ts';
import { until } from '../support/until.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

async function bytesOf({ bytes }: Download): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}

/** @returns the only document, once it has been rendered */
async function drawn() {
  const read = () => shop.store.db.selectFrom('documents').selectAll().executeTakeFirstOrThrow();
  return until(read, ({ sha256 }) => sha256 !== null);
}

const record = (more: Parameters<typeof payloadOf>[0]) => signedValue(METER, payloadOf({ CI: PLAIN.evseId, ...more }));

it('puts the signed values that can be downloaded into the invoice, and draws it alike whatever a station tells later', async () => {
  const { operator, stations, store, clock } = shop;
  const { sessionId, authorizationReference } = await shop.charging();
  const report = {
    authorizationReference,
    state: 'charging' as const,
    startedAt: null,
    endedAt: null,
    readings: [],
    isFinal: false,
  };
  const [start, stop, delayed] = [record({ RD: [BEGIN] }), record({ PG: 'T43', RD: [END] }), record({ PG: 'T44' })];
  // OCPI transmits signed records in Base64.
  const wrapped = { ...start, data: Buffer.from(start.data).toString('base64') };
  await operator.report(authorizationReference, { ...report, signedValues: [wrapped, stop] });
  await shop.pass(600);
  await stations.end(authorizationReference, { at: clock.now(), energyWh: 12_345 });
  await shop.pass(5);

  const row = await drawn();
  const invoice = await bytesOf(await operator.getInvoice({ receipt: sessionId }));
  const container = await bytesOf(await operator.getCalibrationData({ receipt: sessionId }));
  expect(new TextDecoder().decode(container)).toContain(start.data.replaceAll('&', '&amp;'));
  const files = await filesIn(invoice);
  const [name = ''] = [...files.keys()].filter(each => each !== 'factur-x.xml');
  expect(name).toMatch(/^eichrecht-\d{9}\.xml$/);
  expect(files.get(name)).toBe(new TextDecoder().decode(container));
  const { text } = await extractText(new Uint8Array(invoice), { mergePages: true });
  expect(text.replace(/\s+/g, ' ')).toMatch(/https:\/\/charge\.example\/(en\/)?\w+\/receipts/);

  expect(row.sha256).toBe(createHash('sha256').update(invoice).digest('hex'));
  // Simulates that the process died before it stored the PDF. Another signed record then arrives late.
  await store.db.updateTable('documents').set({ sha256: null }).execute();
  await store.db.deleteFrom('document_files').execute();
  await operator.report(authorizationReference, {
    ...report,
    state: 'ended',
    isFinal: true,
    signedValues: [wrapped, stop, delayed],
  });
  const promised = { done_at: null, claimed_until: null, claim_id: null, not_before: 0 };
  await store.db.updateTable('outbox').set(promised).where('kind', '=', 'draw-document').execute();
  await shop.pass(5);
  expect((await drawn()).sha256).toBe(row.sha256);
});

/** @returns all texts that a person can read who knows only four digits of the card */
async function invoiceText(): Promise<string> {
  const { operator, stations, clock } = shop;
  const { sessionId, authorizationReference } = await shop.charging();
  await shop.pass(600);
  await stations.end(authorizationReference, { at: clock.now(), energyWh: 12_345 });
  await shop.pass(5);
  const { json } = await drawn();
  const invoice = await bytesOf(await operator.getInvoice({ receipt: sessionId }));
  const { text } = await extractText(new Uint8Array(invoice), { mergePages: true });
  return [json, text, ...(await filesIn(invoice)).values()].join('\n');
}

it('names nobody in a small invoice, which four digits of a card can find', async () => {
  expect(await invoiceText()).not.toMatch(/Lovelace|ada@example/);
});

it('names the buyer, but no e-mail address, in an invoice above the country’s limit', async () => {
  await shop.close();
  shop = await openOperator({ rules: { smallInvoiceLimit: { de: 604 } } });
  const shownText = await invoiceText();
  expect(shownText).toContain('Ada Lovelace');
  expect(shownText).not.toContain('ada@example.org');
  expect(shownText).toContain('urn:cen.eu:en16931:2017');
});
