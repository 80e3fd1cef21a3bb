import { stepMinor } from '../../../shared/model/money.ts';
import type { BillLine, VatGroup } from '../../../shared/model/tariff.ts';
import type { DocumentCustomer, InvoiceDocument } from '../../core/records/records.ts';

import { nationalVatShare } from './content/nationalVat.ts';
import { vatShare } from './content/vatShare.ts';

/** Number and time of the issue of a document, see `issue` in numbering.ts. */
interface Issue {
  number: string;
  issuedAt: Date;
}

/** Creates a copy of an invoice for another buyer. The items and the payment do not change. */
export function createReplacement(of: InvoiceDocument, { number, issuedAt, customer }: Issue & { customer: DocumentCustomer }) {
  return {
    ...of,
    number,
    issuedAt: issuedAt.toISOString(),
    customer,
    replaces: { number: of.number, issuedAt: of.issuedAt },
  } satisfies InvoiceDocument;
}

/** Creates a credit note over a whole document, because another document replaces that document. No money is refunded. */
export function createCancellation(of: InvoiceDocument, issue: Issue): InvoiceDocument {
  return creditNote(of, { ...issue, isWhole: true, refundedAt: null });
}

/**
 * Creates the credit note of a refund, with one line per VAT rate.
 * @param request.credited VAT groups of earlier credit notes of this document
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
