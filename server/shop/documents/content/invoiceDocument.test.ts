import { describe, expect, test } from '@jest/globals';
import { someClientRecord, someInvoiceFacts } from '../../../../test/support/invoiceFacts.ts';
import { createInvoiceDocument, documentKind, type InvoiceFacts } from './invoiceDocument.ts';

const at = (country: string): Partial<InvoiceFacts> => ({ place: { ...someInvoiceFacts().place, country } });

describe('the document of a paid session', () => {
  test('holds everything it shows and survives being stored', () => {
    const document = createInvoiceDocument(someInvoiceFacts());
    expect(document).toMatchObject({
      kind: 'invoice',
      number: 'SWL-2026-000042',
      issuedAt: '2026-11-20T16:33:10.000Z',
      sessionNumber: 123_456_789,
      hold: { heldMinor: 4000, chargedMinor: 853, releasedMinor: 3147 },
      totalMinor: 853,
      replaces: null,
    });
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test('does not change when the client does', () => {
    const client = someClientRecord();
    const document = createInvoiceDocument(someInvoiceFacts({ client }));
    client.supplier.city = 'Bregenz';
    client.colors.primary = '#ff0000';
    expect(document.supplier.city).toBe('Lindau');
    expect(document.brand.primary).toBe('#00843d');
  });

  test('bears the VAT ID for the country of supply, else the one at home', () => {
    expect(createInvoiceDocument(someInvoiceFacts(at('at'))).supplier.vatId).toBe('ATU12345678');
    expect(createInvoiceDocument(someInvoiceFacts(at('nl'))).supplier.vatId).toBe('DE123456789');
  });

  test('finds a VAT ID in whichever case its country is written', () => {
    const client = someClientRecord();
    const supplier = { ...client.supplier, vatIds: { at: 'ATU12345678', de: 'DE123456789' } };
    const vatIdAt = (country: string, vatIds: Record<string, string> = supplier.vatIds) =>
      createInvoiceDocument(someInvoiceFacts({ ...at(country), client: { ...client, supplier: { ...supplier, vatIds } } }))
        .supplier.vatId;
    expect([vatIdAt('at'), vatIdAt('nl'), vatIdAt('nl', {})]).toEqual(['ATU12345678', 'DE123456789', null]);
  });

  test('bears the logo as it is printed', () => {
    const client = someClientRecord({ logoPrint: { base64: 'iVBORw0', type: 'image/png' } as never });
    expect(createInvoiceDocument(someInvoiceFacts({ client })).brand.logoPrint).toBe('iVBORw0');
  });

  test('tells the VAT in the money of the country on an invoice, not on a receipt, and not where no rate is known', () => {
    const rates = [{ base: 'EUR', quote: 'HUF', rate: 400, since: '2026-11-01' } as const];
    const inHungary = (changes: Parameters<typeof someClientRecord>[0]) =>
      createInvoiceDocument(someInvoiceFacts({ ...at('hu'), client: someClientRecord(changes) })).nationalVat;
    expect(inHungary({ invoices: { hu: 'invoice' }, exchangeRates: rates })).toMatchObject({ currency: 'HUF', vatMinor: 54_400 });
    expect(inHungary({ invoices: { hu: 'receipt' }, exchangeRates: rates })).toBeUndefined();
    expect(inHungary({ invoices: { hu: 'invoice' } })).toBeUndefined();
  });

  test('wears the neutral colour when the brand has none it can print', () => {
    for (const primary of [null, 'rebeccapurple', '#00843d80', 'url(#00843d)', 'x#00843d']) {
      const client = someClientRecord({ colors: { primary, secondary: null } });
      expect(createInvoiceDocument(someInvoiceFacts({ client })).brand.primary).toBe('#1770f0');
    }
  });
});

test('where invoices are reported to the state, a receipt is issued unless the operator switched invoices on', () => {
  const client = someClientRecord({ invoices: { it: 'invoice', nl: 'receipt' } });
  const kinds = ['de', 'hu', 'es', 'it', 'nl'].map(country => documentKind(client, country));
  expect(kinds).toEqual(['invoice', 'receipt', 'receipt', 'invoice', 'receipt']);
  expect(documentKind(someClientRecord({ invoices: {} }), 'it')).toBe('receipt');
});

test('where whoever runs the station writes the invoice, ours is a receipt', () => {
  expect(documentKind(someClientRecord(), 'de', true)).toBe('receipt');
  expect(createInvoiceDocument(someInvoiceFacts({ isInvoicedByOther: true })).kind).toBe('receipt');
});
