import { DEFAULT_PRIMARY } from '../../../shared/branding.ts';
import type { Country, Locale } from '../../../shared/locales.ts';
import type { Currency } from '../../../shared/money.ts';
import type { Place, PlugFacts } from '../../../shared/session.ts';
import type { Bill, BillLine, VatGroup } from '../../../shared/tariff.ts';
import type { ClientRecord, Supplier } from '../records.ts';
import { type NationalVat, nationalVatOf } from './nationalVat.ts';

/** A receipt is no tax invoice: some countries want invoices reported, which is not ours to do. */
export type DocumentKind = 'invoice' | 'receipt' | 'credit-note';

/**
 * The buyer, as far as known. Above the country's limit an invoice needs the address (§ 14(4) UStG). No law wants an e-mail
 * address, and documents are found by four digits of a card: whoever guesses them must not learn one.
 */
export interface DocumentCustomer {
  name: string;
  address: { street: string; postalCode: string; city: string; country: string; vatId: string } | null;
}

/** Readings of the meter's display in Wh, as far as the station tells them. */
export interface DocumentMeter {
  startWh: number | null;
  stopWh: number | null;
  id: string | null;
}

/**
 * Everything a document shows, as issued and kept for ever: the page is drawn from this alone, so that it stays the same
 * when prices, addresses or the brand change. Plain JSON; amounts in minor units, times ISO.
 */
export interface InvoiceDocument {
  kind: DocumentKind;
  number: string;
  issuedAt: string;
  locale: Locale;
  /** How the page is drawn; a new look gets a new number, and old documents keep theirs. */
  templateVersion: 1;
  timeZone: string;
  brand: {
    name: string;
    /** '#rrggbb'. */
    primary: string;
    /** PNG or JPEG; null: the name is written. */
    logoPrint: string | null;
    supportPhone: string | null;
    supportEmail: string | null;
  };
  supplier: Omit<Supplier, 'vatIds'> & {
    /** The one for the country of supply, else the one at home. */
    vatId: string | null;
  };
  customer: DocumentCustomer | null;
  place: { street: string; postalCode: string; city: string; country: string; evseId: string; plug: PlugFacts };
  sessionNumber: number;
  startedAt: string;
  endedAt: string;
  meter: DocumentMeter;
  currency: Currency;
  lines: readonly BillLine[];
  totalMinor: number;
  vat: readonly VatGroup[];
  /** Missing: nothing is to be converted, or no rate was known at issue. */
  nationalVat?: NationalVat;
  /** Printed last four digits of the card. */
  cardDigits: string | null;
  paidAt: string;
  hold: { heldMinor: number; chargedMinor: number; releasedMinor: number };
  /** Where the signed meter values can be had and checked (MessEG § 33). */
  checkUrl: string;
  /** How many signed records there were at issue: these are attached, whatever a station tells later. */
  signedRecords: number;
  /** The document this one stands in for: a company invoice asked for afterwards. */
  replaces: { number: string; issuedAt: string } | null;
  /** Only of a credit note: the document whose amounts it takes back, whole or in part. Its own amounts are positive. */
  cancels: Cancelled | null;
}

export interface Cancelled {
  number: string;
  issuedAt: string;
  /** It was no tax invoice. */
  isReceipt: boolean;
  isWhole: boolean;
  /** When the money went back to the card; null: none was moved, another document stands in for it. */
  refundedAt: string | null;
}

/** What is known when the money has been taken. */
export interface InvoiceFacts {
  client: ClientRecord;
  /** From the counter of the supplier and year. */
  number: string;
  issuedAt: Date;
  locale: Locale;
  place: Place;
  session: { number: number; startedAt: Date; endedAt: Date };
  meter: DocumentMeter;
  bill: Bill;
  payment: { cardDigits: string | null; paidAt: Date; heldMinor: number; chargedMinor: number };
  customer: DocumentCustomer | null;
  checkUrl: string;
  signedRecords: number;
}

/** Which kind of document is issued at a point in this country. */
export function documentKind(client: ClientRecord, country: string): DocumentKind {
  return client.invoices[country as Country] ?? (FISCAL_REPORTING.includes(country) ? 'receipt' : 'invoice');
}

/** HU NAV, IT SDI, ES Verifactu: an invoice there only when the operator has switched it on. */
const FISCAL_REPORTING: readonly string[] = ['hu', 'it', 'es'];

/** The document of a paid session, with copies of all that may change later. */
export function createInvoiceDocument(facts: InvoiceFacts): InvoiceDocument {
  const { client, place, session, bill, payment } = facts;
  const kind = documentKind(client, place.country);
  const nationalVat = kind === 'invoice' ? nationalVatOfBill(facts) : null;
  return {
    kind,
    number: facts.number,
    issuedAt: facts.issuedAt.toISOString(),
    locale: facts.locale,
    templateVersion: 1,
    timeZone: place.timeZone,
    brand: brandOf(client),
    supplier: supplierOf(client.supplier, place.country),
    customer: facts.customer,
    place: placeOf(place),
    sessionNumber: session.number,
    startedAt: session.startedAt.toISOString(),
    endedAt: session.endedAt.toISOString(),
    meter: facts.meter,
    currency: bill.currency,
    lines: bill.lines.map(line => ({ ...line })),
    totalMinor: bill.totalMinor,
    vat: bill.vat.map(group => ({ ...group })),
    ...(nationalVat && { nationalVat }),
    cardDigits: payment.cardDigits,
    paidAt: payment.paidAt.toISOString(),
    hold: {
      heldMinor: payment.heldMinor,
      chargedMinor: payment.chargedMinor,
      releasedMinor: payment.heldMinor - payment.chargedMinor,
    },
    checkUrl: facts.checkUrl,
    signedRecords: facts.signedRecords,
    replaces: null,
    cancels: null,
  };
}

const nationalVatOfBill = ({ client, place, session, bill }: InvoiceFacts): NationalVat | null =>
  nationalVatOf({
    rates: client.exchangeRates ?? [],
    country: place.country,
    currency: bill.currency,
    vat: bill.vat,
    endedAt: session.endedAt,
    timeZone: place.timeZone,
  });

function brandOf({ name, colors, logoPrint, supportPhone, supportEmail }: ClientRecord): InvoiceDocument['brand'] {
  const primary = /^#[0-9a-f]{6}$/i.test(colors.primary ?? '') ? colors.primary : null;
  return { name, primary: primary ?? DEFAULT_PRIMARY, logoPrint: logoPrint?.base64 ?? null, supportPhone, supportEmail };
}

function supplierOf({ vatIds, ...supplier }: Supplier, country: string): InvoiceDocument['supplier'] {
  const idOf = (code: string) => vatIds[code.toUpperCase()] ?? vatIds[code.toLowerCase()];
  return { ...supplier, vatId: idOf(country) ?? idOf(supplier.country) ?? null };
}

function placeOf({ street, postalCode, city, country, evseId, plug }: Place): InvoiceDocument['place'] {
  return { street, postalCode, city, country, evseId, plug: { ...plug } };
}
