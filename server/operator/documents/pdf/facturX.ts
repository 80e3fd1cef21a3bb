import { E_INVOICE_FILE } from '../einvoice/eInvoice.ts';

const NAMESPACE = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
/** Property, what it says here (Factur-X 1.0 § 6.2.2), and what the schema says of it. */
const PROPERTIES = [
  ['DocumentType', 'INVOICE', 'type of the embedded document'],
  ['DocumentFileName', E_INVOICE_FILE, 'name of the embedded XML invoice file'],
  ['Version', '1.0', 'version of the Factur-X XML schema'],
  ['ConformanceLevel', 'EN 16931', 'conformance level of the embedded Factur-X data'],
] as const;

const described = PROPERTIES.map(
  ([name, , description]) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
    '<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>' +
    `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
);

/**
 * What the PDF's metadata say of the electronic invoice inside. PDF/A knows no such properties: the schema comes along
 * (ISO 19005-3 § 6.6.2.3).
 */
export const FACTUR_X_METADATA = `
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${described.join('')}</rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
  ${PROPERTIES.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`).join('')}
</rdf:Description>`;
