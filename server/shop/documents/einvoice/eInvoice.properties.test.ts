import { describe, expect, it } from '@jest/globals';
import { anyDocument } from '../../../../test/support/anyDocument.ts';
import { structureFaults } from '../../../../test/support/ciiStructure.ts';
import { brokenRules } from '../../../../test/support/en16931.ts';
import { translator } from '../../../../test/support/invoiceFacts.ts';
import { fc, runs } from '../../../../test/support/property.ts';
import { allAt, parseXml, textAt } from '../../../../test/support/xmlTree.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';
import { invoiceTexts } from '../content/invoiceTexts.ts';
import { lineNets } from '../content/lineNets.ts';
import { eInvoiceXml } from './eInvoice.ts';

const RUNS = runs(600);
const SETTLEMENT = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
const TOTALS = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`;

const invoiceOf = (document: InvoiceDocument) => parseXml(eInvoiceXml(document, invoiceTexts(document, translator)) ?? '');
/** Parses '8.53' to 853 without floating-point numbers. */
const minor = (text: string | null): number => Number((text ?? '').replace('.', ''));
const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

describe('the electronic invoice of any session', () => {
  it('has the elements of the schema in their order, breaks no business rule, and has the totals of the bill', () => {
    fc.assert(
      fc.property(anyDocument, document => {
        const invoice = invoiceOf(document);
        expect([structureFaults(invoice), brokenRules(invoice)]).toEqual([[], []]);
        const groups = allAt(invoice, `${SETTLEMENT}/ApplicableTradeTax`).map(tax => ({
          percent: Number(textAt(tax, 'RateApplicablePercent')),
          netMinor: minor(textAt(tax, 'BasisAmount')),
          vatMinor: minor(textAt(tax, 'CalculatedAmount')),
        }));
        expect(groups).toEqual(document.vat.map(({ percent, netMinor, vatMinor }) => ({ percent, netMinor, vatMinor })));
        expect(sum(groups.map(({ netMinor, vatMinor }) => netMinor + vatMinor))).toBe(document.totalMinor);
        expect(minor(textAt(invoice, `${TOTALS}/GrandTotalAmount`))).toBe(document.totalMinor);
        expect(minor(textAt(invoice, `${TOTALS}/TotalPrepaidAmount`))).toBe(document.hold.chargedMinor);
      }),
      RUNS,
    );
  }, 60_000);

  it('has net amounts of lines that add up to their VAT group, each within a cent of its own net', () => {
    fc.assert(
      fc.property(anyDocument, document => {
        const nets = lineNets(document);
        for (const { percent, netMinor } of document.vat)
          expect(sum(nets.filter((_, place) => document.lines[place]?.vatPercent === percent))).toBe(netMinor);
        const stepMinor = document.currency === 'HUF' ? 100 : 1;
        for (const [place, { amountMinor, vatPercent }] of document.lines.entries())
          expect(Math.abs((nets[place] ?? 0) - amountMinor / (1 + vatPercent / 100))).toBeLessThanOrEqual(stepMinor);
      }),
      RUNS,
    );
  });
});
