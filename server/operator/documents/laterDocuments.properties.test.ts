import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { stepMinor } from '../../../shared/money.ts';
import { anyDocument } from '../../../test/support/anyDocument.ts';
import { structureFaults } from '../../../test/support/ciiStructure.ts';
import { brokenRules } from '../../../test/support/en16931.ts';
import { words } from '../../../test/support/invoiceFacts.ts';
import { parseXml } from '../../../test/support/xmlTree.ts';
import { eInvoiceXml } from './eInvoice.ts';
import { invoiceTexts } from './invoiceTexts.ts';
import { createCancellation, createRefundNote } from './laterDocuments.ts';

const LATER = new Date('2026-12-01T09:00:00Z');
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
        const invoice = parseXml(eInvoiceXml(note, invoiceTexts(note, words)) ?? '');
        expect([structureFaults(invoice), brokenRules(invoice)]).toEqual([[], []]);
      }
    }),
    { seed: 20_261_121, numRuns: 300 },
  );
}, 60_000);
