import type { BillLine, LineKind } from '../../../../shared/model/tariff.ts';
import { isCutOff, PRICED_PER } from '../../../../shared/price/lineArithmetic.ts';
import { exact, roundHalfUp, times } from '../../../core/pricing/exact.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';
import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { lineNets, netPriceMicro } from '../content/lineNets.ts';
import { element, type XmlElement } from '../content/xml.ts';
import { lineTax } from './ciiTax.ts';
import { amount, decimal } from './ciiValues.ts';

/** The unit of a quantity (UN/ECE Recommendation 20), and the quantity that the unit price applies to (BT-149). */
interface Measure {
  unitCode: 'KWH' | 'SEC' | 'C62';
  base: string;
  write(quantity: number): string;
}

const ENERGY: Measure = { unitCode: 'KWH', base: '1', write: wh => decimal(wh, 3) };
/**
 * Quantities of time are written in seconds, because seconds converted to minutes may have endless decimals. The price is per
 * minute.
 */
const TIME: Measure = { unitCode: 'SEC', base: '60', write: String };
const PIECE: Measure = { unitCode: 'C62', base: '1', write: String };

const MEASURES: Readonly<Record<LineKind, Measure>> = {
  energy: ENERGY,
  time: TIME,
  start: PIECE,
  blocking: TIME,
  occupancy: TIME,
  other: PIECE,
};

/** Creates the invoice lines (BG-25) with quantity and unit price without VAT, in the order of the bill. */
export function lineItems(doc: InvoiceDocument, texts: InvoiceTexts): XmlElement[] {
  const nets = lineNets(doc);
  return doc.lines.map((line, place) =>
    lineItem({ line, doc, texts, place, netMinor: nets[place] ?? 0, name: texts.items[place]?.item ?? '' }),
  );
}

interface LineInput {
  line: BillLine;
  doc: InvoiceDocument;
  texts: InvoiceTexts;
  place: number;
  netMinor: number;
  name: string;
}

function lineItem({ line, doc, texts, place, netMinor, name }: LineInput): XmlElement {
  const { unitCode, base, write } = MEASURES[line.kind];
  // A line that adjusts the bill to a minimum or maximum price may be negative. The quantity is then negative, because BR-27
  // forbids negative prices.
  const sign = netMinor < 0 ? '-' : '';
  const price = netPriceMicro(line, netMinor);
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(place + 1))]),
    element('ram:SpecifiedTradeProduct', [element('ram:Name', name)]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [
        element('ram:ChargeAmount', decimal(price, 6)),
        element('ram:BasisQuantity', base, { unitCode }),
      ]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [element('ram:BilledQuantity', sign + write(line.quantity), { unitCode })]),
    element('ram:SpecifiedLineTradeSettlement', [
      lineTax(line.vatPercent, texts),
      difference({ line, doc, texts, differenceMinor: Math.abs(netMinor) - productMinor(line, price) }),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [element('ram:LineTotalAmount', amount(netMinor))]),
    ]),
  ]);
}

const MICRO_PER_MINOR = 10_000;

const productMinor = ({ kind, quantity }: BillLine, priceMicro: number): number =>
  roundHalfUp(times(exact(quantity, PRICED_PER[kind]), exact(priceMicro, MICRO_PER_MINOR)));

/**
 * Tolerance in minor units for rounding differences between a line and quantity × price, as in common validators (Peppol BIS
 * Billing 3, R120).
 */
const MAX_ROUNDING_MINOR = 2;

/**
 * Creates the allowance or charge (BG-27, BG-28) that explains why a line differs from quantity × price: a maximum amount of the
 * fee, or rounding to whole forints.
 * @returns null within the tolerance
 */
function difference(request: Pick<LineInput, 'line' | 'doc' | 'texts'> & { differenceMinor: number }): XmlElement | null {
  const { line, doc, texts, differenceMinor } = request;
  if (Math.abs(differenceMinor) <= MAX_ROUNDING_MINOR) return null;
  return element('ram:SpecifiedTradeAllowanceCharge', [
    element('ram:ChargeIndicator', [element('udt:Indicator', String(differenceMinor > 0))]),
    element('ram:ActualAmount', amount(Math.abs(differenceMinor))),
    element('ram:Reason', isCutOff(line, doc.currency) ? texts.highest : texts.rounding),
  ]);
}
