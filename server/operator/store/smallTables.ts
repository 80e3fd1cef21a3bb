import type { ColumnType, Generated } from 'kysely';

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

export interface AuditTable {
  id: Generated<number>;
  at: number;
  subject_id: string;
  what: string;
  facts: string;
  /** When a note for a person was closed; null for all other rows. */
  closed_at: number | null;
}

export interface CountersTable {
  name: string;
  value: ColumnType<number>;
}
