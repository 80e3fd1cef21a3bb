import { describe, expect, test } from '@jest/globals';
import type { BillLine } from '../../../../shared/model/tariff.ts';
import { structureFaults } from '../../../../test/support/ciiStructure.ts';
import { brokenRules, RULES } from '../../../../test/support/en16931.ts';
import { someBillLines, someClientRecord, someInvoiceFacts, translator } from '../../../../test/support/invoiceFacts.ts';
import { allAt, parseXml, textAt } from '../../../../test/support/xmlTree.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';
import { createInvoiceDocument, type InvoiceFacts } from '../content/invoiceDocument.ts';
import { invoiceTexts } from '../content/invoiceTexts.ts';
import { eInvoiceXml } from './eInvoice.ts';

const documentOf = (changes: Partial<InvoiceFacts> = {}) => createInvoiceDocument(someInvoiceFacts(changes));
/**
 * Returns the texts of the document. A credit note gets the texts of an invoice: they differ only in the title, which the
 * electronic invoice does not contain.
 */
const textsOf = (document: InvoiceDocument) => invoiceTexts({ ...document, kind: 'invoice' }, translator);
const xmlOf = (document: InvoiceDocument): string => {
  const xml = eInvoiceXml(document, textsOf(document));
  if (xml === null) throw new Error('No electronic invoice');
  return xml;
};
const invoiceOf = (document: InvoiceDocument) => parseXml(xmlOf(document));
const AGREEMENT = 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement';
const SETTLEMENT = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
const TOTALS = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`;

const billed = (lines: readonly BillLine[], vat: InvoiceDocument['vat'], currency: InvoiceDocument['currency'] = 'EUR') => {
  const totalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { bill: { currency, lines, vat, totalMinor }, payment: { ...someInvoiceFacts().payment, chargedMinor: totalMinor } };
};
const untaxed = () =>
  billed(
    someBillLines(3).map(line => ({ ...line, vatPercent: 0 })),
    [{ percent: 0, netMinor: 853, vatMinor: 0, grossMinor: 853 }],
  );
/** 180 minutes at 0.10 € per minute, limited to 12.00 €. */
const CAPPED: BillLine = { kind: 'blocking', quantity: 10_800, unitPriceMicro: 100_000, amountMinor: 1200, vatPercent: 19 };
const swiss = { ...someInvoiceFacts().place, country: 'ch' as const, timeZone: 'Europe/Zurich' };
const address = { street: 'Kärntner Straße 1', postalCode: '1010', city: 'Wien', country: 'at', vatId: 'ATU99999999' };
const company = { name: 'Muster & Söhne <GmbH>', address };

const CANCELLED = { number: 'R-1', issuedAt: '2026-11-19T12:00:00.000Z', isReceipt: false, isWhole: true, refundedAt: null };

const DOCUMENTS = {
  plain: () => documentOf({ signedRecords: 2 }),
  company: () => ({
    ...documentOf({ customer: company }),
    replaces: { number: 'R-LIN-2026-000041', issuedAt: '2026-11-19T23:30:00.000Z' },
  }),
  credit: () => ({ ...documentOf(), kind: 'credit-note' as const, cancels: CANCELLED }),
  exempt: () => documentOf({ place: swiss, ...untaxed() }),
  zero: () => documentOf(untaxed()),
  capped: () => documentOf(billed([CAPPED], [{ percent: 19, netMinor: 1008, vatMinor: 192, grossMinor: 1200 }])),
  short: () => documentOf({ payment: { ...someInvoiceFacts().payment, heldMinor: 500, chargedMinor: 500 } }),
  forints: () =>
    documentOf({
      locale: 'hu',
      client: someClientRecord({ invoices: { hu: 'invoice' } }),
      place: { ...swiss, country: 'hu', timeZone: 'Europe/Budapest' },
      ...billed(
        [{ kind: 'energy', quantity: 7, unitPriceMicro: 189_500_000, amountMinor: 100, vatPercent: 27 }],
        [{ percent: 27, netMinor: 100, vatMinor: 0, grossMinor: 100 }],
        'HUF',
      ),
    }),
  foreign: () =>
    documentOf({
      client: someClientRecord({
        invoices: { hu: 'invoice' },
        exchangeRates: [{ base: 'EUR', quote: 'HUF', rate: 395.12, since: '2026-11-01' }],
      }),
      place: { ...swiss, country: 'hu', timeZone: 'Europe/Budapest' },
    }),
  limit: () =>
    documentOf(
      billed(
        [...someBillLines(2), { kind: 'other', quantity: 1, unitPriceMicro: -1_004_000, amountMinor: -100, vatPercent: 19 }],
        [{ percent: 19, netMinor: 557, vatMinor: 106, grossMinor: 663 }],
      ),
    ),
} satisfies Record<string, () => InvoiceDocument>;

describe.each(Object.entries(DOCUMENTS))('the electronic invoice of a document that is %s', (_, createDocument) => {
  test('has the elements of the schema in their order', () => {
    expect(structureFaults(invoiceOf(createDocument()))).toEqual([]);
  });

  test('breaks no business rule', () => {
    expect(brokenRules(invoiceOf(createDocument()))).toEqual([]);
  });
});

describe('it says what the page says', () => {
  test('in figures', () => {
    const invoice = invoiceOf(DOCUMENTS.plain());
    const values = ['LineTotalAmount', 'TaxBasisTotalAmount', 'TaxTotalAmount', 'GrandTotalAmount', 'DuePayableAmount'];
    expect(values.map(name => textAt(invoice, `${TOTALS}/${name}`))).toEqual(['7.17', '7.17', '1.36', '8.53', '0.00']);
    const line = allAt(invoice, 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem')[0]!;
    expect(textAt(line, 'SpecifiedTradeProduct/Name')).toBe('Energie');
    expect(textAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity')).toBe('12.345');
    // 0.59 € / 1.19, with six decimals.
    expect(textAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount')).toBe('0.495798');
  });

  test('about the session: number, time, point and meter', () => {
    const note = textAt(invoiceOf(DOCUMENTS.plain()), 'ExchangedDocument/IncludedNote/Content')?.replace(/\s/g, ' ');
    for (const part of ['123456789', '16:23 – 17:32', 'DE*SWL*E0042*1', '4.711,204 kWh', '4.723,549 kWh', '1EMH0009134471'])
      expect(note).toContain(part);
  });

  test('about the card no more than its last four digits', () => {
    const card = `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/ApplicableTradeSettlementFinancialCard/ID`;
    expect(textAt(invoiceOf(DOCUMENTS.plain()), card)).toBe('4242');
    const { payment } = someInvoiceFacts();
    expect(textAt(invoiceOf(documentOf({ payment: { ...payment, cardDigits: null } })), card)).toBeNull();
  });

  test('on the days of the point, not of Greenwich', () => {
    const session = { number: 1, startedAt: new Date('2026-10-24T21:50:00Z'), endedAt: new Date('2026-10-24T22:30:00Z') };
    const invoice = invoiceOf(documentOf({ session, issuedAt: new Date('2026-12-31T23:30:00Z') }));
    const days = ['StartDateTime', 'EndDateTime'].map(name =>
      textAt(invoice, `${SETTLEMENT}/BillingSpecifiedPeriod/${name}/DateTimeString`),
    );
    expect(days).toEqual(['20261024', '20261025']);
    expect(textAt(invoice, 'ExchangedDocument/IssueDateTime/DateTimeString')).toBe('20270101');
  });

  test('a company with address and VAT ID, and the document it replaces', () => {
    const invoice = invoiceOf(DOCUMENTS.company());
    const buyer = allAt(invoice, `${AGREEMENT}/BuyerTradeParty`)[0]!;
    expect(textAt(buyer, 'Name')).toBe('Muster & Söhne <GmbH>');
    expect(textAt(buyer, 'PostalTradeAddress/CountryID')).toBe('AT');
    expect(textAt(buyer, 'SpecifiedTaxRegistration/ID')).toBe('ATU99999999');
    expect(textAt(invoice, `${SETTLEMENT}/InvoiceReferencedDocument/IssuerAssignedID`)).toBe('R-LIN-2026-000041');
    const issued = `${SETTLEMENT}/InvoiceReferencedDocument/FormattedIssueDateTime/DateTimeString`;
    expect(textAt(invoice, issued)).toBe('20261120');
  });

  test('of a driver without an address only the country where the energy was used', () => {
    const buyer = allAt(invoiceOf(DOCUMENTS.plain()), `${AGREEMENT}/BuyerTradeParty/PostalTradeAddress`)[0]!;
    expect(buyer.children.map(({ text }) => text)).toEqual(['DE']);
  });

  test('a credit note as one, with positive amounts, settled, and the document it takes back', () => {
    const invoice = invoiceOf(DOCUMENTS.credit());
    expect(textAt(invoice, 'ExchangedDocument/TypeCode')).toBe('381');
    expect(textAt(invoice, `${TOTALS}/GrandTotalAmount`)).toBe('8.53');
    expect(textAt(invoice, `${TOTALS}/DuePayableAmount`)).toBe('0.00');
    expect(textAt(invoice, `${SETTLEMENT}/InvoiceReferencedDocument/IssuerAssignedID`)).toBe('R-1');
  });

  test('the tax in the money of the country, and the rate it was converted at', () => {
    const invoice = invoiceOf(DOCUMENTS.foreign());
    expect(textAt(invoice, `${SETTLEMENT}/TaxCurrencyCode`)).toBe('HUF');
    const taxes = allAt(invoice, `${TOTALS}/TaxTotalAmount`).map(({ attributes, text }) => [attributes.currencyID, text]);
    expect(taxes).toEqual([
      ['EUR', '1.36'],
      ['HUF', '537.00'],
    ]);
    const note = textAt(invoice, 'ExchangedDocument/IncludedNote/Content')?.replace(/\s/g, ' ');
    expect(note).toContain('Umrechnungskurs: 1,00 € = 395,12 HUF (01.11.2026)');
  });

  test('why there is no tax in Switzerland', () => {
    const invoice = invoiceOf(DOCUMENTS.exempt());
    expect(textAt(invoice, `${SETTLEMENT}/ApplicableTradeTax/CategoryCode`)).toBe('E');
    expect(textAt(invoice, `${SETTLEMENT}/ApplicableTradeTax/ExemptionReason`)).toContain('nicht mehrwertsteuerpflichtig');
    expect(textAt(invoiceOf(DOCUMENTS.zero()), `${SETTLEMENT}/ApplicableTradeTax/CategoryCode`)).toBe('Z');
  });

  test('what a highest amount takes off, and what rounding to whole forints adds', () => {
    const differences = [DOCUMENTS.capped(), DOCUMENTS.forints()].map(document => {
      const [line] = allAt(invoiceOf(document), 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem');
      const [each] = allAt(line!, 'SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge');
      return each!.children.map(({ text, children }) => (children[0]?.text ?? text).trim());
    });
    // 180 × 0.084034 € = 15.13 €, but the line costs 10.08 €. 0.007 × 149.212598 Ft = 1.04 Ft, but the line costs 1 Ft.
    expect(differences[0]).toEqual(['false', '5.05', 'Höchstbetrag']);
    expect(differences[1]).toEqual(['false', '0.04', 'Kerekítés']);
  });

  test('what could not be taken, and why', () => {
    const invoice = invoiceOf(DOCUMENTS.short());
    expect(textAt(invoice, `${TOTALS}/TotalPrepaidAmount`)).toBe('5.00');
    expect(textAt(invoice, `${TOTALS}/DuePayableAmount`)).toBe('3.53');
    expect(textAt(invoice, `${SETTLEMENT}/SpecifiedTradePaymentTerms/Description`)).toContain('Abgebucht wurde nur');
  });

  test('the signed values that are attached, where there are any', () => {
    const id = `${AGREEMENT}/AdditionalReferencedDocument/IssuerAssignedID`;
    expect(textAt(invoiceOf(DOCUMENTS.plain()), id)).toBe('eichrecht-123456789.xml');
    expect(textAt(invoiceOf(DOCUMENTS.credit()), id)).toBeNull();
  });

  test('a negative line as a negative quantity, because a price is never below zero', () => {
    const line = allAt(invoiceOf(DOCUMENTS.limit()), 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem')[2]!;
    expect(textAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity')).toBe('-1');
    expect(textAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount')).toBe('0.84');
  });
});

describe('the seller can be identified', () => {
  const sellerOf = (changes: Partial<InvoiceDocument['supplier']>) => {
    const document = DOCUMENTS.plain();
    const invoice = invoiceOf({ ...document, supplier: { ...document.supplier, ...changes } });
    expect([structureFaults(invoice), brokenRules(invoice)]).toEqual([[], []]);
    const seller = allAt(invoice, `${AGREEMENT}/SellerTradeParty`)[0]!;
    return allAt(seller, 'SpecifiedTaxRegistration/ID').map(({ text, attributes }) => `${attributes.schemeID} ${text}`);
  };

  test.each([
    ['by VAT ID and tax number', {}, ['VA DE123456789', 'FC 134/5678/9012']],
    ['by VAT ID alone', { taxNumber: null, register: null }, ['VA DE123456789']],
    ['by tax number and register', { vatId: null }, ['FC 134/5678/9012']],
    ['by tax number alone', { vatId: null, register: null }, ['FC 134/5678/9012']],
    ['by a number of its country without a prefix', { vatId: '12345678-2-42' }, ['FC 12345678-2-42']],
  ])('%s', (_, changes, ids) => {
    expect(sellerOf(changes)).toEqual(ids);
  });
});

describe('there is none', () => {
  const { supplier } = documentOf();
  test.each<[string, Partial<InvoiceDocument>]>([
    ['of a receipt: where invoices are reported to the state, it would be taken for one', { kind: 'receipt' }],
    ['of a credit note for a receipt', { kind: 'credit-note', cancels: { ...CANCELLED, isReceipt: true } }],
    ['of a small invoice without a buyer', { customer: null }],
    ['without a tax number of the supplier', { supplier: { ...supplier, vatId: null, taxNumber: null } }],
  ])('%s', (_, changes) => {
    const document = { ...documentOf(), ...changes };
    expect(eInvoiceXml(document, textsOf(document))).toBeNull();
  });
});

type Base = keyof typeof DOCUMENTS;
const without = (name: string): [RegExp, string] => [new RegExp(`\\s*<ram:${name}( [^>]*)?>[^<]*</ram:${name}>`), ''];
const withoutGroup = (name: string): [RegExp, string] => [new RegExp(`\\s*<ram:${name}>[\\s\\S]*?</ram:${name}>`), ''];
const value = (name: string, from: string, to: string): [string, string] => [`>${from}</ram:${name}>`, `>${to}</ram:${name}>`];
const inGroup = (group: string, from: RegExp, to: string): [RegExp, string] => [
  new RegExp(`(<ram:${group}>[\\s\\S]*?)${from.source}`),
  `$1${to}`,
];
const ADDRESS = /<ram:PostalTradeAddress>[\s\S]*?<\/ram:PostalTradeAddress>/;
const NAME = /<ram:Name>[^<]*<\/ram:Name>/;
const COUNTRY = /<ram:CountryID>[^<]*<\/ram:CountryID>/;
/**
 * Replaces a text in the VAT breakdown of the document, which follows the payment means. The VAT elements of lines come earlier.
 */
const inBreakdown = (from: RegExp, to: string) => inGroup('SpecifiedTradeSettlementPaymentMeans', from, to);

/** For each rule, one change that breaks it: the document, the text to replace, and the replacement. */
const FAULTS: Readonly<Record<string, [Base, string | RegExp, string]>> = {
  'BR-01': ['plain', 'urn:cen.eu:en16931:2017', 'urn:cen.eu:en16931:2018'],
  'BR-02': ['plain', ...value('ID', 'SWL-2026-000042', '')],
  'BR-03': ['plain', '>20261120</udt:DateTimeString>', '></udt:DateTimeString>'],
  'BR-04': ['plain', ...value('TypeCode', '380', '999')],
  'BR-05': ['plain', ...without('InvoiceCurrencyCode')],
  'BR-06': ['plain', ...inGroup('SellerTradeParty', NAME, '')],
  'BR-07': ['plain', ...inGroup('BuyerTradeParty', NAME, '')],
  'BR-08': ['plain', ...inGroup('SellerTradeParty', ADDRESS, '')],
  'BR-09': ['plain', ...inGroup('SellerTradeParty', COUNTRY, '')],
  'BR-10': ['plain', ...inGroup('BuyerTradeParty', ADDRESS, '')],
  'BR-11': ['plain', ...inGroup('BuyerTradeParty', COUNTRY, '')],
  'BR-12': [
    'plain',
    ...inGroup('SpecifiedTradeSettlementHeaderMonetarySummation', /<ram:LineTotalAmount>[^<]*<\/ram:LineTotalAmount>/, ''),
  ],
  'BR-13': ['plain', ...without('TaxBasisTotalAmount')],
  'BR-14': ['plain', ...without('GrandTotalAmount')],
  'BR-15': ['plain', ...without('DuePayableAmount')],
  'BR-16': ['plain', /<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>/, ''],
  'BR-21': ['plain', ...without('LineID')],
  'BR-22': ['plain', ...without('BilledQuantity')],
  'BR-23': ['plain', 'BilledQuantity unitCode="KWH"', 'BilledQuantity unitCode=""'],
  'BR-24': ['plain', ...withoutGroup('SpecifiedTradeSettlementLineMonetarySummation')],
  'BR-25': ['plain', ...value('Name', 'Energie', ' ')],
  'BR-26': ['plain', ...without('ChargeAmount')],
  'BR-27': ['limit', ...value('ChargeAmount', '0.84', '-0.84')],
  'BR-29': ['plain', ...inGroup('EndDateTime', /20261120/, '20261119')],
  'BR-41': ['capped', ...without('ActualAmount')],
  'BR-42': ['capped', ...without('Reason')],
  'BR-45': ['plain', ...without('BasisAmount')],
  'BR-46': ['plain', ...without('CalculatedAmount')],
  'BR-47': ['plain', ...inBreakdown(/<ram:CategoryCode>S<\/ram:CategoryCode>/, '')],
  'BR-48': ['plain', ...inBreakdown(/<ram:RateApplicablePercent>19<\/ram:RateApplicablePercent>/, '')],
  'BR-49': ['plain', ...value('TypeCode', '48', '')],
  'BR-51': ['plain', ...value('ID', '4242', '4242424242424242')],
  'BR-52': ['plain', ...value('IssuerAssignedID', 'eichrecht-123456789.xml', '')],
  'BR-53': ['foreign', ...value('TaxTotalAmount', '537.00', '')],
  'BR-55': ['credit', ...without('IssuerAssignedID')],
  'BR-57': ['plain', ...inGroup('ShipToTradeParty', COUNTRY, '')],
  'BR-CO-04': ['plain', ...without('CategoryCode')],
  'BR-CO-09': ['company', ...value('ID', 'ATU99999999', '99999999')],
  'BR-CO-10': ['plain', ...value('LineTotalAmount', '6.12', '6.13')],
  'BR-CO-13': ['plain', ...value('TaxBasisTotalAmount', '7.17', '7.18')],
  'BR-CO-14': ['plain', ...value('TaxTotalAmount', '1.36', '1.37')],
  'BR-CO-15': ['plain', ...value('GrandTotalAmount', '8.53', '8.54')],
  'BR-CO-16': ['plain', ...value('DuePayableAmount', '0.00', '0.01')],
  'BR-CO-17': ['plain', ...value('CalculatedAmount', '1.36', '1.40')],
  'BR-CO-18': ['plain', ...inBreakdown(/<ram:ApplicableTradeTax>[\s\S]*?<\/ram:ApplicableTradeTax>/, '')],
  'BR-CO-19': [
    'plain',
    /<ram:BillingSpecifiedPeriod>[\s\S]*?<\/ram:BillingSpecifiedPeriod>/,
    '<ram:BillingSpecifiedPeriod></ram:BillingSpecifiedPeriod>',
  ],
  'BR-CO-25': ['short', ...withoutGroup('SpecifiedTradePaymentTerms')],
  'BR-CO-26': [
    'plain',
    /<ram:SpecifiedLegalOrganization>[\s\S]*?<\/ram:SpecifiedLegalOrganization>([\s\S]*?)schemeID="VA"/,
    '$1schemeID="FC"',
  ],
  'BR-CL-04': ['plain', ...value('InvoiceCurrencyCode', 'EUR', 'EURO')],
  'BR-CL-03': ['foreign', 'currencyID="HUF"', 'currencyID="FT"'],
  'BR-CL-05': ['foreign', ...value('TaxCurrencyCode', 'HUF', 'FT')],
  'BR-CL-17': ['plain', ...value('CategoryCode', 'S', 'N')],
  'BR-CL-23': ['plain', 'BilledQuantity unitCode="KWH"', 'BilledQuantity unitCode="kWh"'],
  'BR-DEC-09': [
    'plain',
    ...inGroup('SpecifiedTradeSettlementHeaderMonetarySummation', /7\.17<\/ram:LineTotalAmount>/, '7.170</ram:LineTotalAmount>'),
  ],
  'BR-DEC-12': ['plain', ...value('TaxBasisTotalAmount', '7.17', '7.170')],
  'BR-DEC-13': ['plain', ...value('TaxTotalAmount', '1.36', '1.360')],
  'BR-DEC-14': ['plain', ...value('GrandTotalAmount', '8.53', '8.530')],
  'BR-DEC-15': ['foreign', ...value('TaxTotalAmount', '537.00', '537.000')],
  'BR-DEC-16': ['plain', ...value('TotalPrepaidAmount', '8.53', '8.530')],
  'BR-DEC-18': ['plain', ...value('DuePayableAmount', '0.00', '0.000')],
  'BR-DEC-19': ['plain', ...value('BasisAmount', '7.17', '7.170')],
  'BR-DEC-20': ['plain', ...value('CalculatedAmount', '1.36', '1.360')],
  'BR-DEC-23': ['plain', ...value('LineTotalAmount', '6.12', '6.120')],
  'BR-DEC-24': ['capped', ...value('ActualAmount', '5.05', '5.050')],
  'BR-S-01': ['plain', ...inBreakdown(/>S<\/ram:CategoryCode>/, '>Z</ram:CategoryCode>')],
  'BR-S-02': ['plain', /schemeID="(VA|FC)"(?=[\s\S]*<\/ram:SellerTradeParty>)/g, 'schemeID="XX"'],
  'BR-S-05': ['plain', ...value('RateApplicablePercent', '19', '0')],
  'BR-S-08': ['plain', ...value('BasisAmount', '7.17', '7.18')],
  'BR-S-09': ['plain', ...value('CalculatedAmount', '1.36', '1.39')],
  'BR-S-10': ['plain', '<ram:BasisAmount>', '<ram:ExemptionReason>none</ram:ExemptionReason><ram:BasisAmount>'],
  'BR-E-01': ['exempt', ...inBreakdown(/>E<\/ram:CategoryCode>/, '>Z</ram:CategoryCode>')],
  'BR-E-02': ['exempt', /schemeID="(VA|FC)"/g, 'schemeID="XX"'],
  'BR-E-05': ['exempt', ...value('RateApplicablePercent', '0', '19')],
  'BR-E-08': ['exempt', ...value('BasisAmount', '8.53', '8.54')],
  'BR-E-09': ['exempt', ...value('CalculatedAmount', '0.00', '0.01')],
  'BR-E-10': ['exempt', ...without('ExemptionReason')],
  'BR-Z-01': ['zero', ...inBreakdown(/>Z<\/ram:CategoryCode>/, '>E</ram:CategoryCode>')],
  'BR-Z-02': ['zero', /schemeID="(VA|FC)"/g, 'schemeID="XX"'],
  'BR-Z-05': ['zero', ...value('RateApplicablePercent', '0', '19')],
  'BR-Z-08': ['zero', ...value('BasisAmount', '8.53', '8.54')],
  'BR-Z-09': ['zero', ...value('CalculatedAmount', '0.00', '0.01')],
  'BR-Z-10': ['zero', '<ram:BasisAmount>', '<ram:ExemptionReason>none</ram:ExemptionReason><ram:BasisAmount>'],
  'PEPPOL-R120': ['plain', ...value('BilledQuantity', '12.345', '12.445')],
};

describe('a planted fault is noticed', () => {
  test('for every rule there is one', () => {
    expect(Object.keys(FAULTS)).toEqual(Object.keys(RULES));
  });

  test.each(Object.entries(FAULTS))('%s', (rule, [base, from, to]) => {
    const xml = xmlOf(DOCUMENTS[base]());
    const faulty = xml.replace(from, to);
    expect(faulty).not.toBe(xml);
    expect(brokenRules(parseXml(faulty))).toContain(rule);
  });

  test.each<[string, string | RegExp, string]>([
    [
      'a group out of its order',
      /(\s*<ram:InvoiceCurrencyCode>EUR<[^>]*>)(\s*<ram:SpecifiedTradeSettlementPaymentMeans>[\s\S]*?<\/ram:SpecifiedTradeSettlementPaymentMeans>)/,
      '$2$1',
    ],
    [
      'two elements that have changed places',
      /(\s*<ram:PostcodeCode>\w+<\/ram:PostcodeCode>)(\s*<ram:LineOne>[^<]*<\/ram:LineOne>)/,
      '$2$1',
    ],
    ['an element too many', '<ram:ID>SWL-2026-000042</ram:ID>', '<ram:ID>1</ram:ID><ram:ID>2</ram:ID>'],
    ['an element nobody knows', '<ram:TypeCode>380', '<ram:Kind>invoice</ram:Kind><ram:TypeCode>380'],
    ['an empty element', '>8.53</ram:GrandTotalAmount>', '></ram:GrandTotalAmount>'],
    ['a missing one', ...without('DuePayableAmount')],
  ])('in the structure: %s', (_, from, to) => {
    const xml = xmlOf(DOCUMENTS.plain());
    const faulty = xml.replace(from, to);
    expect(faulty).not.toBe(xml);
    expect(structureFaults(parseXml(faulty))).not.toEqual([]);
  });

  test.each([
    ['an open element', '</ram:Name>', ''],
    ['a bare ampersand', 'Energie', 'Energie & mehr'],
  ])('in the writing: %s', (_, from, to) => {
    expect(() => parseXml(xmlOf(DOCUMENTS.plain()).replace(from, to))).toThrow('Not XML');
  });
});
