import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getDocumentProxy } from 'unpdf';
import { filesIn } from '../../../../test/support/filesIn.ts';
import { someClientRecord, someInvoiceFacts, translator } from '../../../../test/support/invoiceFacts.ts';
import type { SignedValue } from '../../../core/ports/stationPort.ts';
import type { InvoiceDocument } from '../../../core/records/records.ts';
import { METER, payloadOf, signedValue } from '../../../core/verification/records.fixture.ts';
import { safeContainer } from '../content/calibration.ts';
import { createInvoiceDocument, type InvoiceFacts } from '../content/invoiceDocument.ts';
import { invoiceTexts } from '../content/invoiceTexts.ts';
import { eInvoiceXml } from '../einvoice/eInvoice.ts';
import { invoicePdf } from './invoicePdf.ts';

const SIGNED: readonly SignedValue[] = [signedValue(METER, payloadOf())];
const documentOf = (changes: Partial<InvoiceFacts> = {}) =>
  createInvoiceDocument(someInvoiceFacts({ signedRecords: 1, ...changes }));
const bytesOf = (document: InvoiceDocument, values = SIGNED) => invoicePdf(document, translator, values);
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Returns the XMP metadata of the PDF. */
const metadataOf = (bytes: Uint8Array): string =>
  /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(Buffer.from(bytes).toString('utf8'))?.[0] ?? '';

describe('an invoice carries', () => {
  test('itself as an electronic invoice, and the signed meter values, byte for byte', async () => {
    const document = documentOf();
    const files = await filesIn(await bytesOf(document));
    expect([...files.keys()].sort()).toEqual(['eichrecht-123456789.xml', 'factur-x.xml']);
    expect(files.get('factur-x.xml')).toBe(eInvoiceXml(document, invoiceTexts(document, translator)));
    const { bytes } = safeContainer({ values: SIGNED, transactionId: 123_456_789 });
    expect(files.get('eichrecht-123456789.xml')).toBe(new TextDecoder().decode(bytes));
  });

  test('how they relate to the page, and metadata that programs find the invoice by', async () => {
    const bytes = await bytesOf(documentOf());
    expect(latin1(bytes)).toMatch(/\/AFRelationship \/Alternative\s+\/F \(factur-x\.xml\)/);
    expect(latin1(bytes)).toMatch(/\/AFRelationship \/Supplement\s+\/F \(eichrecht-123456789\.xml\)/);
    expect(latin1(bytes)).toMatch(/\/AF \[\d+ 0 R \d+ 0 R\]/);
    for (const part of [
      '<fx:DocumentType>INVOICE</fx:DocumentType>',
      '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
      '<fx:Version>1.0</fx:Version>',
      '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
      '<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>',
      '<pdfaid:part>3</pdfaid:part>',
    ])
      expect(metadataOf(bytes)).toContain(part);
    // The file declares four properties of Factur-X and one of PDF/UA (`part`).
    expect(metadataOf(bytes).match(/<pdfaProperty:name>/g)).toHaveLength(5);
  });
});

test('a receipt carries the signed values only, and does not claim to be an electronic invoice', async () => {
  const bytes = await bytesOf({ ...documentOf(), kind: 'receipt' });
  expect([...(await filesIn(bytes)).keys()]).toEqual(['eichrecht-123456789.xml']);
  expect(metadataOf(bytes)).not.toContain('factur-x');
});

test('without signed values there is no empty container', async () => {
  const files = await filesIn(await bytesOf(documentOf({ signedRecords: 0 }), []));
  expect([...files.keys()]).toEqual(['factur-x.xml']);
});

test('a name with signs of XML leaves the metadata whole, and stands in the window as it is written', async () => {
  const client = someClientRecord({ name: 'Strom & <Mehr>' });
  client.supplier.name = 'Müller & Söhne';
  const bytes = await bytesOf(documentOf({ client }));
  expect(metadataOf(bytes)).toContain('<rdf:li>Müller &amp; Söhne</rdf:li>');
  expect(metadataOf(bytes)).toContain('<xmp:CreatorTool>Strom &amp; &lt;Mehr&gt;</xmp:CreatorTool>');
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  expect((await pdf.getMetadata()).info).toMatchObject({ Author: 'Müller & Söhne', Creator: 'Strom & <Mehr>' });
});

test('the bytes are the same each time, from the store as well, and others with another record', async () => {
  const document = documentOf();
  const stored = [JSON.parse(JSON.stringify(document)), JSON.parse(JSON.stringify(SIGNED))] as const;
  const [first, again, other] = await Promise.all([
    bytesOf(document),
    bytesOf(...stored),
    bytesOf(document, [signedValue(METER, payloadOf({ PG: 'T43' }))]),
  ]);
  expect(sha256(again)).toBe(sha256(first));
  expect(sha256(other)).not.toBe(sha256(first));
});
