import { type Currency, stepMinor } from '../../shared/model/money.ts';
import { allAt, textAt, type XmlNode } from './xmlTree.ts';

const HEADER = 'SupplyChainTradeTransaction';
const AGREEMENT = `${HEADER}/ApplicableHeaderTradeAgreement`;
const SELLER = `${AGREEMENT}/SellerTradeParty`;
const BUYER = `${AGREEMENT}/BuyerTradeParty`;
const DELIVERY = `${HEADER}/ApplicableHeaderTradeDelivery`;
const SETTLEMENT = `${HEADER}/ApplicableHeaderTradeSettlement`;
const TOTALS = `${SETTLEMENT}/SpecifiedTradeSettlementHeaderMonetarySummation`;
const PERIOD = `${SETTLEMENT}/BillingSpecifiedPeriod`;

/** Parses a decimal number into millionths. A missing amount counts as zero, as in the rules of EN 16931. */
function micro(text: string | null): bigint {
  if (text === null) return 0n;
  const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(text.trim()) ?? [];
  if (sign === undefined) throw new Error(`Not a decimal: ${text}`);
  return BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`);
}
const sum = (texts: readonly (string | null)[]): bigint => texts.map(micro).reduce((total, each) => total + each, 0n);
const nearestCent = (value: bigint): bigint => ((value < 0n ? value - 5000n : value + 5000n) / 10_000n) * 10_000n;
const size = (value: bigint): bigint => (value < 0n ? -value : value);

const lines = (invoice: XmlNode): XmlNode[] => allAt(invoice, `${HEADER}/IncludedSupplyChainTradeLineItem`);
const taxes = (invoice: XmlNode): XmlNode[] => allAt(invoice, `${SETTLEMENT}/ApplicableTradeTax`);
const total = (invoice: XmlNode, name: string): string | null => textAt(invoice, `${TOTALS}/${name}`);
const taxTotals = (invoice: XmlNode) => allAt(invoice, `${TOTALS}/TaxTotalAmount`);
/** Returns the tax total in the currency of the invoice (BT-110) or in the tax currency of the country (BT-111). */
const taxTotal = (invoice: XmlNode, code: 'InvoiceCurrencyCode' | 'TaxCurrencyCode'): string | null =>
  taxTotals(invoice).find(({ attributes }) => attributes.currencyID === textAt(invoice, `${SETTLEMENT}/${code}`))?.text ?? null;
const has = (node: XmlNode, path: string): boolean => (textAt(node, path) ?? '').trim() !== '';
const lineTotal = (line: XmlNode) =>
  textAt(line, 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount');
const lineTax = (line: XmlNode, name: string) => textAt(line, `SpecifiedLineTradeSettlement/ApplicableTradeTax/${name}`);
const lineAllowances = (line: XmlNode) => allAt(line, 'SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge');
const categories = (invoice: XmlNode) => [
  ...taxes(invoice).map(tax => textAt(tax, 'CategoryCode')),
  ...lines(invoice).map(line => lineTax(line, 'CategoryCode')),
];
const taxIds = (node: XmlNode, scheme: 'VA' | 'FC') =>
  allAt(node, 'SpecifiedTaxRegistration/ID').filter(({ attributes }) => attributes.schemeID === scheme);
const party = (invoice: XmlNode, path: string) => allAt(invoice, path)[0] ?? { name: '', attributes: {}, children: [], text: '' };
const step = (invoice: XmlNode): bigint =>
  BigInt(stepMinor(textAt(invoice, `${SETTLEMENT}/InvoiceCurrencyCode`) as Currency)) * 10_000n;

/** Creates a rule that is met if `holds` returns true for every element of `list`. */
const all =
  <T>(list: (invoice: XmlNode) => readonly T[], holds: (each: T, invoice: XmlNode) => boolean) =>
  (invoice: XmlNode): boolean =>
    list(invoice).every(each => holds(each, invoice));
const isPresent = (path: string) => (invoice: XmlNode) => has(invoice, path);
const amounts = (invoice: XmlNode, name: string): (string | null)[] => [total(invoice, name)];
const isCents = (text: string | null): boolean => text === null || /^-?\d+(\.\d{1,2})?$/.test(text);
const inCents = (name: string) => all(invoice => amounts(invoice, name), isCents);
/** Returns the sum of the invoice lines that have the VAT category and VAT rate of `tax`. */
const sumOfRate = (invoice: XmlNode, tax: XmlNode): bigint =>
  sum(
    lines(invoice)
      .filter(
        line =>
          lineTax(line, 'CategoryCode') === textAt(tax, 'CategoryCode') &&
          micro(lineTax(line, 'RateApplicablePercent')) === micro(textAt(tax, 'RateApplicablePercent')),
      )
      .map(lineTotal),
  );
const ofCategory = (category: string) => (invoice: XmlNode) =>
  taxes(invoice).filter(tax => textAt(tax, 'CategoryCode') === category);
const linesOf = (category: string) => (invoice: XmlNode) =>
  lines(invoice).filter(line => lineTax(line, 'CategoryCode') === category);
/**
 * Returns true if the VAT amount equals net × rate, with a tolerance of one rounding step of the currency. EN 16931 would
 * tolerate a whole currency unit.
 */
const isTaxOf = (tax: XmlNode, invoice: XmlNode): boolean => {
  const exact = (micro(textAt(tax, 'BasisAmount')) * micro(textAt(tax, 'RateApplicablePercent'))) / 100_000_000n;
  return size(micro(textAt(tax, 'CalculatedAmount')) - exact) <= step(invoice);
};
const isUntaxed = (tax: XmlNode): boolean => micro(textAt(tax, 'CalculatedAmount')) === 0n;
const sellerNumber = (category: string) => (invoice: XmlNode) => {
  const seller = party(invoice, SELLER);
  return !categories(invoice).includes(category) || [...taxIds(seller, 'VA'), ...taxIds(seller, 'FC')].length > 0;
};
const brokenDown = (category: string) => (invoice: XmlNode) =>
  linesOf(category)(invoice).length === 0 || ofCategory(category)(invoice).length > 0;

/** Currency codes of ISO 4217, limited to the currencies that this app can use. */
const CODES: readonly string[] = ['EUR', 'CHF', 'HUF', 'DKK', 'GBP'];

/**
 * Business rules of EN 16931-1 by identifier, limited to the rules that this app could break. They follow the wording of the
 * standard. CEN/TS 16931-3-3 (the CII binding) maps its terms to XML elements.
 */
export const RULES: Readonly<Record<string, (invoice: XmlNode) => boolean>> = {
  'BR-01': invoice =>
    textAt(invoice, 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID') === 'urn:cen.eu:en16931:2017',
  'BR-02': isPresent('ExchangedDocument/ID'),
  'BR-03': isPresent('ExchangedDocument/IssueDateTime/DateTimeString'),
  'BR-04': invoice => ['380', '381', '384'].includes(textAt(invoice, 'ExchangedDocument/TypeCode') ?? ''),
  'BR-05': isPresent(`${SETTLEMENT}/InvoiceCurrencyCode`),
  'BR-06': isPresent(`${SELLER}/Name`),
  'BR-07': isPresent(`${BUYER}/Name`),
  'BR-08': invoice => allAt(invoice, `${SELLER}/PostalTradeAddress`).length === 1,
  'BR-09': isPresent(`${SELLER}/PostalTradeAddress/CountryID`),
  'BR-10': invoice => allAt(invoice, `${BUYER}/PostalTradeAddress`).length === 1,
  'BR-11': isPresent(`${BUYER}/PostalTradeAddress/CountryID`),
  'BR-12': isPresent(`${TOTALS}/LineTotalAmount`),
  'BR-13': isPresent(`${TOTALS}/TaxBasisTotalAmount`),
  'BR-14': isPresent(`${TOTALS}/GrandTotalAmount`),
  'BR-15': isPresent(`${TOTALS}/DuePayableAmount`),
  'BR-16': invoice => lines(invoice).length > 0,
  'BR-21': all(lines, line => has(line, 'AssociatedDocumentLineDocument/LineID')),
  'BR-22': all(lines, line => has(line, 'SpecifiedLineTradeDelivery/BilledQuantity')),
  'BR-23': all(lines, line => (allAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity')[0]?.attributes.unitCode ?? '') !== ''),
  'BR-24': all(lines, line => lineTotal(line) !== null),
  'BR-25': all(lines, line => has(line, 'SpecifiedTradeProduct/Name')),
  'BR-26': all(lines, line => has(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount')),
  'BR-27': all(lines, line => micro(textAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount')) >= 0n),
  'BR-29': invoice => {
    const [start, end] = ['Start', 'End'].map(edge => textAt(invoice, `${PERIOD}/${edge}DateTime/DateTimeString`) ?? '');
    return start! <= end!;
  },
  'BR-41': all(lines, line => lineAllowances(line).every(each => has(each, 'ActualAmount'))),
  'BR-42': all(lines, line => lineAllowances(line).every(each => has(each, 'Reason') || has(each, 'ReasonCode'))),
  'BR-45': all(taxes, tax => has(tax, 'BasisAmount')),
  'BR-46': all(taxes, tax => has(tax, 'CalculatedAmount')),
  'BR-47': all(taxes, tax => has(tax, 'CategoryCode')),
  'BR-48': all(taxes, tax => has(tax, 'RateApplicablePercent') || textAt(tax, 'CategoryCode') === 'O'),
  'BR-49': isPresent(`${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/TypeCode`),
  'BR-51': all(
    invoice => allAt(invoice, `${SETTLEMENT}/SpecifiedTradeSettlementPaymentMeans/ApplicableTradeSettlementFinancialCard/ID`),
    card => /^\d{4,6}$/.test(card.text),
  ),
  'BR-52': all(
    invoice => allAt(invoice, `${AGREEMENT}/AdditionalReferencedDocument`),
    each => has(each, 'IssuerAssignedID'),
  ),
  'BR-53': invoice => !has(invoice, `${SETTLEMENT}/TaxCurrencyCode`) || (taxTotal(invoice, 'TaxCurrencyCode') ?? '') !== '',
  'BR-55': all(
    invoice => allAt(invoice, `${SETTLEMENT}/InvoiceReferencedDocument`),
    each => has(each, 'IssuerAssignedID'),
  ),
  'BR-57': all(
    invoice => allAt(invoice, `${DELIVERY}/ShipToTradeParty/PostalTradeAddress`),
    address => has(address, 'CountryID'),
  ),
  'BR-CO-04': all(lines, line => (lineTax(line, 'CategoryCode') ?? '') !== ''),
  'BR-CO-09': all(
    invoice => [SELLER, BUYER].flatMap(path => taxIds(party(invoice, path), 'VA')),
    id => /^[A-Z]{2}/.test(id.text),
  ),
  'BR-CO-10': invoice => micro(total(invoice, 'LineTotalAmount')) === sum(lines(invoice).map(lineTotal)),
  'BR-CO-13': invoice =>
    micro(total(invoice, 'TaxBasisTotalAmount')) ===
    micro(total(invoice, 'LineTotalAmount')) -
      micro(total(invoice, 'AllowanceTotalAmount')) +
      micro(total(invoice, 'ChargeTotalAmount')),
  'BR-CO-14': invoice =>
    micro(taxTotal(invoice, 'InvoiceCurrencyCode')) === sum(taxes(invoice).map(tax => textAt(tax, 'CalculatedAmount'))),
  'BR-CO-15': invoice =>
    micro(total(invoice, 'GrandTotalAmount')) ===
    micro(total(invoice, 'TaxBasisTotalAmount')) + micro(taxTotal(invoice, 'InvoiceCurrencyCode')),
  'BR-CO-16': invoice =>
    micro(total(invoice, 'DuePayableAmount')) ===
    micro(total(invoice, 'GrandTotalAmount')) -
      micro(total(invoice, 'TotalPrepaidAmount')) +
      micro(total(invoice, 'RoundingAmount')),
  'BR-CO-17': all(taxes, isTaxOf),
  'BR-CO-18': invoice => taxes(invoice).length > 0,
  'BR-CO-19': all(
    invoice => allAt(invoice, PERIOD),
    period => has(period, 'StartDateTime/DateTimeString') || has(period, 'EndDateTime/DateTimeString'),
  ),
  'BR-CO-25': invoice =>
    micro(total(invoice, 'DuePayableAmount')) <= 0n ||
    has(invoice, `${SETTLEMENT}/SpecifiedTradePaymentTerms/Description`) ||
    has(invoice, `${SETTLEMENT}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`),
  'BR-CO-26': invoice => {
    const seller = party(invoice, SELLER);
    return has(seller, 'ID') || has(seller, 'SpecifiedLegalOrganization/ID') || taxIds(seller, 'VA').length > 0;
  },
  'BR-CL-04': invoice => CODES.includes(textAt(invoice, `${SETTLEMENT}/InvoiceCurrencyCode`) ?? ''),
  'BR-CL-03': all(taxTotals, ({ attributes }) => CODES.includes(attributes.currencyID ?? '')),
  'BR-CL-05': invoice => CODES.includes(textAt(invoice, `${SETTLEMENT}/TaxCurrencyCode`) ?? 'EUR'),
  'BR-CL-17': all(categories, category => ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'].includes(category ?? '')),
  'BR-CL-23': all(lines, line =>
    ['KWH', 'SEC', 'MIN', 'C62'].includes(allAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity')[0]?.attributes.unitCode ?? ''),
  ),
  'BR-DEC-09': inCents('LineTotalAmount'),
  'BR-DEC-12': inCents('TaxBasisTotalAmount'),
  'BR-DEC-13': invoice => isCents(taxTotal(invoice, 'InvoiceCurrencyCode')),
  'BR-DEC-14': inCents('GrandTotalAmount'),
  'BR-DEC-15': invoice => isCents(taxTotal(invoice, 'TaxCurrencyCode')),
  'BR-DEC-16': inCents('TotalPrepaidAmount'),
  'BR-DEC-18': inCents('DuePayableAmount'),
  'BR-DEC-19': all(taxes, tax => isCents(textAt(tax, 'BasisAmount'))),
  'BR-DEC-20': all(taxes, tax => isCents(textAt(tax, 'CalculatedAmount'))),
  'BR-DEC-23': all(lines, line => isCents(lineTotal(line))),
  'BR-DEC-24': all(lines, line => lineAllowances(line).every(each => isCents(textAt(each, 'ActualAmount')))),
  'BR-S-01': brokenDown('S'),
  'BR-S-02': sellerNumber('S'),
  'BR-S-05': all(linesOf('S'), line => micro(lineTax(line, 'RateApplicablePercent')) > 0n),
  'BR-S-08': all(ofCategory('S'), (tax, invoice) => micro(textAt(tax, 'BasisAmount')) === sumOfRate(invoice, tax)),
  'BR-S-09': all(ofCategory('S'), isTaxOf),
  'BR-S-10': all(ofCategory('S'), tax => !has(tax, 'ExemptionReason') && !has(tax, 'ExemptionReasonCode')),
  'BR-E-01': brokenDown('E'),
  'BR-E-02': sellerNumber('E'),
  'BR-E-05': all(linesOf('E'), line => micro(lineTax(line, 'RateApplicablePercent')) === 0n),
  'BR-E-08': all(ofCategory('E'), (tax, invoice) => micro(textAt(tax, 'BasisAmount')) === sumOfRate(invoice, tax)),
  'BR-E-09': all(ofCategory('E'), isUntaxed),
  'BR-E-10': all(ofCategory('E'), tax => has(tax, 'ExemptionReason') || has(tax, 'ExemptionReasonCode')),
  'BR-Z-01': brokenDown('Z'),
  'BR-Z-02': sellerNumber('Z'),
  'BR-Z-05': all(linesOf('Z'), line => micro(lineTax(line, 'RateApplicablePercent')) === 0n),
  'BR-Z-08': all(ofCategory('Z'), (tax, invoice) => micro(textAt(tax, 'BasisAmount')) === sumOfRate(invoice, tax)),
  'BR-Z-09': all(ofCategory('Z'), isUntaxed),
  'BR-Z-10': all(ofCategory('Z'), tax => !has(tax, 'ExemptionReason') && !has(tax, 'ExemptionReasonCode')),
  // Rule R120 of Peppol BIS Billing 3, which is not part of EN 16931 but which many recipients check. Tolerance: two cents.
  'PEPPOL-R120': all(lines, line => {
    const price = micro(textAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'));
    const base = micro(textAt(line, 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity'));
    const quantity = micro(textAt(line, 'SpecifiedLineTradeDelivery/BilledQuantity'));
    const extra = lineAllowances(line).map(
      each => micro(textAt(each, 'ActualAmount')) * (textAt(each, 'ChargeIndicator/Indicator') === 'true' ? 1n : -1n),
    );
    const expected = nearestCent((quantity * price) / base) + extra.reduce((sum, each) => sum + each, 0n);
    return size(micro(lineTotal(line)) - expected) <= 20_000n;
  }),
};

/**
 * Returns the identifiers of the rules that an invoice breaks. If an amount is not a decimal number, every rule that reads it
 * counts as broken.
 */
export function brokenRules(invoice: XmlNode): string[] {
  return Object.keys(RULES).filter(name => {
    try {
      return !RULES[name]!(invoice);
    } catch {
      return true;
    }
  });
}
