import { DEFAULT_PRIMARY } from '../../../../shared/charging/branding.ts';
import type { SessionLocation } from '../../../../shared/charging/session.ts';
import { isCountry, type Locale } from '../../../../shared/model/locales.ts';
import type { Bill } from '../../../../shared/model/tariff.ts';
import type {
  ClientRecord,
  DocumentCustomer,
  DocumentKind,
  DocumentMeter,
  InvoiceDocument,
  NationalVat,
  Supplier,
} from '../../../core/records/records.ts';
import { nationalVatOf } from './nationalVat.ts';

/** The input of a document. It is complete once the payment has been captured. */
export interface InvoiceFacts {
  client: ClientRecord;
  /** The document number, see `nextNumber` in numbering.ts. */
  number: string;
  issuedAt: Date;
  locale: Locale;
  place: SessionLocation;
  session: { number: number; startedAt: Date; endedAt: Date };
  /** True if the station's CPO issues the invoice (`SessionRecord.invoiceReference`). The app then issues only a receipt. */
  isInvoicedByOther?: boolean;
  meter: DocumentMeter;
  bill: Bill;
  payment: { cardDigits: string | null; paidAt: Date; heldMinor: number; chargedMinor: number };
  customer: DocumentCustomer | null;
  checkUrl: string;
  signedRecords: number;
}

/** Returns whether a session in this country gets an invoice or a receipt. */
export function documentKind(client: ClientRecord, country: string, isInvoicedByOther = false): DocumentKind {
  // If there were two tax invoices for one sale, the VAT would be due twice.
  if (isInvoicedByOther) return 'receipt';
  return (
    (isCountry(country) ? client.invoices[country] : undefined) ?? (FISCAL_REPORTING.includes(country) ? 'receipt' : 'invoice')
  );
}

/**
 * Countries in which invoices must be reported to the tax authority (HU NAV, IT SDI, ES Verifactu). An invoice is issued there
 * only if the operator has enabled invoices for the country.
 */
const FISCAL_REPORTING: readonly string[] = ['hu', 'it', 'es'];

/** Creates the document of a paid session. The document contains copies of all data that may change later. */
export function createInvoiceDocument(facts: InvoiceFacts): InvoiceDocument {
  const { client, place, session, bill, payment } = facts;
  const kind = documentKind(client, place.country, facts.isInvoicedByOther);
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
    place: locationOf(place),
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
    rates: client.exchangeRates,
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

function locationOf({ street, postalCode, city, country, evseId, plug }: SessionLocation): InvoiceDocument['place'] {
  return { street, postalCode, city, country, evseId, plug: { ...plug } };
}
