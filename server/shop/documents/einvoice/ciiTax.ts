import type { VatGroup } from '../../../../shared/model/tariff.ts';
import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { element, type XmlElement } from '../content/xml.ts';
import { amount } from './ciiValues.ts';

/** Creates the VAT category and rate of an invoice line (BG-30). */
export const lineTax = (percent: number, texts: InvoiceTexts): XmlElement =>
  element('ram:ApplicableTradeTax', [
    element('ram:TypeCode', 'VAT'),
    element('ram:CategoryCode', categoryOf(percent, texts)),
    element('ram:RateApplicablePercent', String(percent)),
  ]);

/** Creates the VAT breakdown of one rate (BG-23): net amount and tax. */
export function groupTax({ percent, netMinor, vatMinor }: VatGroup, texts: InvoiceTexts): XmlElement {
  const category = categoryOf(percent, texts);
  return element('ram:ApplicableTradeTax', [
    element('ram:CalculatedAmount', amount(vatMinor)),
    element('ram:TypeCode', 'VAT'),
    category === 'E' ? element('ram:ExemptionReason', texts.exemption ?? '') : null,
    element('ram:BasisAmount', amount(netMinor)),
    element('ram:CategoryCode', category),
    element('ram:RateApplicablePercent', String(percent)),
  ]);
}

/**
 * Returns the VAT category (UNTDID 5305): standard rate for a rate above 0. Otherwise the category is exempt if the document
 * states the reason that BR-E-10 requires, or else zero rate.
 */
function categoryOf(percent: number, { exemption }: InvoiceTexts): 'S' | 'E' | 'Z' {
  if (percent > 0) return 'S';
  return exemption === null ? 'Z' : 'E';
}
