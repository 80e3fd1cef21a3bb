import type { Contract, PlugFacts, PlugState } from '../../../shared/charging/session.ts';
import type { CheckoutForm } from '../../../shared/forms/contact.ts';
import type { LegalKind, LegalSource } from '../../../shared/model/legal.ts';
import type { Country, Locale } from '../../../shared/model/locales.ts';
import type { Currency } from '../../../shared/model/money.ts';
import type { BillLine, Tariff, VatGroup } from '../../../shared/model/tariff.ts';
import type { Coordinates } from './coordinates.ts';
import type { PointDetails } from './pointDetails.ts';
import type { PointStation } from './pointStation.ts';

/** The company that sells the energy to drivers and issues the documents. */
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

/** Exchange rate as a central bank publishes it: one unit of `base` is `rate` units of `quote`. */
export interface ExchangeRate {
  base: Currency;
  quote: Currency;
  rate: number;
  /** First day of the rate, 'YYYY-MM-DD'. The rate applies until the next rate begins. */
  since: string;
}

/**
 * A brand: its entry in clients.json and the contents of the files that the entry names. Amounts are in minor units, rates in
 * per cent.
 */
export interface ClientRecord {
  id: string;
  uuid: string;
  name: string;
  /** OCPI parties ('DE*ABC') whose locations the brand offers. */
  parties: readonly string[];
  languages: readonly Locale[];
  mainLanguage: Locale;
  /** Country that is preselected in the search for receipts. */
  country: Country;
  /** Logo, stored in the database because the app serves it from its own origin. Null: none. */
  logo: { fileName: string; contentType: string; base64: string; width: number; height: number } | null;
  /** Logo for dark pages. Null: none. */
  logoDark: ClientRecord['logo'];
  /** Logo for documents, PNG or JPEG. Null: none. */
  logoPrint: { contentType: string; base64: string } | null;
  colors: { primary: string | null; secondary: string | null };
  currency: Currency;
  /** Amounts that a driver can choose for the hold, by currency. */
  holds: Partial<Record<Currency, readonly number[]>>;
  namesRequired: boolean;
  emailRequired: boolean;
  contactAtPayment: boolean;
  checkoutForm: CheckoutForm;
  buttonWords: 'binding' | 'spec';
  withdrawal: boolean;
  eichrecht: boolean;
  certifiedClock: boolean;
  supplier: Supplier;
  /** Prefix of the document numbers, different for each supplier. */
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
  /** Whether points, states and prices are published for maps. Absent in rows of earlier versions: they are. */
  feed?: 'public' | 'off';
  /** Attribution of the location data, shown in the footer of pages. Null: none is required. */
  dataSource: string | null;
  legal: Partial<Record<Locale, Partial<Record<LegalKind, LegalSource>>>>;
}

export interface ConnectorRecord extends PlugFacts {
  tariffId: string;
  /** Hold that the CPO requires, in minor units of the tariff's currency. Absent: no hold is required. */
  preauthorizeMinor?: number;
}

/** A charging point: one EVSE of an OCPI location. */
export interface PointRecord {
  clientId: string;
  evseId: string;
  street: string;
  postalCode: string;
  city: string;
  country: Country;
  /** Region whose public holidays apply: ISO 3166-2 such as 'DE-BY', or the country code in upper case if no region is known. */
  region: string;
  timeZone: string;
  openingHours: '24/7' | null;
  helpPhone: string | null;
  /** Position of the location. Absent: the catalogue has none, or one that is not a position. */
  coordinates?: Coordinates;
  /** Address of the point at its station source. Absent in rows of earlier versions, which had only simulated stations. */
  station?: PointStation;
  /** Facts for the public feed. Absent in rows of earlier versions. */
  details?: PointDetails;
  /** State of the point in the location file. It applies until the station reports its current state. */
  state: PlugState;
  connectors: readonly ConnectorRecord[];
}

export interface TariffRecord {
  id: string;
  /** SHA-256 of the tariff. If a price changes, the version changes too. */
  version: string;
  /** Tariff with gross prices. The import converts a net price of OCPI: price × (1 + VAT), rounded to four decimals. */
  tariff: Tariff;
}

/**
 * A tariff with the period in which it is valid. If several tariffs with one id are valid at the same time, the one that began
 * last applies.
 */
