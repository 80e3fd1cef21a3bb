import type { ColumnType } from 'kysely';
import type { Locale } from '../../../shared/model/locales.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { json, nullable, text, time, whole } from './columns.ts';

// Tables that belong to no group. The types of columns are in columns.ts.

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
  /** When an alert was closed. Null for all other rows. */
  closedAt: nullable(time()),
};

export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface CountersTable {
  name: string;
  value: ColumnType<number>;
}

/** The lease of a station's socket by a process. */
export const CONNECTION_LEASE = {
  stationId: text(),
  processId: text(),
  connectionId: text(),
  protocol: text(),
  /** Seconds between two meter values. Null: unknown. */
  meterIntervalS: nullable(whole()),
  seenAt: time(),
};
export interface ConnectionLeaseRecord extends RecordOf<typeof CONNECTION_LEASE> {}

/** Notifications about a session. A device receives each at most once. */
export const PUSH_EVENTS = ['ended', 'paused', 'fee', 'limit', 'receipt'] as const;
export type PushEvent = (typeof PUSH_EVENTS)[number];

/** A device that receives notifications about one session. A browser has one address for all of its sessions. */
export const PUSH_DEVICE = {
  id: text(),
  sessionId: text(),
  /** The encrypted address and keys at the browser's push service. With this data, notifications can be sent to the device. */
  sealed: text(),
  sentEvents: json<readonly PushEvent[]>(),
  createdAt: time(),
};
export interface PushDeviceRecord extends RecordOf<typeof PUSH_DEVICE> {}

export interface PushTables {
  push_devices: RowOf<typeof PUSH_DEVICE>;
}

/** A driver's declaration of withdrawal from the contract of a session. At most one per session, never changed. */
export const WITHDRAWAL = {
  id: text(),
  sessionId: text(),
  name: text(),
  email: text(),
  locale: text<Locale>(),
  receivedAt: time(),
};
export interface WithdrawalRecord extends RecordOf<typeof WITHDRAWAL> {}
