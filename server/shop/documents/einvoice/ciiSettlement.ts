import type { InvoiceDocument } from '../../../core/records/records.ts';
import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { lineNets } from '../content/lineNets.ts';
import { element, type XmlElement } from '../content/xml.ts';
import { groupTax } from './ciiTax.ts';
import { amount, dated, datedReference } from './ciiValues.ts';

/** UNTDID 4461: bank card. The app does not know whether the card is a debit or a credit card. */
const BANK_CARD = '48';

/**
 * Creates the settlement: means of payment, tax, period and totals. BT-6 and BT-111 are the national currency and the VAT in
 * that currency.
 */
export function settlement(doc: InvoiceDocument, texts: InvoiceTexts): XmlElement {
  const { timeZone } = doc;
  const terms = [...texts.payment, texts.shortfall].filter(text => text !== null).join('. ');
  return element('ram:ApplicableHeaderTradeSettlement', [
    doc.nationalVat ? element('ram:TaxCurrencyCode', doc.nationalVat.currency) : null,
    element('ram:InvoiceCurrencyCode', doc.currency),
    paymentMeans(doc),
    ...doc.vat.map(group => groupTax(group, texts)),
    element('ram:BillingSpecifiedPeriod', [
      dated('ram:StartDateTime', { iso: doc.startedAt, timeZone }),
      dated('ram:EndDateTime', { iso: doc.endedAt, timeZone }),
    ]),
    terms === '' ? null : element('ram:SpecifiedTradePaymentTerms', [element('ram:Description', terms)]),
    totals(doc),
    preceding(doc),
  ]);
}

/** Creates the payment means (BG-16, BG-18). `cardDigits` contains only the digits that a receipt may show (PCI DSS 3.4.1). */
function paymentMeans({ cardDigits }: InvoiceDocument): XmlElement {
  return element('ram:SpecifiedTradeSettlementPaymentMeans', [
    element('ram:TypeCode', BANK_CARD),
    cardDigits === null ? null : element('ram:ApplicableTradeSettlementFinancialCard', [element('ram:ID', cardDigits)]),
  ]);
}

/** Creates the document totals (BG-22). */
function totals(doc: InvoiceDocument): XmlElement {
  const { totalMinor, vat, currency, nationalVat } = doc;
  const netMinor = vat.reduce((sum, group) => sum + group.netMinor, 0);
  const taxMinor = vat.reduce((sum, group) => sum + group.vatMinor, 0);
  const linesMinor = lineNets(doc).reduce((sum, net) => sum + net, 0);
  const paidMinor = settledMinor(doc);
  return element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
    element('ram:LineTotalAmount', amount(linesMinor)),
    element('ram:TaxBasisTotalAmount', amount(netMinor)),
    element('ram:TaxTotalAmount', amount(taxMinor), { currencyID: currency }),
    nationalVat ? element('ram:TaxTotalAmount', amount(nationalVat.vatMinor), { currencyID: nationalVat.currency }) : null,
    element('ram:GrandTotalAmount', amount(totalMinor)),
    element('ram:TotalPrepaidAmount', amount(paidMinor)),
    element('ram:DuePayableAmount', amount(totalMinor - paidMinor)),
  ]);
}

/**
 * Returns the amount that has been settled. A credit note is always settled: its money was refunded, or another document
 * replaces the credited one.
 */
const settledMinor = ({ kind, totalMinor, hold }: InvoiceDocument): number =>
  kind === 'credit-note' ? totalMinor : Math.min(hold.chargedMinor, totalMinor);

/** Creates the reference (BG-3) to the document that this document cancels or replaces. */
function preceding({ cancels, replaces, timeZone }: InvoiceDocument): XmlElement | null {
  const other = cancels ?? replaces;
  return (
    other &&
    element('ram:InvoiceReferencedDocument', [
      element('ram:IssuerAssignedID', other.number),
      datedReference('ram:FormattedIssueDateTime', { iso: other.issuedAt, timeZone }),
    ])
  );
}
