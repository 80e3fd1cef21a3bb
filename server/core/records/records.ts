import type { Contract, PlugFacts, PlugState } from '../../../shared/charging/session.ts';
import type { LegalKind, LegalSource } from '../../../shared/model/legal.ts';
import type { Country, Locale } from '../../../shared/model/locales.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { BillLine, Tariff, VatGroup } from '../../../shared/model/tariff.ts';
import type { PointStation } from './pointStation.ts';

/** The seller of the energy, who issues the documents. */
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

/** One unit of `base` is `rate` units of `quote`, as a central bank publishes the rate. */
export interface ExchangeRate {
  base: Currency;
  quote: Currency;
  rate: number;
  /** First day of the rate, 'YYYY-MM-DD'. The rate applies until the day before the next one. */
  since: string;
}

/** One entry of clients.json with the files that it names. Amounts in minor units, rates in per cent. */
export interface ClientRecord {
  id: string;
  uuid: string;
  name: string;
  /** OCPI parties whose locations the client sells: 'DE*ABC'. */
  parties: readonly string[];
  languages: readonly Locale[];
  mainLanguage: Locale;
  /** The country that the receipt search preselects. */
  country: Country;
  /** The database stores the bytes, because this origin serves the logo. */
  logo: { fileName: string; contentType: string; base64: string; width: number; height: number } | null;
  /** The logo for dark pages. */
  logoDark: ClientRecord['logo'];
  /** PNG or JPEG for documents. */
  logoPrint: { contentType: string; base64: string } | null;
  colors: { primary: string | null; secondary: string | null };
  currency: Currency;
  /** Hold amounts by currency. */
  holds: Partial<Record<Currency, readonly number[]>>;
  namesRequired: boolean;
  emailRequired: boolean;
  contactAtPayment: boolean;
  buttonWords: 'binding' | 'spec';
  withdrawal: boolean;
  eichrecht: boolean;
  certifiedClock: boolean;
  supplier: Supplier;
  /** Prefix of the document numbers. Each supplier has its own. */
  numberPrefix: string;
  vat: Partial<Record<Country, number>>;
  smallInvoiceLimit: Partial<Record<Country, number>>;
  invoices: Partial<Record<Country, 'invoice' | 'receipt'>>;
  exchangeRates: readonly ExchangeRate[];
  paymentAccount: string | null;
  merchantOfRecord: boolean;
  supportPhone: string | null;
  supportEmail: string | null;
  contactRetentionDays: number;
  /** Attribution of the location data in the footer of the pages. */
  dataSource: string | null;
  legal: Partial<Record<Locale, Partial<Record<LegalKind, LegalSource>>>>;
}

/** AFIR art. 5(4): from 50 kW, the price is per kWh, with at most an occupancy fee per minute beside it. */
export const AFIR_POWER_W = 50_000;

export interface ConnectorRecord extends PlugFacts {
  tariffId: string;
  /** The hold that the station's operator requires, in the tariff's currency. Absent: none required. */
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
  /** Region for public holidays: ISO 3166-2 such as 'DE-BY', otherwise the country code in upper case. */
  region: string;
  timeZone: string;
  openingHours: '24/7' | null;
  helpPhone: string | null;
  /** Absent in rows of earlier versions, which had simulated stations only. */
  station?: PointStation;
  /** The state in the location file. Stations report the current state. */
  state: PlugState;
  connectors: readonly ConnectorRecord[];
}

export interface TariffRecord {
  id: string;
  /** SHA-256 of the tariff. Changes with every price. */
  version: string;
  /** Gross prices. At import a net OCPI price became price × (1 + VAT), rounded to four decimals. */
  tariff: Tariff;
}

/**
 * A tariff with its period of validity. If several tariffs with one id are valid at an instant, the one that began last applies.
 */
export interface DatedTariff extends TariffRecord, Validity {}

/** Epoch milliseconds. Null: no limit, or until another tariff begins. */
export interface Validity {
  from: number | null;
  /** The first instant at which the tariff no longer applies. */
  until: number | null;
}

/** A fault in an operator's file, with its place and reason. */
export interface DataFault {
  file: string;
  path: string;
  reason: string;
}

/** All data of an operator's folder. The import takes all of them or none. */
export interface OperatorData {
  clients: readonly ClientRecord[];
  points: readonly PointRecord[];
  tariffs: readonly DatedTariff[];
  /** Remarks that do not refuse the import: missing holds, AFIR. */
  remarks: readonly DataFault[];
}

/** The agreement that an order stores. */
export interface Agreed extends Pick<Contract, 'terms'> {
  privacy: Contract['terms'];
  /** Version of the tariff. */
  tariff: string;
  limitMinor: number | null;
  /** Time of the agreement, ISO 8601. */
  at: string;
}

/** The VAT of an invoice in the currency of the country that receives the tax (art. 230 of Directive 2006/112/EC). */
export interface NationalVat {
  currency: Currency;
  vatMinor: number;
  rate: ExchangeRate;
}

/**
 * A 'receipt' is no tax invoice. Some countries require that invoices are reported to the authorities, which this product does
 * not do.
 */
export type DocumentKind = 'invoice' | 'receipt' | 'credit-note';

/**
 * The buyer, as far as known. Above the country's limit an invoice needs the address (§ 14(4) UStG). No law requires an e-mail
 * address. Documents can be found with four digits of a card, so a stranger who guesses them must not learn an address.
 */
export interface DocumentCustomer {
  name: string;
  address: { street: string; postalCode: string; city: string; country: string; vatId: string } | null;
}

/** Readings of the meter's display in Wh, as far as the station reports them. */
export interface DocumentMeter {
  startWh: number | null;
  stopWh: number | null;
  id: string | null;
}

/**
 * The content of a document as issued, stored permanently. The page is rendered from this content alone, so a later change of
 * prices, addresses or brand does not alter the document. Plain JSON, amounts in minor units, times in ISO 8601.
 */
export interface InvoiceDocument {
  kind: DocumentKind;
  number: string;
  issuedAt: string;
  locale: Locale;
  /** Version of the page layout. A new layout gets a new number, and old documents keep theirs. */
  templateVersion: 1;
  timeZone: string;
  brand: {
    name: string;
    /** '#rrggbb'. */
    primary: string;
    /** PNG or JPEG. Null: the document shows the name as text. */
    logoPrint: string | null;
    supportPhone: string | null;
    supportEmail: string | null;
  };
  supplier: Omit<Supplier, 'vatIds'> & {
    /** The VAT ID for the country of supply, otherwise the domestic one. */
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
  /** Absent if no conversion is required, or if no rate was known at the time of issue. */
  nationalVat?: NationalVat;
  /** The last four digits of the card. */
  cardDigits: string | null;
  paidAt: string;
  hold: { heldMinor: number; chargedMinor: number; releasedMinor: number };
  /** Address at which the signed meter values can be downloaded and checked (MessEG § 33). */
  checkUrl: string;
  /** Number of signed records at the time of issue. These records are attached, whatever the station reports later. */
  signedRecords: number;
  /** The document that this one replaces: a company invoice replaces an earlier document. */
  replaces: { number: string; issuedAt: string } | null;
  /** Only for a credit note: the document that the note cancels in whole or in part. The note's own amounts are positive. */
  cancels: Cancelled | null;
}

export interface Cancelled {
  number: string;
  issuedAt: string;
  /** True if the document was no tax invoice. */
  isReceipt: boolean;
  isWhole: boolean;
  /** Time of the refund to the card. Null: no refund, because another document replaces the cancelled one. */
  refundedAt: string | null;
}
