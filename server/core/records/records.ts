import type { Contract, PlugFacts, PlugState } from '../../../shared/charging/session.ts';
import type { LegalKind, LegalSource } from '../../../shared/model/legal.ts';
import type { Country, Locale } from '../../../shared/model/locales.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { BillLine, Tariff, VatGroup } from '../../../shared/model/tariff.ts';
import type { PointStation } from './pointStation.ts';

/** Who sells the energy and issues the documents. */
export interface Supplier {
  name: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  vatIds: Partial<Record<string, string>>;
  taxNumber: string | null;
  register: string | null;
}

/** One unit of `base` is `rate` units of `quote`, as a central bank publishes it. */
export interface ExchangeRate {
  base: Currency;
  quote: Currency;
  rate: number;
  /** The first day it applies, 'YYYY-MM-DD'; the last is the one before the next rate's. */
  since: string;
}

/** One entry of clients.json with its files read. Amounts in minor units, rates in per cent. */
export interface ClientRecord {
  id: string;
  uuid: string;
  name: string;
  /** OCPI parties whose locations this client sells: 'DE*ABC'. */
  parties: readonly string[];
  languages: readonly Locale[];
  mainLanguage: Locale;
  /** Country preselected in the receipt search. */
  country: Country;
  /** Bytes are kept in the database: a logo is served from our own origin. */
  logo: { fileName: string; contentType: string; base64: string; width: number; height: number } | null;
  /** For dark pages; missing in what an earlier version has kept. */
  logoDark?: ClientRecord['logo'];
  /** PNG or JPEG for documents. */
  logoPrint: { contentType: string; base64: string } | null;
  colors: { primary: string | null; secondary: string | null };
  currency: Currency;
  /** Offered holds. */
  holds: Partial<Record<Currency, readonly number[]>>;
  namesRequired: boolean;
  emailRequired: boolean;
  contactAtPayment: boolean;
  buttonWords: 'binding' | 'spec';
  withdrawal: boolean;
  eichrecht: boolean;
  certifiedClock: boolean;
  supplier: Supplier;
  /** Stands in the numbers of its documents and names their series; no other supplier has it. */
  numberPrefix: string;
  vat: Partial<Record<Country, number>>;
  smallInvoiceLimit: Partial<Record<Country, number>>;
  invoices: Partial<Record<Country, 'invoice' | 'receipt'>>;
  /** Missing in what an earlier version has stored. */
  exchangeRates?: readonly ExchangeRate[];
  paymentAccount: string | null;
  merchantOfRecord: boolean;
  supportPhone: string | null;
  supportEmail: string | null;
  contactRetentionDays: number;
  /** Whom its locations are taken from; shown at the foot of its pages. */
  dataSource: string | null;
  legal: Partial<Record<Locale, Partial<Record<LegalKind, LegalSource>>>>;
}

/** AFIR art. 5(4): from 50 kW the price is per kWh, beside it at most an occupancy fee per minute. */
export const AFIR_POWER_W = 50_000;

export interface ConnectorRecord extends PlugFacts {
  tariffId: string;
  /** What whoever runs the station wants to be held, in the tariff's currency; missing: not told. */
  preauthorizeMinor?: number;
}

/** One EVSE of an OCPI location. */
export interface PointRecord {
  clientId: string;
  evseId: string;
  street: string;
  postalCode: string;
  city: string;
  country: Country;
  /** For public holidays: ISO 3166-2 such as 'DE-BY', else the country code in capitals. */
  region: string;
  timeZone: string;
  openingHours: '24/7' | null;
  helpPhone: string | null;
  /** Missing in what an earlier version has stored: all its stations were simulated. */
  station?: PointStation;
  /** As the location file says; stations report the living state. */
  state: PlugState;
  connectors: readonly ConnectorRecord[];
}

export interface TariffRecord {
  id: string;
  /** sha-256 of the tariff as it is applied: changes when a price changes. */
  version: string;
  /** Prices gross: a net OCPI price became price × (1 + VAT), rounded to four decimals, at import. */
  tariff: Tariff;
}

/** A tariff and when it is sold: of several with one id that are sold at an instant, the one that began last. */
export interface DatedTariff extends TariffRecord, Validity {}

/** Epoch milliseconds; null: always, or until another begins. */
export interface Validity {
  from: number | null;
  /** The first instant at which it is sold no more. */
  until: number | null;
}

/** A fault in an operator's file, told with the place and the reason. */
export interface DataFault {
  file: string;
  path: string;
  reason: string;
}

/** Everything an operator brings: read whole or not at all. */
export interface OperatorData {
  clients: readonly ClientRecord[];
  points: readonly PointRecord[];
  tariffs: readonly DatedTariff[];
  /** Worth a look, but not refused: missing holds, AFIR remarks. */
  remarks: readonly DataFault[];
}

/** What an order keeps of what was agreed. */
export interface Agreed extends Pick<Contract, 'terms'> {
  privacy: Contract['terms'];
  /** Version of the tariff. */
  tariff: string;
  limitMinor: number | null;
  /** When, ISO. */
  at: string;
}

/** The VAT of an invoice in the money of the country that gets it (art. 230 of Directive 2006/112/EC). */
export interface NationalVat {
  currency: Currency;
  vatMinor: number;
  rate: ExchangeRate;
}

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
