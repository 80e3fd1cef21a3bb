import { readNumber } from '../../shop/documents/numbering.ts';
import type { DocumentRecord } from '../../store/shop/documents.ts';
import type { BookEntryRecord } from '../../store/tables/ledgerTables.ts';

/** The ledger entries of a document, one for each VAT rate. A credit note has negative amounts. */
export function entriesOf(
  { id, content, issuedAt, kind, number }: DocumentRecord,
  { isInvoicedByOther, supplier }: { isInvoicedByOther: boolean; supplier: string },
): BookEntryRecord[] {
  const sign = kind === 'credit-note' ? -1 : 1;
  const isRefund = content.cancels?.refundedAt != null;
  // A refund returns captured money. The part that was not captured does not change.
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