export interface DatedTariff extends TariffRecord, Validity {}

/** Period in epoch milliseconds. `from` null: no beginning. `until` null: until another tariff with this id begins. */
export interface Validity {
  from: number | null;
  /** First instant at which the tariff no longer applies. */
  until: number | null;
}

/** An error or warning about the operator's data: the file, the JSON path in the file, and the reason. */
export interface DataFault {
  file: string;
  path: string;
  reason: string;
}

/** All data of the operator's folder, which is imported completely or not at all. */
export interface OperatorData {
  clients: readonly ClientRecord[];
  points: readonly PointRecord[];
  tariffs: readonly DatedTariff[];
  /** Warnings that do not prevent the import, for example about missing hold amounts or prices that AFIR does not allow. */
  remarks: readonly DataFault[];
}

/** The texts, prices and maximum amount that the driver agreed to when ordering. Stored with the order. */
export interface Agreed extends Pick<Contract, 'terms'> {
  privacy: Contract['terms'];
  /** Version of the tariff, see `TariffRecord`. */
  tariff: string;
  limitMinor: number | null;
  /** Time of the agreement, ISO 8601. */
  at: string;
}

/** VAT of an invoice, converted into the currency of the country that receives the VAT (art. 230 of Directive 2006/112/EC). */
export interface NationalVat {
  currency: Currency;
  vatMinor: number;
  rate: ExchangeRate;
}

/**
 * Kinds of documents. A 'receipt' is not a tax invoice. It is issued in countries where invoices must be reported to the
 * authorities, because the app reports none.
 */
export type DocumentKind = 'invoice' | 'receipt' | 'credit-note';

/**
 * The buyer, as far as known. Above an amount that depends on the country, an invoice must state the buyer's address (§ 14(4)
 * UStG). The e-mail address is left out intentionally: no law requires it, and a stranger who finds the document by guessing
 * four digits of a card would learn it.
 */
export interface DocumentCustomer {
  name: string;
  address: { street: string; postalCode: string; city: string; country: string; vatId: string } | null;
}

/** Meter display at the start and the end of the session, in Wh. Null: the station does not report it. */
export interface DocumentMeter {
  startWh: number | null;
  stopWh: number | null;
  id: string | null;
}

/**
 * Content of a document as issued, stored permanently. The document is drawn from this content alone, so later changes of
 * prices, addresses or the brand do not alter it. Plain JSON, amounts in minor units, times in ISO 8601.
 */
export interface InvoiceDocument {
  kind: DocumentKind;
  number: string;
  issuedAt: string;
  locale: Locale;
  /** Version of the layout. A changed layout gets a new version, and existing documents keep theirs. */
  templateVersion: 1;
  timeZone: string;
  brand: {
    name: string;
    /** Primary colour of the brand, '#rrggbb'. */
    primary: string;
    /** Logo, PNG or JPEG. Null: the document shows the name as text. */
    logoPrint: string | null;
    supportPhone: string | null;
    supportEmail: string | null;
  };
  supplier: Omit<Supplier, 'vatIds'> & {
    /** VAT ID of the supplier in the country of supply, or else in the supplier's own country. Null: none. */
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
  /** Absent if the VAT need not be converted, or if no exchange rate was known at the time of issue. */
  nationalVat?: NationalVat;
  /** Last four digits of the card. Null: unknown. */
  cardDigits: string | null;
  paidAt: string;
  hold: { heldMinor: number; chargedMinor: number; releasedMinor: number };
  /** URL at which the signed meter values can be downloaded and checked (MessEG § 33). */
  checkUrl: string;
  /** Number of signed meter records at the time of issue. Only these are attached, even if the station reports more later. */
  signedRecords: number;
  /** Document that this document replaces, because the driver asked for an invoice to a company. Null: none. */
  replaces: { number: string; issuedAt: string } | null;
  /** Only for a credit note: the document that it cancels in whole or in part. The amounts of the credit note are positive. */
  cancels: Cancelled | null;
}

export interface Cancelled {
  number: string;
  issuedAt: string;
  /** True if the cancelled document was a receipt and not a tax invoice. */
  isReceipt: boolean;
  isWhole: boolean;
  /** Time of the refund to the card. Null: nothing was refunded, because another document replaces the cancelled one. */
  refundedAt: string | null;
}
