import { expect, it } from '@jest/globals';
import { stepMinor } from '../../../../shared/model/money.ts';
import type { VatGroup } from '../../../../shared/model/tariff.ts';
import { anyDocument } from '../../../../test/support/anyDocument.ts';
import { structureFaults } from '../../../../test/support/ciiStructure.ts';
import { brokenRules } from '../../../../test/support/en16931.ts';
import { translator } from '../../../../test/support/invoiceFacts.ts';
import { fc, runs } from '../../../../test/support/property.ts';
import { parseXml } from '../../../../test/support/xmlTree.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';
import { createCancellation, createRefundNote } from '../corrections.ts';
import { eInvoiceXml } from '../einvoice/eInvoice.ts';
import { invoiceTexts } from './invoiceTexts.ts';

const LATER = new Date('2026-12-01T09:00:00Z');
const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);
const amountsOf = ({ netMinor, vatMinor, grossMinor }: VatGroup) => [netMinor, vatMinor, grossMinor];

it('credit notes of any invoice, whole or in part, break no business rule', () => {
  fc.assert(
    fc.property(anyDocument, fc.double({ min: 0.01, max: 1, noNaN: true }), (document, share) => {
      const step = stepMinor(document.currency);
      const amountMinor = Math.max(step, Math.floor((document.totalMinor * share) / step) * step);
      const notes = [
        createCancellation(document, { number: 'G-1', issuedAt: LATER }),
        createRefundNote(document, { number: 'G-2', issuedAt: LATER, refundedAt: LATER, amountMinor, credited: [] }),
      ];
      for (const note of notes) {
        const invoice = parseXml(eInvoiceXml(note, invoiceTexts(note, translator)) ?? '');
        expect([structureFaults(invoice), brokenRules(invoice)]).toEqual([[], []]);
      }
    }),
    runs(300),
  );
}, 60_000);

it('credit notes over an invoice, in however many parts, take back each of its amounts exactly', () => {
  const parts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
  fc.assert(
    fc.property(anyDocument, parts, fc.boolean(), (document, shares, isSmall) => {
      const step = stepMinor(document.currency);
      const notes: InvoiceDocument[] = [];
      const leftMinor = () => document.totalMinor - sum(notes.map(({ totalMinor }) => totalMinor));
      for (const share of [...shares, 1]) {
        // Small refunds are at most nine currency steps, because rounding affects them more than large ones.
        const limit = isSmall && share < 1 ? Math.min(leftMinor(), 9 * step) : leftMinor();
        const amountMinor = Math.floor((limit * share) / step) * step;
        if (amountMinor === 0) continue;
        const credited = notes.flatMap(({ vat }) => vat);
        notes.push(createRefundNote(document, { number: 'G-3', issuedAt: LATER, refundedAt: LATER, amountMinor, credited }));
      }
      for (const note of notes) {
        const amounts = [note.totalMinor, ...note.lines.map(line => line.amountMinor), ...note.vat.flatMap(amountsOf)];
        expect(amounts.filter(amount => amount % step !== 0 || amount < 0)).toEqual([]);
        expect(sum(note.vat.map(({ netMinor, vatMinor }) => netMinor + vatMinor))).toBe(note.totalMinor);
        expect(sum(note.lines.map(line => line.amountMinor))).toBe(note.totalMinor);
        expect(structureFaults(parseXml(eInvoiceXml(note, invoiceTexts(note, translator)) ?? ''))).toEqual([]);
      }
      const credited = notes.flatMap(({ vat }) => vat);
      for (const group of document.vat) {
        const ofRate = credited.filter(({ percent }) => percent === group.percent).map(amountsOf);
        expect([0, 1, 2].map(place => sum(ofRate.map(amounts => amounts[place] ?? 0)))).toEqual(amountsOf(group));
      }
      expect(sum(notes.map(({ nationalVat }) => nationalVat?.vatMinor ?? 0))).toBe(document.nationalVat?.vatMinor ?? 0);
    }),
    runs(150),
  );
}, 60_000);
