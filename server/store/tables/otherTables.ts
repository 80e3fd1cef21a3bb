import type { ColumnType } from 'kysely';
import type { Locale } from '../../../shared/model/locales.ts';
import type { RecordOf, RowOf } from './codec.ts';
import { json, nullable, text, time, whole } from './columns.ts';

// Tables that stand for themselves; tables.ts says what their columns may be.

export interface InboxTable {
  source: string;
  event_id: string;
  at: number;
}

export interface ShelfTable {
  owner: string;
  key: string;
  json: string;
}

export const AUDIT_ENTRY = {
  id: whole(),
  at: time(),
  subjectId: text(),
  facts: json<AuditFacts>(),
  /** When a note for a person was closed; null for all other rows. */
  closedAt: nullable(time()),
};

export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface CountersTable {
  name: string;
  value: ColumnType<number>;
}

/** A station whose socket a process holds. */
export const HELD_STATION = {
  stationId: text(),
  processId: text(),
  connectionId: text(),
  protocol: text(),
  /** Seconds between two values of its meter; null: not known. */
  meterIntervalS: nullable(whole()),
  seenAt: time(),
};
export interface HeldStationRecord extends RecordOf<typeof HELD_STATION> {}

/** What a device is told of a session, at most once each. */
export const PUSH_EVENTS = ['ended', 'paused', 'fee', 'limit', 'receipt'] as const;
export type PushEvent = (typeof PUSH_EVENTS)[number];

/** A device that is told of one session; a browser has one address for all of its sessions. */
export const PUSH_DEVICE = {
  id: text(),
  sessionId: text(),
  /** Its address at the push service of its browser, and its keys: whoever knows them can write to it. */
  sealed: text(),
  told: json<readonly PushEvent[]>(),
  createdAt: time(),
};
export interface PushDeviceRecord extends RecordOf<typeof PUSH_DEVICE> {}

/** As versions before keep them. Nothing is added here any more, and what is there is sealed at night. */
export const PUSH_SUBSCRIPTION = {
  id: text(),
  sessionId: text(),
  endpoint: text(),
  p256dh: text(),
  auth: text(),
  told: json<readonly PushEvent[]>(),
  createdAt: time(),
};

export interface PushTables {
  push_devices: RowOf<typeof PUSH_DEVICE>;
  push_subscriptions: RowOf<typeof PUSH_SUBSCRIPTION>;
}

/** A driver's declaration to withdraw from the contract of a session: one, and never changed. */
export const WITHDRAWAL = {
  id: text(),
  sessionId: text(),
  name: text(),
  email: text(),
  locale: text<Locale>(),
  receivedAt: time(),
};
export interface WithdrawalRecord extends RecordOf<typeof WITHDRAWAL> {}
