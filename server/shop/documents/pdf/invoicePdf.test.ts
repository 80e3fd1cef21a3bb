import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { LOCALES } from '../../../../shared/model/locales.ts';
import { someBillLines, someClientRecord, someInvoiceFacts, somePng, translator } from '../../../../test/support/invoiceFacts.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';
import { createInvoiceDocument, type InvoiceFacts } from '../content/invoiceDocument.ts';
import { invoiceTexts } from '../content/invoiceTexts.ts';
import { createCancellation, createRefundNote, createReplacement } from '../corrections.ts';
import { eInvoiceXml } from '../einvoice/eInvoice.ts';
import { invoicePdf } from './invoicePdf.ts';

const LATER = new Date('2026-12-01T09:00:00Z');
const documentOf = (changes: Partial<InvoiceFacts> = {}) => createInvoiceDocument(someInvoiceFacts(changes));
const bytesOf = (document: InvoiceDocument) => invoicePdf(document, translator);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

/** Returns whether the PDF contains a text. PDF stores text outside its default encoding as UTF-16 (ISO 32000-1 § 7.9.2.2). */
const includesText = (file: Buffer, text: string): boolean => file.includes(Buffer.from(text, 'utf16le').swap16());

/** Returns the text of all pages in reading order, with single spaces. */
async function textOf(document: InvoiceDocument): Promise<string> {
  const { text } = await extractText(await bytesOf(document), { mergePages: true });
  return text.replace(/\s+/g, ' ');
}

const hungarian = (): Partial<InvoiceFacts> => ({
  locale: 'hu',
  place: { ...someInvoiceFacts().place, country: 'hu', timeZone: 'Europe/Budapest', evseId: 'HU*NAC*E10001*2' },
  bill: {
    currency: 'HUF',
    lines: [{ kind: 'energy', quantity: 42_345, unitPriceMicro: 189_500_000, amountMinor: 802_400, vatPercent: 27 }],
    totalMinor: 802_400,
    vat: [{ percent: 27, netMinor: 631_800, vatMinor: 170_600, grossMinor: 802_400 }],
  },
  payment: { cardDigits: '4242', paidAt: new Date('2026-11-20T16:33:00Z'), heldMinor: 2_700_000, chargedMinor: 802_400 },
});

