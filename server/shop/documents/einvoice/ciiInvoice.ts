import type { InvoiceDocument } from '../../../core/records/records.ts';
import { calibrationFileName } from '../content/calibration.ts';

import type { InvoiceTexts } from '../content/invoiceTexts.ts';
import { element, type XmlElement } from '../content/xml.ts';
import { lineItems } from './ciiLines.ts';
import { buyer, seller, shipToParty } from './ciiParties.ts';
import { settlement } from './ciiSettlement.ts';
import { dated } from './ciiValues.ts';

const UN = 'urn:un:unece:uncefact:data';
const NAMESPACES: Readonly<Record<string, string>> = {
  'xmlns:rsm': `${UN}:standard:CrossIndustryInvoice:100`,
  'xmlns:ram': `${UN}:standard:ReusableAggregateBusinessInformationEntity:100`,
  'xmlns:qdt': `${UN}:standard:QualifiedDataType:100`,
  'xmlns:udt': `${UN}:standard:UnqualifiedDataType:100`,
};
const GUIDELINE = 'urn:cen.eu:en16931:2017';

/** Codes for the type of a document (UNTDID 1001, BT-3). */
const [INVOICE, CREDIT_NOTE] = ['380', '381'] as const;

/**
 * Creates the CII invoice. The elements are in the order of the schema. Terms such as BT-3 and BG-24 in comments are those of EN
 * 16931-1.
 */
export function crossIndustryInvoice(doc: InvoiceDocument, texts: InvoiceTexts): XmlElement {
  const guideline = element('ram:GuidelineSpecifiedDocumentContextParameter', [element('ram:ID', GUIDELINE)]);
  return element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', [guideline]),
      element('rsm:ExchangedDocument', head(doc, texts)),
      element('rsm:SupplyChainTradeTransaction', [
        ...lineItems(doc, texts),
        element('ram:ApplicableHeaderTradeAgreement', [seller(doc), buyer(doc), signedValues(doc)]),
        element('ram:ApplicableHeaderTradeDelivery', [
          shipToParty(doc),
          element('ram:ActualDeliverySupplyChainEvent', [
            dated('ram:OccurrenceDateTime', { iso: doc.endedAt, timeZone: doc.timeZone }),
          ]),
        ]),
        settlement(doc, texts),
      ]),
    ],
    NAMESPACES,
  );
}

function head(doc: InvoiceDocument, texts: InvoiceTexts): XmlElement[] {
  // The session's data without amounts: session number, time, charging point, meter readings, exchange rate.
  const session = [...texts.facts.slice(2), texts.point, ...texts.readings, ...texts.meter, ...texts.nationalVat].map(
    ({ label, value }) => `${label}: ${value}`,
  );
  return [
    element('ram:ID', doc.number),
    element('ram:TypeCode', doc.kind === 'credit-note' ? CREDIT_NOTE : INVOICE),
    dated('ram:IssueDateTime', { iso: doc.issuedAt, timeZone: doc.timeZone }),
    ...[session.join('; '), ...texts.notes].map(note => element('ram:IncludedNote', [element('ram:Content', note)])),
  ];
}

/**
 * BG-24 refers to the signed meter values, which are attached to the same PDF. Code 916: a document that supports the invoice.
 */
function signedValues({ signedRecords, sessionNumber }: InvoiceDocument): XmlElement | null {
  if (signedRecords === 0) return null;
  return element('ram:AdditionalReferencedDocument', [
    element('ram:IssuerAssignedID', calibrationFileName(sessionNumber)),
    element('ram:TypeCode', '916'),
  ]);
}
