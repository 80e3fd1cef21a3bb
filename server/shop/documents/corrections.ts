import { stepMinor } from '../../../shared/model/money.ts';
import type { BillLine, VatGroup } from '../../../shared/model/tariff.ts';
import type { DocumentCustomer, InvoiceDocument } from '../../core/records/records.ts';

import { nationalVatShare } from './content/nationalVat.ts';
import { vatShare } from './content/vatShare.ts';

/** From the counter of the supplier and year. */
interface Issue {
  number: string;
  issuedAt: Date;
}

/** The same invoice, made out to another buyer. What was sold and paid stays to the letter. */
export function createReplacement(of: InvoiceDocument, { number, issuedAt, customer }: Issue & { customer: DocumentCustomer }) {
  return {
    ...of,
    number,
    issuedAt: issuedAt.toISOString(),
    customer,
    replaces: { number: of.number, issuedAt: of.issuedAt },
  } satisfies InvoiceDocument;
}

/** Takes a document back as a whole, because another one stands in for it. No money is moved. */
export function createCancellation(of: InvoiceDocument, issue: Issue): InvoiceDocument {
  return creditNote(of, { ...issue, isWhole: true, refundedAt: null });
}

/**
 * What is issued for money given back: one line for each rate of VAT.
 * @param credited VAT groups of earlier credit notes of this document.
 */
export function createRefundNote(
  of: InvoiceDocument,
  request: Issue & { amountMinor: number; credited: readonly VatGroup[]; refundedAt: Date },
): InvoiceDocument {
  const { amountMinor, credited, refundedAt, ...issue } = request;
  const vat = vatShare({ groups: of.vat, credited, amountMinor, stepMinor: stepMinor(of.currency) });
  const note = creditNote(of, { ...issue, isWhole: amountMinor === of.totalMinor, refundedAt });
  const nationalVat = of.nationalVat && nationalVatShare(of.nationalVat, { vat, credited });
  return { ...note, lines: vat.map(refundLine), totalMinor: amountMinor, vat, ...(nationalVat && { nationalVat }) };
}

const refundLine = ({ percent, grossMinor }: VatGroup): BillLine => ({
  kind: 'other',
  quantity: 1,
  unitPriceMicro: grossMinor * 10_000,
  amountMinor: grossMinor,
  vatPercent: percent,
});

function creditNote(
  of: InvoiceDocument,
  { number, issuedAt, isWhole, refundedAt }: Issue & { isWhole: boolean; refundedAt: Date | null },
): InvoiceDocument {
  return {
    ...of,
    kind: 'credit-note',
    number,
    issuedAt: issuedAt.toISOString(),
    replaces: null,
    cancels: {
      number: of.number,
      issuedAt: of.issuedAt,
      isReceipt: of.kind === 'receipt',
      isWhole,
      refundedAt: refundedAt?.toISOString() ?? null,
    },
  };
}