describe('the page', () => {
  test('says in German what was sold, where, when, and what it cost', async () => {
    const text = await textOf(documentOf());
    for (const part of [
      'Rechnung',
      'Rechnungsnummer SWL-2026-000042',
      'Ausstellungsdatum 20.11.2026',
      'Transaktions-ID 123456789',
      'Stadtwerke Lindau GmbH Auenstraße 12 88131 Lindau Deutschland',
      'Kunde Ada Lovelace',
      'Bregenzer Straße 12 88131 Lindau Deutschland Stecker 1, Typ 2',
      'DE*SWL*E0042*1',
      '20.11.2026, 16:23 – 17:32',
      'Zählerstand am Anfang 4.711,204 kWh',
      'Zählerstand am Ende 4.723,549 kWh',
      'Posten Menge Einzelpreis inkl. MwSt. Betrag inkl. MwSt.',
      'Energie 12,345 kWh 0,59 €/kWh netto 0,495798 €/kWh 7,28 €',
      'Startgebühr 1 0,35 € netto 0,294118 € 0,35 €',
      'Blockiergebühr 9 min 0,10 €/min netto 0,084034 €/min 0,90 €',
      'Gesamtbetrag inklusive MwSt. 8,53 €',
      'Nettobetrag 7,17 € MwSt. 19 % 1,36 €',
      'Bezahlt am 20.11.2026 mit Karte mit Endziffern 4242',
      'Vor dem Laden reserviert 40,00 € Abgebucht 8,53 € Freigegeben 31,47 €',
      'Alle Uhrzeiten: Mitteleuropäische Normalzeit (GMT+1)',
      'Handelsregister: Amtsgericht Kempten HRB 1234',
      'USt-IdNr.: DE123456789',
      'Fragen zu diesem Beleg: +49 8382 704-0, laden@lindau.example',
      'Seite 1 von 1',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('says the same in English', async () => {
    const text = await textOf(documentOf({ locale: 'en' }));
    for (const part of [
      'Invoice number SWL-2026-000042',
      '20 Nov 2026, 16:23 – 17:32',
      '4,711.204 kWh',
      'VAT 19 % €1.36',
      '€8.53',
    ]) {
      expect(text).toContain(part);
    }
  });

  test('is a receipt in Hungary, in whole forints', async () => {
    const text = await textOf(documentOf(hungarian()));
    for (const part of [
      'Bizonylatszám SWL-2026-000042',
      '42,345 kWh',
      '189,5 Ft/kWh',
      '8024 Ft',
      'Áfa 27% 1706 Ft',
      '18 976 Ft',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain('Számla');
  });

  test.each(LOCALES)('is one page in %s, without text smaller than 8 points', async locale => {
    const document = documentOf({ locale, signedRecords: 2 });
    const text = await textOf(document);
    expect(text).toContain('SWL-2026-000042');
    expect(text).not.toMatch(/\{\{|undefined|�/);
    const pdf = await getDocumentProxy(await bytesOf(document));
    expect(pdf.numPages).toBe(1);
    const { items } = await (await pdf.getPage(1)).getTextContent();
    expect(items.filter(item => 'str' in item && item.str.trim() !== '' && item.height < 8)).toEqual([]);
  });

  test('names both days of a night, and both offsets when the clocks changed', async () => {
    const session = { number: 1, startedAt: new Date('2026-10-24T21:50:00Z'), endedAt: new Date('2026-10-25T01:30:00Z') };
    const text = await textOf(documentOf({ session }));
    expect(text).toContain('24.10.2026, 23:50 – 25.10.2026, 02:30');
    expect(text).toContain('Mitteleuropäische Sommerzeit (GMT+2), Mitteleuropäische Normalzeit (GMT+1)');
  });

  test('shows a company with its address and the document it replaces', async () => {
    const address = { street: 'Kärntner Straße 1', postalCode: '1010', city: 'Wien', country: 'AT', vatId: 'ATU99999999' };
    const customer = { name: 'Muster & Söhne GmbH', address };
    const text = await textOf(createReplacement(documentOf(), { number: 'SWL-2026-000043', issuedAt: LATER, customer }));
    expect(text).toContain('Rechnungsnummer SWL-2026-000043 Ausstellungsdatum 01.12.2026');
    expect(text).toContain('Muster & Söhne GmbH Kärntner Straße 1 1010 Wien Österreich USt-IdNr. ATU99999999');
    expect(text).toContain('Ersetzt den Beleg SWL-2026-000042 vom 20.11.2026');
    expect(text).toContain('Gesamtbetrag inklusive MwSt. 8,53 €');
  });

  test('cancels a document as a whole, line by line, without moving money', async () => {
    const text = await textOf(createCancellation(documentOf(), { number: 'G-1', issuedAt: LATER }));
    expect(text).toContain('Stornorechnung');
    expect(text).toContain('Belegnummer G-1');
    expect(text).toContain('Blockiergebühr 9 min 0,10 €/min netto 0,084034 €/min 0,90 €');
    expect(text).toContain('Storniert den Beleg SWL-2026-000042 vom 20.11.2026 Eine neue Rechnung ersetzt ihn.');
    expect(text).not.toContain('Vor dem Laden reserviert');
    expect(text).not.toContain('Bezahlt am');
  });

  test('says what was given back, when, to which card, and the tax in it', async () => {
    const refund = { number: 'G-2', issuedAt: LATER, refundedAt: LATER, amountMinor: 500, credited: [] };
    const text = await textOf(createRefundNote(documentOf(), refund));
    expect(text).toContain('Rechnungskorrektur');
    expect(text).toContain('Erstattung 1 5,00 € netto 4,20 € 5,00 €');
    expect(text).toContain('Nettobetrag 4,20 € MwSt. 19 % 0,80 €');
    expect(text).toContain('Berichtigt den Beleg SWL-2026-000042 vom 20.11.2026');
    expect(text).toContain('Erstattet am 01.12.2026 auf die Karte mit Endziffern 4242');
  });

  test('calls a refund where only receipts are issued by its own name', async () => {
    const refund = { number: 'G-3', issuedAt: LATER, refundedAt: LATER, amountMinor: 802_400, credited: [] };
    const text = await textOf(createRefundNote(documentOf(hungarian()), refund));
    expect(text).toContain('Visszatérítési bizonylat');
    expect(text).toContain('A következő bizonylatot érvényteleníti: SWL-2026-000042');
  });

  test('shows no tax where none is owed, and says why in Switzerland', async () => {
    const { bill, place } = someInvoiceFacts();
    const vat = [{ percent: 0, netMinor: 853, vatMinor: 0, grossMinor: 853 }];
    const text = await textOf(documentOf({ place: { ...place, country: 'ch' }, bill: { ...bill, currency: 'CHF', vat } }));
    expect(text).toContain('Gesamtbetrag CHF 8.53');
    expect(text).toContain('nicht mehrwertsteuerpflichtig');
    expect(text).not.toContain('Nettobetrag');
  });

  test('writes what its font has, and shows that there is more where it has not', async () => {
    const customer = { name: '王小明 Łukasz Őry Ωμέγα Жук', address: null };
    const document = documentOf({ customer });
    expect(await textOf(document)).toContain('Kunde \ufffd\ufffd\ufffd Łukasz Őry Ωμέγα Жук');
    expect(eInvoiceXml(document, invoiceTexts(document, translator))).toContain(
      '<ram:Name>王小明 Łukasz Őry Ωμέγα Жук</ram:Name>',
    );
  });

  test('shows unit prices as the driver saw them where no buyer is named', async () => {
    const text = await textOf(documentOf({ customer: null }));
    expect(text).toContain('Posten Menge Einzelpreis Betrag Energie 12,345 kWh 0,59 €/kWh 7,28 €');
    expect(text).not.toContain('netto');
  });

  test('tells which line has which rate where there are several, as the law has it', async () => {
    const { bill } = someInvoiceFacts();
    const [energy, start] = someBillLines(2);
    const lines = [energy!, { ...start!, vatPercent: 7.75 }];
    const vat = [
      { percent: 7.75, netMinor: 32, vatMinor: 3, grossMinor: 35 },
      { percent: 19, netMinor: 612, vatMinor: 116, grossMinor: 728 },
    ];
    const text = await textOf(documentOf({ bill: { ...bill, lines, vat, totalMinor: 763 }, customer: null }));
    expect(text).toContain('Energie MwSt. 19 % 12,345 kWh 0,59 €/kWh 7,28 €');
    expect(text).toContain('Startgebühr MwSt. 7,75 % 1 0,35 € 0,35 €');
    expect(text).toContain('Nettobetrag 0,32 € MwSt. 7,75 % 0,03 €');
    const refund = { number: 'G-2', issuedAt: LATER, refundedAt: LATER, amountMinor: 500, credited: [] };
    const note = await textOf(
      createRefundNote(documentOf({ bill: { ...bill, lines, vat, totalMinor: 763 }, customer: null }), refund),
    );
    expect(note).toContain('Erstattung MwSt. 7,75 % 1 0,23 € 0,23 €');
    expect(note).toContain('Erstattung MwSt. 19 % 1 4,77 € 4,77 €');
  });

  test.each([
    ['a price cut to its highest', -1_004_000, -100, 'Höchstpreis erreicht -1,00 €'],
    ['a price raised to its least', 1_004_000, 100, 'Ergänzung zum Mindestpreis 1,00 €'],
  ])('calls %s by its name, without a unit price', async (_, unitPriceMicro, amountMinor, line) => {
    const { bill } = someInvoiceFacts();
    const limit = { kind: 'other' as const, quantity: 1, unitPriceMicro, amountMinor, vatPercent: 19 };
    const text = await textOf(documentOf({ bill: { ...bill, lines: [...someBillLines(1), limit] } }));
    expect(text).toContain(line);
  });

  test('says the tax in forints too where a Hungarian invoice is in euros', async () => {
    const rates = [
      { base: 'EUR', quote: 'HUF', rate: 395.12, since: '2026-11-20' },
      { base: 'EUR', quote: 'HUF', rate: 401.5, since: '2026-11-21' },
    ] as const;
    const client = someClientRecord({ invoices: { hu: 'invoice' }, exchangeRates: rates });
    const location = { ...someInvoiceFacts().place, country: 'hu' as const, timeZone: 'Europe/Budapest' };
    const text = await textOf(documentOf({ client, place: location }));
    // 1.36 € × 395.12 = 537.36 Ft
    expect(text).toContain('MwSt. in Landeswährung 537 HUF Umrechnungskurs 1,00 € = 395,12 HUF (20.11.2026)');
  });

  test('says how to check the readings where there are signed ones', async () => {
    const text = await textOf(documentOf({ signedRecords: 2 }));
    expect(text).toContain('Die signierten Werte liegen dieser Datei bei, auch unter https://laden.example/pruefen/123456789.');
    expect(text).toContain('die Transparenzsoftware: https://transparenz.software');
  });

  test('writes letters that only the wider font has', async () => {
    const customer = { name: 'ნინო ბერიძე Արամ', address: null };
    expect(await textOf(documentOf({ customer }))).toContain('Kunde ნინო ბერიძე Արամ');
  });

  test('leaves out what is not known', async () => {
    const { payment } = someInvoiceFacts();
    const meter = { startWh: null, stopWh: null, id: null };
    const text = await textOf(documentOf({ meter, customer: null, payment: { ...payment, cardDigits: null } }));
    expect(text).not.toMatch(/Zähler|Kunde|Endziffern|Messwerte|null/);
  });

  test('continues on a second page with the head of the table repeated', async () => {
    const { bill } = someInvoiceFacts();
    const { totalPages, text } = await extractText(
      await bytesOf(documentOf({ bill: { ...bill, lines: someBillLines(30) }, customer: null })),
    );
    expect(totalPages).toBe(2);
    const [first = '', second = ''] = text.map(page => page.replace(/\s+/g, ' '));
    expect((first + second).match(/7,28 €/g)).toHaveLength(10);
    expect(second).toContain('Posten Menge Einzelpreis Betrag');
    expect(second).toContain('Rechnung SWL-2026-000042');
    expect(second).toContain('Gesamtbetrag inklusive MwSt. 8,53 €');
    expect([first.includes('Seite 1 von 2'), second.includes('Seite 2 von 2')]).toEqual([true, true]);
  });
});

describe('the file', () => {
  test('is a tagged PDF/A-3b and PDF/UA-1 in its language', async () => {
    const file = latin1(await bytesOf(documentOf()));
    expect(file).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(file.match(/<pdfaExtension:schemas>/g)).toHaveLength(1);
    expect(file.startsWith('%PDF-1.7')).toBe(true);
    expect(file).toMatch(/<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B<\/pdfaid:conformance>/);
    for (const part of [
      '/Lang (de-DE)',
      '/Marked true',
      '/DisplayDocTitle true',
      '/S /H1',
      '/S /Table',
      '/Scope /Column',
      '/OutputIntents',
    ]) {
      expect(file).toContain(part);
    }
    // Each font has an embedded file, as PDF/A requires.
    expect(file.match(/\/Type \/FontDescriptor/g)).toHaveLength(file.match(/\/FontFile2/g)?.length ?? 0);
  });

  test('reads a label and its value as one sentence', async () => {
    expect(latin1(await bytesOf(documentOf()))).toContain('/ActualText (Rechnungsnummer: SWL-2026-000042)');
  });

  test('separates the small print of a cell from its figure for screen readers', async () => {
    const doc = documentOf();
    const cell = invoiceTexts(doc, translator).items.flatMap(({ unitPrice, below }) =>
      below.unitPrice === undefined ? [] : [`${unitPrice}, ${below.unitPrice}`],
    );
    expect(cell.length).toBeGreaterThan(0);
    const file = Buffer.from(await bytesOf(doc));
    for (const answered of cell) expect(includesText(file, answered)).toBe(true);
  });

  test('has the same bytes each time it is made', async () => {
    const client = someClientRecord({ logoPrint: { contentType: 'image/png', base64: somePng() } });
    for (const document of [documentOf(), documentOf({ client }), documentOf(hungarian())]) {
      const stored: InvoiceDocument = JSON.parse(JSON.stringify(document));
      const [first, again, fromStore] = await Promise.all([bytesOf(document), bytesOf(document), bytesOf(stored)]);
      expect(sha256(again)).toBe(sha256(first));
      expect(sha256(fromStore)).toBe(sha256(first));
    }
  });

  test('has other bytes when anything in it differs', async () => {
    expect(sha256(await bytesOf(documentOf({ number: 'SWL-2026-000043' })))).not.toBe(sha256(await bytesOf(documentOf())));
  });

  test('draws the logo with the name as its alternative', async () => {
    const client = someClientRecord({ logoPrint: { contentType: 'image/png', base64: somePng() } });
    const file = latin1(await bytesOf(documentOf({ client })));
    expect(file).toContain('/Subtype /Image');
    expect(file).toContain('/Alt (Stadtwerke Lindau)');
  });

  test.each([
    ['no picture', 'bm90IGEgcGljdHVyZQ=='],
    ['cut off', somePng().slice(0, 100)],
    ['damaged in its pixels', damaged(somePng())],
  ])('writes the name when the logo is %s', async (_, base64) => {
    const client = someClientRecord({ logoPrint: { contentType: 'image/png', base64 } });
    expect(await textOf(documentOf({ client }))).toContain('Stadtwerke Lindau Rechnung');
  });
});

function damaged(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes.fill(0xff, bytes.indexOf('IDAT') + 10, bytes.indexOf('IEND') - 12);
  return bytes.toString('base64');
}
