import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { receipt } from '../../../client/pages/Session/Session.fixture.tsx';
import type { Receipt, ReceiptDocument } from '../../../shared/charging/receipt.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { Currency } from '../../../shared/model/money.ts';
import { translator } from '../../../test/support/invoiceFacts.ts';
import { csvOf } from './expenseExportCsv.ts';

const listOf = (receipts: readonly Receipt[], locale: Locale = 'de') =>
  csvOf({ receipts, locale, translate: key => translator(locale, key) });
const linesOf = (text: string) => text.slice(1).trimEnd().split('\r\n');

const document = (changes: Partial<ReceiptDocument> = {}): ReceiptDocument => ({
  number: 'R-1',
  kind: 'invoice',
  issuedAt: '2026-11-20T16:24:00Z',
  state: 'ready',
  isCancelled: false,
  cancels: null,
  amounts: { netMinor: 641, vatMinor: 122, grossMinor: 763 },
  ...changes,
});
const session = (documents: readonly ReceiptDocument[], found = {}, currency: Currency = 'EUR'): Receipt =>
  receipt({ documents, currency, found: { ...receipt().found, energyWh: 15_571, ...found } });

describe('The list for the books', () => {
  test('begins with a byte order mark, and has heads in the language of the visitor', () => {
    const text = listOf([session([document()])]);
    expect(text.charCodeAt(0)).toBe(0xfeff);
    expect(linesOf(text)).toEqual([
      'Datum;Ort;kWh;Netto;MwSt.;Brutto;Währung;Art;Belegnummer',
      '2026-11-20;Bregenzer Straße 12, 88131 Lindau;15,571;6,41;1,22;7,63;EUR;Rechnung;R-1',
    ]);
    expect(linesOf(listOf([session([document()])], 'hu'))[0]).toBe('Dátum;Hely;kWh;Nettó;Áfa;Bruttó;Pénznem;Típus;Bizonylatszám');
  });

  test('has commas between its cells and points in its numbers where English is spoken', () => {
    expect(linesOf(listOf([session([document()])], 'en'))[1]).toBe(
      '2026-11-20,"Bregenzer Straße 12, 88131 Lindau",15.571,6.41,1.22,7.63,EUR,Invoice,R-1',
    );
  });

  test('writes forints without decimals, and leaves out VAT that no document tells', () => {
    const amounts = { netMinor: null, vatMinor: null, grossMinor: 299_000 };
    expect(linesOf(listOf([session([document({ amounts })], {}, 'HUF')]))[1]).toMatch(/;15,571;;;2990;HUF;/);
  });

  test('takes a refund away, and tells the energy once', () => {
    const amounts = { netMinor: -100, vatMinor: -19, grossMinor: -119 };
    const note = document({ number: 'G-1', kind: 'credit-note', cancels: 'R-1', amounts });
    expect(linesOf(listOf([session([document(), note])]))[2]).toBe(
      '2026-11-20;Bregenzer Straße 12, 88131 Lindau;;-1,00;-0,19;-1,19;EUR;Korrekturbeleg;G-1',
    );
  });

  test('has the company invoice alone, not the document it stands in for', () => {
    const [old, next] = [document({ isCancelled: true }), document({ number: 'R-2' })];
    const note = document({ number: 'G-1', kind: 'credit-note', cancels: 'R-1' });
    expect(linesOf(listOf([session([old, note, next])])).map(line => line.split(';').at(-1))).toEqual(['Belegnummer', 'R-2']);
  });

  test('has the day at the charging point', () => {
    const nearMidnight = { startedAt: '2026-11-20T23:30:00Z', timeZone: 'Europe/Berlin' };
    expect(linesOf(listOf([session([document()], nearMidnight)]))[1]).toMatch(/^2026-11-21;/);
  });

  test.each(['=HYPERLINK("http://evil.example")', '+1', '-1+2', '@SUM(A1)', '\t=1', ' =1', '＝1', '\r\n=1'])(
    'has no cell that a spreadsheet calculates: %j',
    street => {
      const [, line = ''] = linesOf(listOf([session([document()], { street, postalCode: '', city: '' })]));
      const cell = line.slice('2026-11-20;'.length);
      expect(cell).toMatch(/^"?'/);
      expect(linesOf(listOf([session([document()], { street, postalCode: '', city: '' })]))).toHaveLength(2);
    },
  );

  test('keeps what separates cells inside a cell in quotes', () => {
    const [, line = ''] = linesOf(listOf([session([document()], { street: 'A "B"; C', postalCode: '', city: '' })]));
    expect(line).toContain(';"A ""B""; C";');
  });

  test('comes to what all documents come to, cent by cent, whatever was refunded and made out anew', () => {
    const refunds = fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 3 });
    fc.assert(
      fc.property(fc.integer({ min: 1201, max: 99_999 }), refunds, fc.boolean(), (grossMinor, parts, isReplaced) => {
        const of = (gross: number) => ({ netMinor: gross, vatMinor: 0, grossMinor: gross });
        const note = (cancels: string, place: number, gross: number) =>
          document({ number: `G-${place}`, kind: 'credit-note', cancels, amounts: of(-gross) });
        const replaced = isReplaced ? [document({ amounts: of(grossMinor), isCancelled: true }), note('R-1', 0, grossMinor)] : [];
        const last = document({ number: 'R-2', amounts: of(grossMinor) });
        const documents = [...replaced, last, ...parts.map((part, place) => note('R-2', place + 1, part))];
        const sum = (cells: readonly string[]) =>
          cells.reduce((total, cell) => total + Number(cell.replace(',', '').replace('.', '')), 0);
        const cells = linesOf(listOf([session(documents)]))
          .slice(1)
          .map(line => line.split(';')[5] ?? '');
        expect(sum(cells)).toBe(documents.reduce((total, { amounts }) => total + amounts.grossMinor, 0));
      }),
    );
  });
});
