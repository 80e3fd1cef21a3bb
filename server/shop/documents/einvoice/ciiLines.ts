import type { BillLine, LineKind } from '../../../../shared/model/tariff.ts';
import { isCutOff, PRICED_PER } from '../../../../shared/price/lineArithmetic.ts';
import { exact, roundHalfUp, times } from '../../../core/pricing/exact.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';
import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { lineNets, netPriceMicro } from '../content/lineNets.ts';
import { element, type XmlElement } from '../content/xml.ts';
import { lineTax } from './ciiTax.ts';
import { amount, decimal } from './ciiValues.ts';

/** A quantity in a unit of UN/ECE Recommendation 20, and the quantity that the price applies to (BT-149). */
interface Measure {
  unitCode: 'KWH' | 'SEC' | 'C62';
  base: string;
  write(quantity: number): string;
}

const ENERGY: Measure = { unitCode: 'KWH', base: '1', write: wh => decimal(wh, 3) };
/** In seconds, because a part of a minute may not be a finite decimal. The price is per minute. */
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

/** BG-25: the items that were sold, quantity × unit price without VAT, in the order of the page. */
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
  // The adjustment to a minimum or maximum price may be negative. In this case the quantity is negative, because a price must not
  // be (BR-27).
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

/** Tolerance for rounding the bill and distributing its net amount, as in common validators (Peppol BIS Billing 3, R120). */
const SLACK_MINOR = 2;

/**
 * BG-27, BG-28: the difference between a line and quantity × price. A fee may have a maximum amount, and only whole forints are
 * billed.
 */
function difference(request: Pick<LineInput, 'line' | 'doc' | 'texts'> & { differenceMinor: number }): XmlElement | null {
  const { line, doc, texts, differenceMinor } = request;
  if (Math.abs(differenceMinor) <= SLACK_MINOR) return null;
  return element('ram:SpecifiedTradeAllowanceCharge', [
    element('ram:ChargeIndicator', [element('udt:Indicator', String(differenceMinor > 0))]),
    element('ram:ActualAmount', amount(Math.abs(differenceMinor))),
    element('ram:Reason', isCutOff(line, doc.currency) ? texts.highest : texts.rounding),
  ]);
}
