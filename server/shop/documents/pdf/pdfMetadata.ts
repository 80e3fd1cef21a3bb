import { escapeXml } from '../content/xml.ts';
import { E_INVOICE_FILE } from '../einvoice/eInvoice.ts';

interface Property {
  name: string;
  value: string;
  type: 'Text' | 'Integer';
  category: 'internal' | 'external';
  description: string;
}

/** A group of metadata properties that PDF/A does not define. The file must contain their description (ISO 19005-3 § 6.6.2.3). */
interface ExtensionSchema {
  name: string;
  namespace: string;
  prefix: string;
  properties: readonly Property[];
}

/** Declares that the file conforms to PDF/UA-1 (ISO 14289-1 § 5). */
export const PDF_UA_1: ExtensionSchema = {
  name: 'PDF/UA identification schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [{ name: 'part', value: '1', type: 'Integer', category: 'internal', description: 'part of ISO 14289' }],
};

const text = (name: string, value: string, description: string): Property => ({
  name,
  value,
  type: 'Text',
  category: 'external',
  description,
});

/** Declares that the file contains an electronic invoice (Factur-X 1.0 § 6.2.2). */
export const FACTUR_X: ExtensionSchema = {
  name: 'Factur-X PDFA Extension Schema',
  namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  prefix: 'fx',
  properties: [
    text('DocumentType', 'INVOICE', 'type of the embedded document'),
    text('DocumentFileName', E_INVOICE_FILE, 'name of the embedded XML invoice file'),
    text('Version', '1.0', 'version of the Factur-X XML schema'),
    text('ConformanceLevel', 'EN 16931', 'conformance level of the embedded Factur-X data'),
  ],
};

/**
 * Writes the XMP that describes the schemas and states their properties. One list contains all schemas, because XMP allows only
 * one list.
 */
export const metadataOf = (schemas: readonly ExtensionSchema[]): string => `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag>${schemas.map(described).join('')}</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>${schemas.map(stated).join('')}`;

const described = ({ name, namespace, prefix, properties }: ExtensionSchema): string => `<rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>${name}</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${properties.map(describedProperty).join('')}</rdf:Seq></pdfaSchema:property>
  </rdf:li>`;

const describedProperty = ({ name, type, category, description }: Property): string =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
  `<pdfaProperty:valueType>${type}</pdfaProperty:valueType><pdfaProperty:category>${category}</pdfaProperty:category>` +
  `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;

const stated = ({ namespace, prefix, properties }: ExtensionSchema): string => `
<rdf:Description rdf:about="" xmlns:${prefix}="${namespace}">
  ${properties.map(({ name, value }) => `<${prefix}:${name}>${value}</${prefix}:${name}>`).join('')}
</rdf:Description>`;

/** Escapes the document's metadata for XML, which pdfkit omits: a company name with "&" would make the file invalid as PDF/A. */
export function escapeMetadata(pdf: PDFKit.PDFDocument): void {
  const endMetadata = pdf.endMetadata.bind(pdf);
  pdf.endMetadata = () => {
    const { info } = pdf;
    pdf.info = Object.fromEntries(
      Object.entries(info).map(([key, value]) => [key, typeof value === 'string' ? escapeXml(value) : value]),
    );
    endMetadata();
  };
}
