import {
  formatEnergy,
  formatExactPrice,
  formatMicro,
  formatNumber,
  formatRate,
  type ZonedRegion,
} from '../../../../shared/figures/format.ts';
import type { BillLine, VatGroup } from '../../../../shared/model/tariff.ts';
import { isCutOff, type LineName, lineName } from '../../../../shared/price/lineArithmetic.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';

import { lineNets, netPriceMicro } from './lineNets.ts';

/** A label with its value. */
export interface Fact {
  label: string;
  value: string;
}

/**
 * The texts of one bill line: quantity × unit price = amount. A line without a unit price has an empty quantity and unit price.
 */
export interface ItemTexts {
  item: string;
  quantity: string;
  unitPrice: string;
  amount: string;
  /** Smaller texts, each printed below the text with the same key. */
  below: Partial<Record<'item' | 'quantity' | 'unitPrice' | 'amount', string>>;
}

export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;
/** A document with the translation and formatting functions for its texts. */
export interface Writer {
  doc: InvoiceDocument;
  translate: Translate;
  region: ZonedRegion;
  /** Formats an amount in minor units of the document's currency. */
  money(amountMinor: number): string;
}

const LINE_KEYS: Readonly<Record<LineName, string>> = {
  energy: 'invoice.line.energy',
  time: 'invoice.line.time',
  start: 'invoice.line.start',
  blocking: 'invoice.line.blocking',
  occupancy: 'invoice.line.occupancy',
  highest: 'invoice.line.highestPrice',
  least: 'invoice.line.leastPrice',
};

export const isTaxed = ({ vat }: InvoiceDocument): boolean => vat.some(({ percent }) => percent > 0);

/**
 * An invoice that names its buyer contains unit prices without VAT (art. 226(8) of Directive 2006/112/EC). Amounts include VAT.
 */
const hasNetPrices = (doc: InvoiceDocument): boolean => doc.customer !== null && isTaxed(doc);

export function headingTexts({ doc, translate }: Writer): ItemTexts {
  const included = hasNetPrices(doc) ? { unitPrice: translate('invoice.included'), amount: translate('invoice.included') } : {};
  return {
    item: translate('invoice.item'),
    quantity: translate('invoice.quantity'),
    unitPrice: translate('invoice.unitPrice'),
    amount: translate('invoice.amount'),
    below: included,
  };
}

export function itemsTexts(writer: Writer): ItemTexts[] {
  const nets = lineNets(writer.doc);
  return writer.doc.lines.map((line, place) => itemTexts(line, { ...writer, netMinor: nets[place] ?? 0 }));
}

function itemTexts(line: BillLine, writer: Writer & { netMinor: number }): ItemTexts {
  const { doc, translate, money, netMinor } = writer;
  const isRefund = doc.cancels !== null && doc.cancels.refundedAt !== null && line.kind === 'other';
  const name = translate(isRefund ? 'invoice.line.refund' : LINE_KEYS[lineName(line)]);
  const item = isCutOff(line, doc.currency) ? `${name} (${translate('invoice.line.highest')})` : name;
  const rate = doc.vat.length > 1 ? { item: rateText(line.vatPercent, writer) } : {};
  const texts = { item, quantity: '', unitPrice: '', amount: money(line.amountMinor), below: rate };
  // A line that raises the bill to a minimum price, or lowers the bill to a maximum price, has no unit price.
  if (line.kind === 'other' && !isRefund) return texts;
  const { quantity, per } = measured(line, writer);
  const net = formatExactPrice(netPriceMicro(line, netMinor), doc.currency, writer.region) + per;
  return {
    ...texts,
    quantity,
    unitPrice: formatMicro(line.unitPriceMicro, doc.currency, writer.region) + per,
    below: hasNetPrices(doc) ? { ...rate, unitPrice: translate('invoice.netPrice', { price: net }) } : rate,
  };
}

function measured({ kind, quantity }: BillLine, { translate, region }: Writer): { quantity: string; per: string } {
  switch (kind) {
    case 'energy':
      return {
        quantity: translate('unit.kwh', { value: formatEnergy(quantity, 3, region) }),
        per: `/${translate('invoice.unit.kwh')}`,
      };
    case 'time':
    case 'blocking':
    case 'occupancy': {
      const minutes = formatNumber(quantity / 60, quantity % 60 === 0 ? 0 : 2, region);
      return { quantity: translate('unit.minutes', { minutes }), per: `/${translate('invoice.unit.minute')}` };
    }
    case 'start':
    case 'other':
      return { quantity: formatNumber(quantity, 0, region), per: '' };
    default:
      return kind satisfies never;
  }
}

const rateText = (percent: number, { translate, region }: Writer): string =>
  translate('invoice.vat', { rate: formatRate(percent, region) });

/** Returns net amount, VAT and gross amount of one VAT rate, each with its label. */
export function vatTexts({ percent, netMinor, vatMinor, grossMinor }: VatGroup, writer: Writer): readonly Fact[] {
  const { translate, money } = writer;
  return [
    { label: translate('invoice.net'), value: money(netMinor) },
    { label: rateText(percent, writer), value: money(vatMinor) },
    { label: translate('invoice.gross'), value: money(grossMinor) },
  ];
}
