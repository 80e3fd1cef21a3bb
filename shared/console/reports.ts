import type { Currency } from '../model/money.ts';
import type { LineKind } from '../model/tariff.ts';
import type { ListFormat, OperatedFile } from './files.ts';
import type { Supplier } from './supplier.ts';

/** Amounts of one brand in one currency, in minor units. Amounts of different brands or currencies are never added up. */
export interface ReportMoney {
  /** Id of the brand. Empty: unknown, because an earlier version of the app wrote the ledger entries. */
  supplier: string;
  currency: Currency;
  /** Amount that the payment provider has captured. */
  capturedMinor: number;
  /** Refunds, and the credit notes for them, both as positive amounts. */
  refundedMinor: number;
  creditedMinor: number;
  /** Invoices minus credit notes, without VAT. Documents of a CPO that invoices the drivers are not included. */
  netMinor: number;
  vatMinor: number;
}

/** Sessions, energy and captured amounts of the period to compare with. */
export interface ReportCompared extends ReportUse {
  captured: readonly Pick<ReportMoney, 'supplier' | 'currency' | 'capturedMinor'>[];
}

/** Completed sessions, free ones included. */
export interface ReportUse {
  sessions: number;
  energyWh: number;
  /** Time between the start and the end of the sessions. */
  occupiedMs: number;
}

/** A day of a month, or a month of a year. */
export interface ReportStep extends ReportUse {
  /** 'YYYY-MM-DD' or 'YYYY-MM'. */
  name: string;
  state: 'over' | 'running' | 'future';
  money: readonly ReportMoney[];
  /** The same for the period to compare with: the day four weeks before, or the month of the year before. */
  before: ReportCompared;
}

/** Sum of the bill lines of one kind, gross, in minor units. */
export interface ReportPart {
  supplier: string;
  currency: Currency;
  kind: LineKind;
  amountMinor: number;
}

/** A connector with at least one completed session. */
export interface ReportPlug extends ReportUse {
  evseId: string;
  connector: string;
  /** Whether the point is still offered. If the report is about one brand: whether the brand offers the point. */
  isOffered: boolean;
  /** Occupied part of the elapsed time of the period, in per cent. */
  occupiedPercent: number;
}

/** Connectors at one address, those with most energy first. */
export interface ReportLocation extends ReportUse {
  /** 'City, street'. Empty: the point is no longer known. */
  place: string;
  /** Number of connectors that are offered now, at least those of `plugs`. */
  connectors: number;
  /** Occupied part of the elapsed time of all connectors, in per cent. */
  occupiedPercent: number;
  plugs: readonly ReportPlug[];
}

/** Energy, money and use in one month or year. */
export interface Report {
  /** The month 'YYYY-MM' or the year 'YYYY', in the time zone of the ledger. */
  period: string;
  timeZone: string;
  at: string;
  before: string;
  after: string | null;
  /** Id of the selected brand. Null: all brands. */
  supplier: string | null;
  /** All brands, sorted by name. */
  suppliers: readonly Supplier[];
  /** True if settled payments or documents are not in the ledger yet. A background job adds them within a minute. */
  pending: boolean;
  steps: readonly ReportStep[];
  total: ReportUse & { money: readonly ReportMoney[] };
  /** Sums of the period to compare with, up to the same moment if the period is not over. */
  totalBefore: ReportCompared;
  parts: readonly ReportPart[];
  locations: readonly ReportLocation[];
}

/** Files of a report. csv: sums by day or month. plugs: use of the connectors. */
export const REPORT_FILES = ['csv', 'plugs'] as const;
export type ReportFileKind = (typeof REPORT_FILES)[number];

export interface ReportRequest {
  /** The month 'YYYY-MM' or the year 'YYYY'. */
  period: string;
  supplier?: string;
}

export interface OperatingReports {
  /** Returns the report of a month or year. Null: the period is not valid. */
  getReport(request: ReportRequest): Promise<Report | null>;
  /** Exports a report and records the export in the audit log. Null: the period is not valid. */
  exportReport(request: ReportRequest & ListFormat & { kind: ReportFileKind }): Promise<OperatedFile | null>;
}
