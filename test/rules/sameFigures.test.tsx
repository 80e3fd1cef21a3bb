import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { extractText } from 'unpdf';
import { BillLines } from '../../client/components/receipt/BillLines.tsx';
import { type Visit, VisitContext } from '../../client/core/pageData.tsx';
import type { InvoiceDocument } from '../../server/core/records/records.ts';
import { createInvoiceDocument } from '../../server/shop/documents/content/invoiceDocument.ts';
import { invoiceTexts } from '../../server/shop/documents/content/invoiceTexts.ts';
import { createRefundNote } from '../../server/shop/documents/corrections.ts';
import { eInvoiceXml } from '../../server/shop/documents/einvoice/eInvoice.ts';
import { invoicePdf } from '../../server/shop/documents/pdf/invoicePdf.ts';
import { I18N_OPTIONS, TEXTS } from '../../shared/charging/i18n.ts';
import { formatMoney } from '../../shared/figures/format.ts';
import { type Currency, stepMinor } from '../../shared/model/money.ts';
import { anyDocument } from '../support/anyDocument.ts';
import { someInvoiceFacts, translator } from '../support/invoiceFacts.ts';
import { fc, runs } from '../support/property.ts';
import { allAt, parseXml, textAt, type XmlNode } from '../support/xmlTree.ts';

const RUNS = runs(40);
const AREAS = ['receipt', 'session', 'tariff', 'unit'];

const plain = (text: string): string => text.replaceAll('&#x27;', "'").replace(/\s+/g, ' ');

/** Returns the bill of the receipt page as HTML. */
function billOnPage({ locale, currency, lines, totalMinor, vat, place, timeZone }: InvoiceDocument): string {
  const texts = Object.fromEntries(AREAS.map(area => [area, JSON.parse(readFileSync(`locales/${locale}/${area}.json`, 'utf8'))]));
  const i18n = createInstance();
  void i18n.init({ ...I18N_OPTIONS, lng: locale, resources: { [locale]: { [TEXTS]: texts } } });
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <VisitContext value={{ locale, client: { country: place.country } } as Visit}>
        <BillLines {...{ currency, lines, totalMinor, vat }} place={{ country: place.country, timeZone }} />
      </VisitContext>
    </I18nextProvider>,
  );
}

/** Returns the amounts of the bill from top to bottom: lines, total, VAT of each rate. */
const pageFigures = (document: InvoiceDocument): string[] =>
  [...billOnPage(document).matchAll(/<dd>([^<]*)<\/dd>/g)].map(([, figure = '']) => plain(figure));

/** Converts a displayed amount to minor units: '1.234,56 €' → 123456, '-8024 Ft' → -802400. */
function minorOf(figure: string, currency: Currency): number {
  const digits = Number(figure.replace(/\D/g, '')) * (currency === 'HUF' ? 100 : 1);
  return /[-−]/.test(figure) ? -digits : digits;
}

/**
 * @returns the position after the next occurrence of `part`
 * @throws Error if `part` does not occur after `from`
 */
function endOf(text: string, part: string, from: number): number {
  const at = text.indexOf(part, from);
  if (at < 0) throw new Error(`"${part}" does not follow in: ${text.slice(from)}`);
  return at + part.length;
}

it('a price cut to its highest is called the same on page and document', async () => {
  const limit = { kind: 'other' as const, quantity: 1, unitPriceMicro: -1_004_000, amountMinor: -100, vatPercent: 19 };
  const { bill } = someInvoiceFacts();
  const document = createInvoiceDocument(someInvoiceFacts({ bill: { ...bill, lines: [...bill.lines, limit] } }));
  const { text } = await extractText(await invoicePdf(document, translator), { mergePages: true });
  expect([billOnPage(document), plain(text)]).toEqual(Array(2).fill(expect.stringContaining('Höchstpreis erreicht')));
});

it('page, PDF and electronic invoice of any session agree to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async document => {
      const { lines, totalMinor, vat, currency } = document;
      const figures = pageFigures(document);
      const figureAmounts = figures.map(figure => minorOf(figure, currency));
      expect(figureAmounts).toEqual([...lines.map(line => line.amountMinor), totalMinor, ...vat.map(group => group.vatMinor)]);

      const { text } = await extractText(await invoicePdf(document, translator), { mergePages: true });
      const [ofLines, [total = '', ...ofVat]] = [figures.slice(0, lines.length), figures.slice(lines.length)];
      const shown = [...ofLines, ...(vat.some(({ percent }) => percent > 0) ? ofVat : []), total];
      shown.reduce((from, figure) => endOf(plain(text), figure, from), 0);

      const invoice = parseXml(eInvoiceXml(document, invoiceTexts(document, translator)) ?? '');
      const settlement = allAt(invoice, 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement')[0]!;
      const taxes = allAt(settlement, 'ApplicableTradeTax').map(tax => textAt(tax, 'CalculatedAmount'));
      const grandTotal = textAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount');
      expect([grandTotal, ...taxes].map(amount => Number(amount?.replace('.', '')))).toEqual(figureAmounts.slice(lines.length));
    }),
    RUNS,
  );
}, 120_000);

const LATER = new Date('2026-12-01T09:00:00Z');
const anyNote = fc.tuple(anyDocument, fc.double({ min: 0.001, max: 1, noNaN: true })).map(([document, share]) => {
  const step = stepMinor(document.currency);
  const amountMinor = Math.max(step, Math.floor((document.totalMinor * share) / step) * step);
  return createRefundNote(document, { number: 'G-1', issuedAt: LATER, refundedAt: LATER, amountMinor, credited: [] });
});

it('PDF and electronic form of any credit note say the same net, VAT and gross, and they add up as printed', async () => {
  await fc.assert(
    fc.asyncProperty(anyNote, async note => {
      const { currency, locale, place, vat, lines } = note;
      const invoice = parseXml(eInvoiceXml(note, invoiceTexts(note, translator)) ?? '');
      const settlement = allAt(invoice, 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement')[0]!;
      const amountAt = (node: XmlNode, name: string) => Number(textAt(node, name)?.replace('.', ''));
      const taxes = allAt(settlement, 'ApplicableTradeTax').map(tax => {
        const [netMinor, vatMinor] = [amountAt(tax, 'BasisAmount'), amountAt(tax, 'CalculatedAmount')];
        return [netMinor, vatMinor, netMinor + vatMinor];
      });
      const total = amountAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount');
      const isShown = vat.some(({ percent }) => percent > 0);
      // With a single rate, its gross amount is the total.
      const sums = taxes.length > 1 ? taxes.flat() : taxes.flat().slice(0, 2);
      const amounts = [...lines.map(line => line.amountMinor), ...(isShown ? sums : []), total];
      expect(amounts.filter(amount => amount % stepMinor(currency) !== 0)).toEqual([]);

      const { text } = await extractText(await invoicePdf(note, translator), { mergePages: true });
      const figures = amounts.map(amount => plain(formatMoney(amount, currency, { locale, country: place.country })));
      figures.reduce((from, figure) => endOf(plain(text), figure, from), 0);
      expect(figures.map(figure => minorOf(figure, currency))).toEqual(amounts);
    }),
    RUNS,
  );
}, 120_000);
