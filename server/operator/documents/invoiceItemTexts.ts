import { formatEnergy, formatMicro, formatNumber, type ZonedRegion } from '../../../shared/format.ts';
import { isCutOff } from '../../../shared/lineArithmetic.ts';
import type { BillLine, LineKind, VatGroup } from '../../../shared/tariff.ts';
import type { InvoiceDocument } from './invoiceDocument.ts';

/** A label with its value. */
export interface Fact {
  label: string;
  value: string;
}

/** One line of the bill: quantity × unit price = amount. */
export interface ItemTexts {
  item: string;
  quantity: string;
  unitPrice: string;
  amount: string;
}

export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;
/** What every part of a document is worded with. */
export interface Writer {
  doc: InvoiceDocument;
  say: Say;
  region: ZonedRegion;
  /** Minor units of the document's currency. */
  money(amountMinor: number): string;
}

/** An adjustment to a tariff's lowest or highest price is a price of the session as a whole. */
const LINE_KEYS: Readonly<Record<LineKind, string>> = {
  energy: 'invoice.line.energy',
  time: 'invoice.line.time',
  start: 'invoice.line.start',
  blocking: 'invoice.line.blocking',
  occupancy: 'invoice.line.occupancy',
  other: 'invoice.line.session',
};

export function itemTexts(line: BillLine, { doc, say, region, money }: Writer): ItemTexts {
  const price = formatMicro(line.unitPriceMicro, doc.currency, region);
  const isRefund = line.kind === 'other' && doc.cancels !== null && doc.cancels.refundedAt !== null;
  const name = say(isRefund ? 'invoice.line.refund' : LINE_KEYS[line.kind]);
  const item = isCutOff(line, doc.currency) ? `${name} (${say('invoice.line.highest')})` : name;
  const texts = { item, amount: money(line.amountMinor) };
  switch (line.kind) {
    case 'energy': {
      const quantity = say('unit.kwh', { value: formatEnergy(line.quantity, 3, region) });
      return { ...texts, quantity, unitPrice: `${price}/${say('invoice.unit.kwh')}` };
    }
    case 'time':
    case 'blocking':
    case 'occupancy': {
      const quantity = say('unit.minutes', {
        minutes: formatNumber(line.quantity / 60, line.quantity % 60 === 0 ? 0 : 2, region),
      });
      return { ...texts, quantity, unitPrice: `${price}/${say('invoice.unit.minute')}` };
    }
    case 'start':
    case 'other':
      return { ...texts, quantity: formatNumber(line.quantity, 0, region), unitPrice: price };
    default:
      return line.kind satisfies never;
  }
}

/** Net, tax and gross of one rate. */
export function vatTexts({ percent, netMinor, vatMinor, grossMinor }: VatGroup, { say, region, money }: Writer): readonly Fact[] {
  const rate = formatNumber(percent, Number.isInteger(percent) ? 0 : 1, region);
  return [
    { label: say('invoice.net'), value: money(netMinor) },
    { label: say('invoice.vat', { rate }), value: money(vatMinor) },
    { label: say('invoice.gross'), value: money(grossMinor) },
  ];
}
