import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { VatRegister } from '../../server/core/ports/ports.ts';
import type { InvoiceDocument } from '../../server/core/records/records.ts';
import { enqueueRefund } from '../../server/shop/payments/refunds.ts';
import { listAudit } from '../../server/store/jobs/audit.ts';
import { listDocuments } from '../../server/store/shop/documents.ts';
import type { CompanyForm } from '../../shared/forms/companyFields.ts';
import { until } from '../support/openApp.ts';
import { type OpenOperator, type Ordered, openOperator } from '../support/openShop.ts';

let shop: OpenOperator;
beforeEach(async () => {
  shop = await openOperator();
});
afterEach(() => shop.close());

const COMPANY: CompanyForm = {
  companyName: ' Fuhrpark  Muster GmbH ',
  street: 'Hafenstraße 3',
  postalCode: '20457',
  city: 'Hamburg',
  country: 'de',
  vatId: 'de 123 456 789',
};
async function charged(energyWh = 17_408, more: Parameters<OpenOperator['charging']>[0] = {}): Promise<Ordered> {
  const ordered = await shop.charging(more);
  await shop.pass(600);
  await shop.stations.end(ordered.authorizationReference, { at: shop.clock.now(), energyWh });
  await shop.pass(0);
  return ordered;
}
const request = async ({ sessionId }: Ordered, company: Partial<CompanyForm> = {}) => {
  const requested = shop.operator.requestCompanyInvoice({ receipt: sessionId, company: { ...COMPANY, ...company } });
  // The clock advances so that the worker renders the PDF. If the request is refused, it fails at once.
  await Promise.allSettled([requested, shop.pass(2)]);
  return requested;
};
const receiptOf = ({ sessionId }: Ordered) => shop.operator.getReceipt({ receipt: sessionId });
const rowsOf = ({ sessionId }: Ordered) => listDocuments(shop.store.db, sessionId);
/** Waits until the PDFs are rendered. Rendering takes real time, even with a manual clock. */
const drawn = (ordered: Ordered) =>
  until(
    () => receiptOf(ordered),
    ({ documents }) => documents.every(({ state }) => state === 'ready'),
  );

