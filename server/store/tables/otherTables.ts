import type { ColumnType } from 'kysely';
import type { Locale } from '../../../shared/model/locales.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { json, nullable, text, time, whole } from './columns.ts';

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
