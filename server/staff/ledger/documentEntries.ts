import { readNumber } from '../../shop/documents/numbering.ts';
import type { DocumentRecord } from '../../store/shop/documents.ts';
import type { BookEntryRecord } from '../../store/tables/ledgerTables.ts';

/** Returns the ledger entries of a document, one per VAT rate. The amounts of a credit note are negative. */
export function entriesOf(
  { id, content, issuedAt, kind, number }: DocumentRecord,
  { isInvoicedByOther, supplier }: { isInvoicedByOther: boolean; supplier: string },
): BookEntryRecord[] {
  const sign = kind === 'credit-note' ? -1 : 1;
  const isRefund = content.cancels?.refundedAt != null;
  // A refund returns captured money, so it does not change the part that was never captured.
  const shortfallMinor = isRefund ? 0 : sign * (content.totalMinor - content.hold.chargedMinor);
  const { series, count } = readNumber(number) ?? { series: '', count: 0 };
  const untaxed = [{ percent: 0, netMinor: content.totalMinor, vatMinor: 0, grossMinor: content.totalMinor }];
  return (content.vat.length > 0 ? content.vat : untaxed).map((group, n) => ({
    documentId: id,
    n,
    at: issuedAt,
    series,
    count,
    number,
    kind,
    sessionNumber: content.sessionNumber,
    currency: content.currency,
    country: content.place.country.toLowerCase(),
    vatMilli: Math.round(group.percent * 1000),
    netMinor: sign * group.netMinor,
    vatMinor: sign * group.vatMinor,
    grossMinor: sign * group.grossMinor,
    isRefund,
    isInvoicedByOther,
    supplier,
    home: content.supplier.country.toLowerCase(),
    servedAt: new Date(content.endedAt),
    shortfallMinor: n === 0 ? shortfallMinor : 0,
  }));
}