describe('An invoice to a company, asked for afterwards', () => {
  it('takes the old document back and says the same to another buyer', async () => {
    const ordered = await charged();
    expect(await drawn(ordered)).toMatchObject({ companyInvoice: 'offered', invoice: 'ready' });
    const [before] = await rowsOf(ordered);
    await request(ordered);

    const rows = await rowsOf(ordered);
    expect([rows[0]?.content, rows[0]?.sha256]).toEqual([before?.content, before?.sha256]);
    const [old, note, invoice] = rows.map(({ content }) => content);
    expect(rows.map(({ number }) => number)).toEqual(['R-BLA-2026-000001', 'G-BLA-2026-000001', 'R-BLA-2026-000002']);
    const same = ({ lines, totalMinor, vat, supplier, place, startedAt, endedAt, meter }: InvoiceDocument) => ({
      lines,
      totalMinor,
      vat,
      supplier,
      place,
      startedAt,
      endedAt,
      meter,
    });
    for (const document of [note, invoice]) expect(same(document!)).toEqual(same(old!));
    expect(note).toMatchObject({ kind: 'credit-note', customer: old!.customer, cancels: { number: old!.number, isWhole: true } });
    expect(invoice).toMatchObject({ kind: 'invoice', replaces: { number: old!.number }, cancels: null });
    expect(invoice!.customer).toEqual({
      name: 'Fuhrpark Muster GmbH',
      address: { street: 'Hafenstraße 3', postalCode: '20457', city: 'Hamburg', country: 'de', vatId: 'DE123456789' },
    });

    const receipt = await drawn(ordered);
    expect(receipt).toMatchObject({ companyInvoice: 'made', invoice: 'ready', chargedMinor: 853, totalMinor: 853 });
    expect(receipt.documents.map(({ number, kind, isCancelled }) => [number, kind, isCancelled])).toEqual([
      ['R-BLA-2026-000001', 'invoice', true],
      ['G-BLA-2026-000001', 'credit-note', false],
      ['R-BLA-2026-000002', 'invoice', false],
    ]);
    expect(JSON.stringify(receipt)).not.toContain('Muster');
    expect(shop.payments.truth(ordered.ref)).toMatchObject({ capturedMinor: 853, refundedMinor: 0 });
  });

  it('comes by e-mail, and each document can be downloaded for ever as it was drawn', async () => {
    const ordered = await charged();
    await request(ordered);
    await drawn(ordered);
    const emails = await until(
      async () => shop.emails.filter(({ subject }) => subject === 'Blaufink Ladenetz: Ihre Firmenrechnung R-BLA-2026-000002'),
      ({ length }) => length > 0,
    );
    expect(emails.map(({ to, attachments }) => [to, attachments.at(-1)?.fileName])).toEqual([
      ['ada@example.org', 'invoice-R-BLA-2026-000002.pdf'],
    ]);
    const receipt = ordered.sessionId;
    expect((await shop.operator.getInvoice({ receipt })).fileName).toBe('invoice-R-BLA-2026-000002.pdf');
    for (const { number, sha256 } of await rowsOf(ordered)) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of (await shop.operator.getInvoice({ receipt, document: number })).bytes) chunks.push(chunk);
      expect(createHash('sha256').update(Buffer.concat(chunks)).digest('hex')).toBe(sha256);
    }
    const other = await charged(17_408, { evseId: 'DE*BLF*E1001*2' });
    const [foreign] = await rowsOf(other);
    await expect(shop.operator.getInvoice({ receipt, document: foreign!.number })).rejects.toMatchObject({ code: 'no-receipt' });
  });

  it('is made once, however many ask at the same time', async () => {
    const ordered = await charged();
    const requested = Promise.allSettled([1, 2, 3].map(() => request(ordered)));
    await shop.pass(5);
    const codes = (await requested).map(answer => (answer.status === 'fulfilled' ? 'made' : answer.reason.code));
    expect(codes.filter(code => code === 'made')).toHaveLength(1);
    expect(await rowsOf(ordered)).toHaveLength(3);
    await expect(request(ordered, { companyName: 'Another' })).rejects.toMatchObject({ code: 'invoice-replaced' });
    expect(await shop.documents()).toEqual(['G-BLA-2026-000001', 'R-BLA-2026-000001', 'R-BLA-2026-000002']);
  });

  it('waits for the money to be taken', async () => {
    const ordered = await shop.charging();
    await expect(request(ordered)).rejects.toMatchObject({ code: 'invoice-not-ready' });
    expect(await receiptOf(ordered)).toMatchObject({ companyInvoice: 'not-yet', documents: [] });
  });

  it('is not offered where nothing was charged', async () => {
    const ordered = await charged(0);
    await expect(request(ordered)).rejects.toMatchObject({ code: 'not-offered' });
    expect(await receiptOf(ordered)).toMatchObject({ companyInvoice: 'none' });
  });

  it('is not offered in countries where receipts are issued only, which is told before the receipt is there', async () => {
    const point = { clientId: 'canarybolt', evseId: 'HU*CNB*E6001*1' };
    const charging = await shop.charging({ ...point, evseId: 'HU*CNB*E6001*2' });
    expect(await receiptOf(charging)).toMatchObject({ companyInvoice: 'receipt-only', documents: [], invoice: 'not-yet' });
    await expect(request(charging)).rejects.toMatchObject({ code: 'not-offered' });
    const early = shop.operator.getInvoice({ receipt: charging.sessionId });
    await expect(early).rejects.toMatchObject({ code: 'receipt-not-ready' });

    const ordered = await charged(17_408, point);
    expect(await receiptOf(ordered)).toMatchObject({ companyInvoice: 'receipt-only', isBuyerMissing: false });
    await expect(request(ordered)).rejects.toMatchObject({ code: 'not-offered' });
  });

  it('is left to a person after a refund; a refund after it is of the new invoice', async () => {
    const first = await charged();
    const refund = async (ordered: Ordered) => {
      const { number } = await shop.session(ordered);
      await enqueueRefund({ store: shop.store, now: shop.clock.now() }, { number, amountMinor: 100, reason: 'Goodwill' });
      await shop.pass(5);
    };
    await refund(first);
    expect(await receiptOf(first)).toMatchObject({ companyInvoice: 'refunded' });
    await expect(request(first)).rejects.toMatchObject({ code: 'not-offered' });

    const second = await charged(17_408, { evseId: 'DE*BLF*E1001*2' });
    await request(second);
    await refund(second);
    const documents = (await rowsOf(second)).map(({ content }) => content);
    expect(documents.at(-1)).toMatchObject({ cancels: { number: documents[2]!.number }, customer: documents[2]!.customer });
    expect(await receiptOf(second)).toMatchObject({ companyInvoice: 'made' });
  });

  it('names the field that is wrong, and issues nothing', async () => {
    const ordered = await charged();
    await expect(request(ordered, { vatId: 'DE12345' })).rejects.toMatchObject({
      code: 'invalid-input',
      fields: { vatId: { key: 'company.error.vatId' } },
    });
    expect(await rowsOf(ordered)).toHaveLength(1);
  });

  it('asks the register of VAT IDs, where there is one, and keeps what it said', async () => {
    const requested: unknown[] = [];
    const known = new Set(['DE123456789']);
    await shop.close();
    const check: VatRegister['check'] = async options => {
      requested.push(options);
      return known.has(options.vatId) ? 'valid' : 'unknown';
    };
    shop = await openOperator({ vatRegister: { check } });
    const ordered = await charged();
    await expect(request(ordered, { vatId: 'DE999999999' })).rejects.toMatchObject({
      code: 'invalid-input',
      fields: { vatId: { key: 'company.error.vatId' } },
    });
    expect(await rowsOf(ordered)).toHaveLength(1);
    await request(ordered);
    expect(requested.at(-1)).toEqual({ vatId: 'DE123456789', country: 'de' });
    const [noted] = await listAudit(shop.store.db, { what: 'company invoice', since: new Date(0) });
    expect(noted?.facts).toEqual({ vat: 'valid' });
  });

  it('is asked for by the receipt itself where the amount is too high to leave the buyer’s address out', async () => {
    const small = await charged();
    expect(await receiptOf(small)).toMatchObject({ isBuyerMissing: false });
    await shop.store.db
      .updateTable('clients')
      .set({ json: JSON.stringify({ ...(await clientRecord()), smallInvoiceLimit: { de: 852 } }) })
      .where('id', '=', 'blaufink')
      .execute();
    expect(await receiptOf(small)).toMatchObject({ isBuyerMissing: true, companyInvoice: 'offered' });
    await request(small);
    expect(await receiptOf(small)).toMatchObject({ isBuyerMissing: false });
  });
});

async function clientRecord(): Promise<object> {
  const { json } = await shop.store.db
    .selectFrom('clients')
    .select('json')
    .where('id', '=', 'blaufink')
    .executeTakeFirstOrThrow();
  return JSON.parse(json) as object;
}

describe('A foreign register of VAT IDs', () => {
  it('is asked a few times for one session, and then says so beside the field; without a number the invoice is made', async () => {
    await shop.close();
    let requested = 0;
    const vatRegister: VatRegister = {
      check: async () => {
        requested++;
        return 'unknown';
      },
    };
    shop = await openOperator({ vatRegister });
    const [ordered, other] = [await charged(), await charged(17_408, { evseId: 'DE*BLF*E1002*1' })];
    const fault = (one: Ordered) => request(one).catch(({ fields }) => fields.vatId.key);
    const faults = await Promise.all(Array.from({ length: 25 }, () => fault(ordered)));
    expect(requested).toBe(10);
    expect(new Set(faults)).toEqual(new Set(['company.error.vatId', 'company.error.vatIdTooOften']));
    expect(await fault(other)).toBe('company.error.vatId');
    await request(ordered, { vatId: '' });
    expect(await receiptOf(ordered)).toMatchObject({ companyInvoice: 'made' });
  });
});
