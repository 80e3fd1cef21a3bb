import type { Quirk } from '../messages/message.ts';
import type { OcpiStore } from '../storage/store.ts';

/** A pushed message without a start of the app. The content is not stored. */
interface UnmatchedHeader {
  at: string;
  module: 'sessions' | 'cdrs';
  /** The platform's name of the object, truncated. */
  name: string;
}

/** Counts of a connection's anomalies since it was connected, for operators. */
export interface PeerRecord {
  /** Messages about the app's sessions, by deviation from the standard. */
  habits: Readonly<Partial<Record<Quirk, number>>>;
  /** Invalid messages about the app's sessions. */
  unreadable: number;
  /** Pushed messages without a start of the app. None of them is stored. */
  unmatched: number;
  lastUnmatched: readonly UnmatchedHeader[];
}

const EMPTY: PeerRecord = { habits: {}, unreadable: 0, unmatched: 0, lastUnmatched: [] };
const MAX_HEADERS = 10;
const MAX_NAME = 60;

const recordKey = (id: string) => `record:${id}`;

export type PeerRecords = ReturnType<typeof createPeerRecords>;

/** Counts anomalies per connection. The counts are in memory until the next write, and in one row afterwards. */
export function createPeerRecords({ store, now }: { store: Pick<OcpiStore, 'get' | 'change'>; now(): Date }) {
  const unwritten = new Map<string, PeerRecord>();
  const add = (id: string, counted: Partial<PeerRecord>): void => {
    unwritten.set(id, sumOf(unwritten.get(id) ?? EMPTY, { ...EMPTY, ...counted }));
  };
  return {
    noteHabits(id: string, habits: readonly Quirk[]): void {
      if (habits.length > 0) add(id, { habits: Object.fromEntries(habits.map(habit => [habit, 1])) });
    },
    noteUnreadable: (id: string): void => add(id, { unreadable: 1 }),
    noteUnmatched(id: string, { module, name }: Pick<UnmatchedHeader, 'module' | 'name'>): void {
      const header = { at: now().toISOString(), module, name: printable(name).slice(0, MAX_NAME) };
      add(id, { unmatched: 1, lastUnmatched: [header] });
    },
    async of(id: string): Promise<PeerRecord> {
      const stored = (await store.get(recordKey(id))) as PeerRecord | null;
      return sumOf(stored ?? EMPTY, unwritten.get(id) ?? EMPTY);
    },
    /** Adds the counts of this process to those of other processes. */
    async writeDown(): Promise<void> {
      for (const [id, counted] of [...unwritten]) {
        unwritten.delete(id);
        await store.change(recordKey(id), stored => sumOf((stored as PeerRecord | null) ?? EMPTY, counted));
      }
    },
  };
}

const printable = (text: string): string => text.replace(/\p{C}/gu, '');

function sumOf(a: PeerRecord, b: PeerRecord): PeerRecord {
  const habits = { ...a.habits };
  for (const [habit, count] of Object.entries(b.habits) as [Quirk, number][]) habits[habit] = (habits[habit] ?? 0) + count;
  return {
    habits,
    unreadable: a.unreadable + b.unreadable,
    unmatched: a.unmatched + b.unmatched,
    lastUnmatched: [...a.lastUnmatched, ...b.lastUnmatched].slice(-MAX_HEADERS),
  };
}
