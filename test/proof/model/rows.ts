import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { RowOf } from '../../../server/store/tables/codec.ts';
import type { ORDER, OUTBOX, PAYMENT, SESSION } from '../../../server/store/tables/tables.ts';

/** The database rows that influence what happens to an order. */
export interface Rows {
  orders: RowOf<typeof ORDER>[];
  payments: RowOf<typeof PAYMENT>[];
  sessions: RowOf<typeof SESSION>[];
  outbox: RowOf<typeof OUTBOX>[];
  meter_values: Readonly<Record<string, SQLInputValue>>[];
}

const TABLES = ['orders', 'payments', 'sessions', 'outbox', 'meter_values'] as const;
/** Tables that are emptied before each step. They are not part of a state, because no step depends on their rows. */
const UNKEPT = ['audit', 'signed_values', 'documents', 'counters'];
const KINDS = ['start', 'start-timeout', 'cancel-start', 'stop', 'capture', 'release'];

export interface Snapshots {
  /**
   * Stores the current rows as a snapshot.
   * @returns its id; equal rows have the same id
   */
  store(): number;
  /** Replaces the rows in the database by those of a snapshot. */
  restore(id: number): void;
  rows(id: number): Rows;
  count(): number;
  /** Returns true if two snapshots differ at most in the `version` of their rows. */
  isAlike(one: number, other: number): boolean;
  /**
   * Returns the id of a snapshot with the same rows but with each `version` reset to 1. Only allowed while no running function
   * has read the old versions.
   */
  renumbered(id: number): number;
}

/**
 * Creates snapshots of the database. They contain no times, because in the model an event that is due later may happen at any
 * moment.
 */
export function createSnapshots(database: DatabaseSync): Snapshots {
  const ids = new Map<string, number>();
  const saved: Rows[] = [];
  const alike: string[] = [];
  const fresh = new Map<number, number>();
  const reads = TABLES.map(table => database.prepare(`select * from ${table} order by 1, 2`));
  const deletes = [...UNKEPT, ...[...TABLES].reverse()].map(table => database.prepare(`delete from ${table}`));
  let loaded = -1;

  const intern = (rows: Rows): number => {
    const text = JSON.stringify(rows);
    const known = ids.get(text);
    if (known !== undefined) return known;
    const id = saved.push(rows) - 1;
    ids.set(text, id);
    alike.push(JSON.stringify(withVersion(rows)));
    return id;
  };
  return {
    store() {
      const found = Object.fromEntries(TABLES.map((table, n) => [table, reads[n]?.all() ?? []])) as unknown as Rows;
      const id = intern(tidy(found));
      loaded = -1;
      return id;
    },
    restore(id) {
      if (loaded === id) return;
      for (const statement of deletes) statement.run();
      for (const table of TABLES) for (const row of saved[id]?.[table] ?? []) insert(database, table, row);
      loaded = id;
    },
    rows: id => saved[id] as Rows,
    count: () => saved.length,
    isAlike: (one, other) => alike[one] === alike[other],
    renumbered(id) {
      const known = fresh.get(id) ?? intern(withVersion(saved[id] as Rows));
      fresh.set(id, known);
      return known;
    },
  };
}

function insert(database: DatabaseSync, table: string, row: object): void {
  const columns = Object.keys(row);
  const sql = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;
  database.prepare(sql).run(...(Object.values(row) as SQLInputValue[]));
}

const withVersion = (rows: Rows): Rows => ({
  ...rows,
  payments: rows.payments.map(row => ({ ...row, version: 1 })),
  sessions: rows.sessions.map(row => ({ ...row, version: 1 })),
});

/** Replaces every time in a snapshot: it only tells that there is a time. */
export const DUE = 1;
const mark = (at: number | null): number | null => (at === null ? null : DUE);

/**
 * Removes values that influence no step: times, reasons that are only displayed, and rows that are not used once the session or
 * payment is completed.
 */
function tidy({ orders, payments, sessions, outbox, meter_values }: Rows): Rows {
  const isOver = sessions.every(({ state }) => state === 'completed');
  return {
    orders: orders.map(row => ({ ...row, why: null })),
    payments: payments.map(row => ({
      ...row,
      next_check_at: mark(row.next_check_at),
      settled_at: null,
      authorised_at: null,
      card_digits: '[]',
      card_brand: null,
    })),
    sessions: sessions.map(row => ({
      ...row,
      next_check_at: mark(row.next_check_at),
      why: null,
      stop_reason: null,
      stop_accepted_at: null,
      power_w: 0,
      meter_revision: 0,
      stop_requested_at: row.state === 'stopping' ? row.stop_requested_at : null,
    })),
    outbox: outbox
      .filter(row => isWanted(row, { sessions, payments }))
      .map(row => ({
        ...row,
        id: idOf(row),
        not_before: DUE,
        first_due_at: DUE,
        claimed_until: null,
        claim_id: CLAIM,
        attempts: 0,
        last_error: null,
        done_at: mark(row.done_at),
      }))
      .sort((a, b) => a.id - b.id),
    meter_values: isOver ? [] : meter_values,
  };
}

/** The claim id of every outbox row. A job handler needs it to complete its row. */
export const CLAIM = 'claim';

/** Returns an id that depends only on the job, not on when it was enqueued. */
const idOf = ({ kind, subject_id, n }: RowOf<typeof OUTBOX>): number =>
  Buffer.from(subject_id).readUIntBE(0, 5) * 1000 + KINDS.indexOf(kind) * 100 + n;

/** By kind of job, the states of its payment or session in which the job still has an effect. */
const WANTED: Readonly<Record<string, readonly string[]>> = {
  start: ['draft', 'starting'],
  'start-timeout': ['draft', 'starting'],
  'cancel-start': ['draft', 'starting', 'cancelling'],
  stop: ['draft', 'starting', 'running', 'paused', 'cancelling', 'cancelled', 'stopping'],
  capture: ['created', 'pending', 'authorised', 'capturing'],
  release: ['created', 'pending', 'authorised', 'expired', 'releasing'],
};

/** Returns false for a job that would change nothing, because its payment or session has reached a later state. */
function isWanted(
  { kind, subject_id }: RowOf<typeof OUTBOX>,
  { sessions, payments }: Pick<Rows, 'sessions' | 'payments'>,
): boolean {
  const subject = [...sessions, ...payments].find(({ id }) => id === subject_id);
  return subject !== undefined && (WANTED[kind]?.includes(subject.state) ?? false);
}
