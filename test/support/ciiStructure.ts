import { localName, type XmlNode } from './xmlTree.ts';

/**
 * Names of the child elements in the required order, each with its allowed number: '?' at most one, '*' any, '+' at least one,
 * without suffix exactly one.
 */
type Children = string;

const DATE = 'DateTimeString';
const PARTY =
  'ID* GlobalID* Name? Description? SpecifiedLegalOrganization? DefinedTradeContact? PostalTradeAddress? ' +
  'URIUniversalCommunication? SpecifiedTaxRegistration*';
const REFERENCE =
  'IssuerAssignedID? URIID? LineID? TypeCode? Name? AttachmentBinaryObject? ReferenceTypeCode? FormattedIssueDateTime?';
const COMMUNICATION = 'URIID? CompleteNumber?';

/**
 * Schema of Factur-X, profile EN 16931 (a subset of UN/CEFACT CII D16B), limited to the elements that this app writes. All
 * children that are not listed are forbidden. An element without an entry contains only text.
 */
const STRUCTURE: Readonly<Record<string, Children>> = {
  CrossIndustryInvoice: 'ExchangedDocumentContext ExchangedDocument SupplyChainTradeTransaction',
  ExchangedDocumentContext: 'BusinessProcessSpecifiedDocumentContextParameter? GuidelineSpecifiedDocumentContextParameter',
  GuidelineSpecifiedDocumentContextParameter: 'ID?',
  ExchangedDocument: 'ID TypeCode IssueDateTime IncludedNote*',
  IssueDateTime: DATE,
  IncludedNote: 'Content SubjectCode?',
  SupplyChainTradeTransaction:
    'IncludedSupplyChainTradeLineItem+ ApplicableHeaderTradeAgreement ApplicableHeaderTradeDelivery ApplicableHeaderTradeSettlement',
  IncludedSupplyChainTradeLineItem:
    'AssociatedDocumentLineDocument SpecifiedTradeProduct SpecifiedLineTradeAgreement SpecifiedLineTradeDelivery? ' +
    'SpecifiedLineTradeSettlement',
  AssociatedDocumentLineDocument: 'LineID IncludedNote?',
  SpecifiedTradeProduct:
    'GlobalID? SellerAssignedID? BuyerAssignedID? Name Description? ApplicableProductCharacteristic* ' +
    'DesignatedProductClassification* OriginTradeCountry?',
  SpecifiedLineTradeAgreement: 'BuyerOrderReferencedDocument? GrossPriceProductTradePrice? NetPriceProductTradePrice',
  NetPriceProductTradePrice: 'ChargeAmount BasisQuantity? AppliedTradeAllowanceCharge?',
  SpecifiedLineTradeDelivery: 'BilledQuantity',
  SpecifiedLineTradeSettlement:
    'ApplicableTradeTax BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* SpecifiedTradeSettlementLineMonetarySummation ' +
    'AdditionalReferencedDocument? ReceivableSpecifiedTradeAccountingAccount?',
  ApplicableTradeTax:
    'CalculatedAmount? TypeCode ExemptionReason? BasisAmount? CategoryCode ExemptionReasonCode? TaxPointDate? DueDateTypeCode? ' +
    'RateApplicablePercent?',
  SpecifiedTradeAllowanceCharge:
    'ChargeIndicator? CalculationPercent? BasisAmount? ActualAmount ReasonCode? Reason? CategoryTradeTax?',
  ChargeIndicator: 'Indicator',
  SpecifiedTradeSettlementLineMonetarySummation: 'LineTotalAmount',
  ApplicableHeaderTradeAgreement:
    'BuyerReference? SellerTradeParty BuyerTradeParty SellerTaxRepresentativeTradeParty? SellerOrderReferencedDocument? ' +
    'BuyerOrderReferencedDocument? ContractReferencedDocument? AdditionalReferencedDocument* SpecifiedProcuringProject?',
  SellerTradeParty: PARTY,
  BuyerTradeParty: PARTY,
  ShipToTradeParty: PARTY,
  SpecifiedLegalOrganization: 'ID? TradingBusinessName?',
  DefinedTradeContact: 'PersonName? DepartmentName? TelephoneUniversalCommunication? EmailURIUniversalCommunication?',
  TelephoneUniversalCommunication: COMMUNICATION,
  EmailURIUniversalCommunication: COMMUNICATION,
  PostalTradeAddress: 'PostcodeCode? LineOne? LineTwo? LineThree? CityName? CountryID CountrySubDivisionName?',
  SpecifiedTaxRegistration: 'ID',
  AdditionalReferencedDocument: REFERENCE,
  InvoiceReferencedDocument: REFERENCE,
  FormattedIssueDateTime: DATE,
  ApplicableHeaderTradeDelivery:
    'ShipToTradeParty? ActualDeliverySupplyChainEvent? DespatchAdviceReferencedDocument? ReceivingAdviceReferencedDocument?',
  ActualDeliverySupplyChainEvent: 'OccurrenceDateTime?',
  OccurrenceDateTime: DATE,
  ApplicableHeaderTradeSettlement:
    'CreditorReferenceID? PaymentReference? TaxCurrencyCode? InvoiceCurrencyCode PayeeTradeParty? ' +
    'SpecifiedTradeSettlementPaymentMeans* ApplicableTradeTax+ BillingSpecifiedPeriod? SpecifiedTradeAllowanceCharge* ' +
    'SpecifiedTradePaymentTerms? SpecifiedTradeSettlementHeaderMonetarySummation InvoiceReferencedDocument? ' +
    'ReceivableSpecifiedTradeAccountingAccount?',
  SpecifiedTradeSettlementPaymentMeans:
    'TypeCode Information? ApplicableTradeSettlementFinancialCard? PayerPartyDebtorFinancialAccount? ' +
    'PayeePartyCreditorFinancialAccount? PayeeSpecifiedCreditorFinancialInstitution?',
  ApplicableTradeSettlementFinancialCard: 'ID CardholderName?',
  BillingSpecifiedPeriod: 'StartDateTime? EndDateTime?',
  StartDateTime: DATE,
  EndDateTime: DATE,
  SpecifiedTradePaymentTerms: 'Description? DueDateDateTime? DirectDebitMandateID?',
  SpecifiedTradeSettlementHeaderMonetarySummation:
    'LineTotalAmount ChargeTotalAmount? AllowanceTotalAmount? TaxBasisTotalAmount TaxTotalAmount* RoundingAmount? ' +
    'GrandTotalAmount TotalPrepaidAmount? DuePayableAmount',
};

/**
 * For each element, a regular expression that matches the names of its children, each followed by a space. Built from a list
 * such as 'Name? ID*'.
 */
const ORDERS = new Map(
  Object.entries(STRUCTURE).map(([name, children]) => {
    const parts = children.split(' ').map(child => child.replace(/^(\w+)([?*+]?)$/, '(?:$1 )$2'));
    return [name, new RegExp(`^${parts.join('')}$`)];
  }),
);

/** Returns the elements with missing, surplus, unknown or misplaced children, and the elements without content. */
export function structureFaults(node: XmlNode): string[] {
  const name = localName(node);
  const order = ORDERS.get(name);
  const names = node.children.map(localName);
  const isRight = order ? order.test(names.map(each => `${each} `).join('')) : names.length === 0 && node.text.trim() !== '';
  return [...(isRight ? [] : [`${name}: ${names.join(' ')}`]), ...node.children.flatMap(structureFaults)];
}
