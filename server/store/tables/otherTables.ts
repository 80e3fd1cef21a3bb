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
  /** For an alert: the time at which it was closed. Null for open alerts and for all other entries. */
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
  /** Number of seconds between two meter values of the station. Null: unknown. */
  meterIntervalS: nullable(whole()),
  seenAt: time(),
};
export interface ConnectionLeaseRecord extends RecordOf<typeof CONNECTION_LEASE> {}

/** Kinds of notifications about a session. A device receives each kind at most once. */
export const PUSH_EVENTS = ['ended', 'paused', 'fee', 'limit', 'receipt'] as const;
export type PushEvent = (typeof PUSH_EVENTS)[number];

/**
 * A device that receives notifications about one session. All sessions of a browser have the same address at the push service.
 */
export const PUSH_DEVICE = {
  id: text(),
  sessionId: text(),
  /** Address and keys of the device at the push service, encrypted, because with them anyone could send it notifications. */
  sealed: text(),
  sentEvents: json<readonly PushEvent[]>(),
  createdAt: time(),
};
export interface PushDeviceRecord extends RecordOf<typeof PUSH_DEVICE> {}

export interface PushTables {
  push_devices: RowOf<typeof PUSH_DEVICE>;
}

/** A driver's declaration of withdrawal from the contract about a session. At most one per session, never changed. */
export const WITHDRAWAL = {
  id: text(),
  sessionId: text(),
  name: text(),
  email: text(),
  locale: text<Locale>(),
  receivedAt: time(),
};
export interface WithdrawalRecord extends RecordOf<typeof WITHDRAWAL> {}
