import { describe, expect, test } from '@jest/globals';
import { someInvoiceFacts } from '../../../test/support/invoiceFacts.ts';
import { createInvoiceDocument } from './content/invoiceDocument.ts';
import { createCancellation, createRefundNote, createReplacement } from './corrections.ts';

const INVOICE = createInvoiceDocument(someInvoiceFacts());
const NUMBERED = { number: 'G-SWL-2026-000001', issuedAt: new Date('2026-12-01T09:00:00Z') };
const ISSUED = { number: 'G-SWL-2026-000001', issuedAt: '2026-12-01T09:00:00.000Z' };
const ABOUT = { number: 'SWL-2026-000042', issuedAt: '2026-11-20T16:33:10.000Z' };

test('An invoice made out to another buyer says what it stands in for, and nothing else changes', () => {
  const customer = { name: 'Byron GmbH', address: null };
  expect(createReplacement(INVOICE, { ...NUMBERED, customer })).toEqual({ ...INVOICE, ...ISSUED, customer, replaces: ABOUT });
});

test('A document that is taken back for another one is taken back whole, and no money is moved', () => {
  const cancels = { ...ABOUT, isReceipt: false, isWhole: true, refundedAt: null };
  const replacement = { ...INVOICE, replaces: { number: 'R-1', issuedAt: ABOUT.issuedAt } };
  expect(createCancellation(replacement, NUMBERED)).toEqual({ ...INVOICE, ...ISSUED, kind: 'credit-note', cancels });
});

describe('A refund', () => {
  const refundedAt = new Date('2026-11-30T09:00:00Z');
  const refund = (amountMinor: number, of = INVOICE) =>
    createRefundNote(of, { ...NUMBERED, amountMinor, credited: [], refundedAt });

  test('has one line for each rate, with the price it was given back at', () => {
    const { lines, vat, totalMinor, kind } = refund(119);
    expect({ vat, totalMinor, kind }).toEqual({
      vat: [{ percent: 19, netMinor: 100, vatMinor: 19, grossMinor: 119 }],
      totalMinor: 119,
      kind: 'credit-note',
    });
    expect(lines).toEqual([{ kind: 'other', quantity: 1, unitPriceMicro: 1_190_000, amountMinor: 119, vatPercent: 19 }]);
  });

  test('says whether all is given back, and when', () => {
    expect(refund(853).cancels).toEqual({ ...ABOUT, isReceipt: false, isWhole: true, refundedAt: refundedAt.toISOString() });
    expect(refund(852).cancels?.isWhole).toBe(false);
  });

  test('of a receipt says so', () => {
    expect(refund(853, { ...INVOICE, kind: 'receipt' }).cancels?.isReceipt).toBe(true);
  });
});
