import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { someInvoiceFacts } from '../../../test/support/invoiceFacts.ts';
import { type OpenContext, openContext } from '../../../test/support/openContext.ts';
import { listDocuments } from '../../store/shop/documents.ts';
import { createInvoiceDocument } from '../documents/content/invoiceDocument.ts';
import { createCancellation, createReplacement } from '../documents/corrections.ts';
import { issue } from '../documents/numbering.ts';
import { emailOf, issueRefundNote } from './refundNotes.ts';

let open: OpenContext;
beforeAll(async () => {
  open = await openContext();
});
afterAll(() => open.close());

const facts = someInvoiceFacts();
/** Creates a session with an invoice of 8.53 € and a captured payment of `chargedMinor`. */
async function invoiced(chargedMinor = 853) {
  const order = await open.given({ session: { state: 'completed' } });
  const session = await order.session();
  const now = open.clock.now();
  const series = { sessionId: session.id, prefix: 'BLF', timeZone: 'Europe/Berlin', now };
  const payment = { ...facts.payment, chargedMinor };
  const invoice = await open.store.inTransaction(trx =>
    issue(trx, { ...series, kind: 'invoice', write: number => createInvoiceDocument({ ...facts, payment, number }) }),
  );
  return {
    series,
    invoice,
    refund: (amountMinor: number, beforeMinor = 0) =>
      open.store.inTransaction(trx => issueRefundNote(trx, { session, amountMinor, beforeMinor, now })),
    notes: async () => (await listDocuments(open.store.db, session.id)).filter(({ kind }) => kind === 'credit-note'),
  };
}
const totals = async ({ notes }: Awaited<ReturnType<typeof invoiced>>) =>
  (await notes()).map(({ content }) => content.totalMinor);

describe('A refund has a credit note', () => {
  it('against the invoice, with the time of the refund', async () => {
    const session = await invoiced();
    await session.refund(300);
    const [note] = await session.notes();
    expect(note).toMatchObject({ cancelsId: session.invoice.id, number: expect.stringMatching(/^G-\w+-2026-\d{6}$/) });
    expect(note?.content).toMatchObject({
      totalMinor: 300,
      issuedAt: open.clock.now().toISOString(),
      cancels: { number: session.invoice.number, isWhole: false, refundedAt: open.clock.now().toISOString() },
    });
  });

  it('and several take back each amount of the invoice exactly', async () => {
    const session = await invoiced();
    for (let cent = 0; cent < 6; cent += 1) await session.refund(1, cent);
    await session.refund(847, 6);
    const vat = (await session.notes()).flatMap(({ content }) => content.vat);
    const sum = (part: 'netMinor' | 'vatMinor' | 'grossMinor') => vat.reduce((total, group) => total + group[part], 0);
    expect([sum('netMinor'), sum('vatMinor'), sum('grossMinor')]).toEqual([717, 136, 853]);
  });

  it('against the invoice that took the place of another, whose own cancellation gave no money back', async () => {
    const session = await invoiced();
    const { content } = session.invoice;
    const customer = { name: 'Byron GmbH', address: null };
    const issuedAt = open.clock.now();
    const replacement = await open.store.inTransaction(async trx => {
      const cancels = session.invoice;
      await issue(trx, {
        ...session.series,
        kind: 'credit-note',
        cancels,
        write: number => createCancellation(content, { number, issuedAt }),
      });
      const write = (number: string) => createReplacement(content, { number, issuedAt, customer });
      return issue(trx, { ...session.series, kind: 'invoice', replaces: cancels, write });
    });
    await session.refund(853);
    expect((await session.notes()).map(({ cancelsId }) => cancelsId)).toEqual([session.invoice.id, replacement.id]);
    expect(await totals(session)).toEqual([853, 853]);
  });

  // The payment provider has captured 1.47 € more than the invoice. Refunds return this excess first, without a credit note.
  test.each([
    [[147], []],
    [[148], [1]],
    [
      [200, 100],
      [53, 100],
    ],
    [[100, 100], [53]],
    [[1000], [853]],
  ])('for what was invoiced: of %j there are notes of %j', async (amounts, expected) => {
    const session = await invoiced(1000);
    let beforeMinor = 0;
    for (const amountMinor of amounts) {
      await session.refund(amountMinor, beforeMinor);
      beforeMinor += amountMinor;
    }
    expect(await totals(session)).toEqual(expected);
  });

  it('only where there is an invoice', async () => {
    const order = await open.given({ session: { state: 'completed' } });
    const session = await order.session();
    const options = { session, amountMinor: 300, beforeMinor: 0, now: open.clock.now() };
    await open.store.inTransaction(trx => issueRefundNote(trx, options));
    expect(await listDocuments(open.store.db, session.id)).toEqual([]);
  });
});

test('A document that was drawn is brought by the e-mail that speaks of it', () => {
  const content = createInvoiceDocument(facts);
  const cancelled = createCancellation(content, { number: 'G-1', issuedAt: new Date() });
  const refunded = {
    ...cancelled,
    cancels: cancelled.cancels && { ...cancelled.cancels, refundedAt: '2026-11-20T10:00:00.000Z' },
  };
  const document = { kind: 'invoice', replacesId: null, sequence: 1, content } as const;
  const note = { ...document, kind: 'credit-note', sequence: 2 } as const;
  expect(emailOf(document)).toEqual({ kind: 'mail-receipt', n: 1 });
  expect(emailOf({ ...document, replacesId: 'the first', sequence: 3 })).toEqual({ kind: 'mail-company', n: 3 });
  expect(emailOf({ ...note, content: refunded })).toEqual({ kind: 'mail-refund', n: 2 });
  expect(emailOf({ ...note, content: cancelled })).toBeNull();
  expect(emailOf({ ...note, content: { ...cancelled, cancels: null } })).toBeNull();
});
