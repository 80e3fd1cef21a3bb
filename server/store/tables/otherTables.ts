import type { ColumnType } from 'kysely';
import type { FaultKind } from '../../../shared/charging/faultReport.ts';
import type { FaultOutcome } from '../../../shared/console/faults.ts';
import type { LogFileState, LogKind } from '../../../shared/console/stationLogFiles.ts';
import type { Locale } from '../../../shared/model/locales.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { flag, json, nullable, text, time, whole } from './columns.ts';

// Tables that belong to no other group. columns.ts defines the types of columns.

export interface InboxTable {
  source: string;
  event_id: string;
  at: number;
}

export interface KeyValuesTable {
  owner: string;
  key: string;
  json: string;
}

export const AUDIT_ENTRY = {
  id: whole(),
  at: time(),
  subjectId: text(),
  facts: json<AuditFacts>(),
  /** Time at which an alert was closed. Null: the alert is open, or the entry is no alert. */
  closedAt: nullable(time()),
};

export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface CountersTable {
  name: string;
  value: ColumnType<number>;
}

/** Records which process holds the socket of a station. */
export const CONNECTION_LEASE = {
  stationId: text(),
  processId: text(),
  connectionId: text(),
  protocol: text(),
  /** Seconds between two meter values of the station. Null: unknown. */
  meterIntervalS: nullable(whole()),
  seenAt: time(),
};
export interface ConnectionLeaseRecord extends RecordOf<typeof CONNECTION_LEASE> {}

/** Kinds of notifications about a session. A device receives each kind at most once. */
export const PUSH_EVENTS = ['ended', 'paused', 'fee', 'limit', 'receipt'] as const;
export type PushEvent = (typeof PUSH_EVENTS)[number];

/** A device that receives notifications about one session. A browser has the same push address for all its sessions. */
export const PUSH_DEVICE = {
  id: text(),
  sessionId: text(),
  /** Push address and keys of the device. They are encrypted, because anyone with them could send notifications to the device. */
  sealed: text(),
  sentEvents: json<readonly PushEvent[]>(),
  createdAt: time(),
};
export interface PushDeviceRecord extends RecordOf<typeof PUSH_DEVICE> {}

export interface PushTables {
  push_devices: RowOf<typeof PUSH_DEVICE>;
}

/** A driver's declaration to withdraw from the contract of a session. A session has at most one, which never changes. */
export const WITHDRAWAL = {
  id: text(),
  sessionId: text(),
  name: text(),
  email: text(),
  locale: text<Locale>(),
  receivedAt: time(),
};
export interface WithdrawalRecord extends RecordOf<typeof WITHDRAWAL> {}

/** An answer of staff to a driver's report, which an e-mail delivers. */
export interface FaultAnswer {
  /** Epoch milliseconds. */
  at: number;
  by: string;
  words: string;
}

/** A driver's report about a charging point. The rows of one point that are open are one issue. */
export const FAULT_REPORT = {
  /** Hash of the submitted form, so that a repeated submit is found again. */
  id: text(),
  clientId: text(),
  evseId: text(),
  /** OCPI id of the plug. Null: the report is about the charging point. */
  connector: nullable(text()),
  kind: text<FaultKind>(),
  words: text(),
  /** The driver's e-mail address, encrypted with SECRET. Empty: the driver wants no answer. */
  sealedEmail: text(),
  locale: text<Locale>(),
  receivedAt: time(),
  closedAt: nullable(time()),
  outcome: nullable(text<FaultOutcome>()),
  answers: json<readonly FaultAnswer[]>(),
  hasPhoto: flag(),
};
export interface FaultReportRecord extends RecordOf<typeof FAULT_REPORT> {}

export interface FaultTables {
  fault_reports: RowOf<typeof FAULT_REPORT>;
  fault_photos: { report_id: string; bytes: Uint8Array };
}

/** A log file that staff have requested of an OCPP station. */
export const STATION_LOG_FILE = {
  id: text(),
  stationId: text(),
  kind: text<LogKind>(),
  /** Identifies the request in messages of the station. */
  requestId: whole(),
  /** SHA-256 of the secret in the upload address. Null: the file goes to a server of the operator. */
  tokenHash: nullable(text()),
  sentTo: nullable(text()),
  requestedAt: time(),
  state: text<LogFileState>(),
  stateAt: time(),
  /** Number of uploads that have begun. Only the parts of the last one count. */
  attempt: whole(),
  /** Null, as are the size and the time: no file has arrived. */
  name: nullable(text()),
  sizeBytes: nullable(whole()),
  receivedAt: nullable(time()),
};
export interface StationLogFileRecord extends RecordOf<typeof STATION_LOG_FILE> {}

export interface StationLogTables {
  station_log_files: RowOf<typeof STATION_LOG_FILE>;
  station_log_parts: { log_file_id: string; attempt: number; part: number; bytes: Uint8Array };
}
