import type { Quirk } from '../messages/message.ts';
import type { OcpiStore } from '../storage/store.ts';

/** A pushed message about a session that the app did not start. The content of the message is not stored. */
interface UnmatchedHeader {
  at: string;
  module: 'sessions' | 'cdrs';
  /** The CPO platform's name for the session or CDR, truncated. */
  name: string;
}

/** How often a connection deviated from OCPI or from what the app expects, since it was connected. For staff. */
export interface PeerRecord {
  /** For each deviation from OCPI, the number of messages about the app's sessions that contain it. */
  habits: Readonly<Partial<Record<Quirk, number>>>;
  /** Number of invalid messages about the app's sessions. */
  unreadable: number;
  /** Number of pushed messages about sessions that the app did not start. Their contents are not stored. */
  unmatched: number;
  lastUnmatched: readonly UnmatchedHeader[];
}

const EMPTY: PeerRecord = { habits: {}, unreadable: 0, unmatched: 0, lastUnmatched: [] };
const MAX_HEADERS = 10;
const MAX_NAME = 60;

const recordKey = (id: string) => `record:${id}`;

export type PeerRecords = ReturnType<typeof createPeerRecords>;

/** Counts anomalies per connection. The counts stay in memory until `writeDown` stores them in one row per connection. */
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
    /** Adds the counts of this process to the stored ones. */
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
