import type { LegalKind } from '../../shared/legal.ts';
import type { Country, Locale } from '../../shared/locales.ts';
import type { Currency } from '../../shared/money.ts';
import type { PlugFacts, PlugState } from '../../shared/session.ts';
import type { Tariff } from '../../shared/tariff.ts';

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
  /** PNG or JPEG for documents. */
  logoPrint: { contentType: string; base64: string } | null;
  colors: { primary: string | null; secondary: string | null };
  currency: Currency;
  /** Offered holds, the first one preselected. */
  holds: Partial<Record<Currency, readonly number[]>>;
  namesRequired: boolean;
  emailRequired: boolean;
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
  /** The client's own HTML, unsanitised, with its sha-256. */
  legal: Partial<Record<Locale, Partial<Record<LegalKind, { html: string; hash: string }>>>>;
}

export interface ConnectorRecord extends PlugFacts {
  tariffId: string;
}

/** How its source names the station of a point; the connectors' ids are those of `connectors`. */
export interface PointStation {
  /** 'simulator', 'ocpi:' and the connection, or 'ocpp'. */
  source: string;
  /** OCPI 2.2.1 §8.3.1: written as the source writes them. */
  countryCode: string;
  partyId: string;
  locationId: string;
  evseUid: string;
  /** OCPP: the charge point's identity, its number of the EVSE, and that of each connector by its OCPI id. */
  chargePoint: { id: string; evse: number; connectors: Readonly<Record<string, number>> } | null;
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
