import type { ColumnType } from 'kysely';
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
