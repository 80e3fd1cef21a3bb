import type { Quirk } from '../messages/message.ts';
import type { OcpiStore } from '../storage/store.ts';

/** A pushed message that belongs to no start of ours, without its content. */
interface UnmatchedHeader {
  at: string;
  module: 'sessions' | 'cdrs';
  /** As the peer names the object; cut off where the name is long. */
  name: string;
}

/** What a connection has sent that its operator should know of, since it was connected. */
export interface PeerRecord {
  /** Messages about sessions of ours, by what differs from the standard in them. */
  habits: Readonly<Partial<Record<Quirk, number>>>;
  /** Messages about sessions of ours that could not be read. */
  unreadable: number;
  /** Pushed messages that belong to no start of ours; none of them is stored. */
  unmatched: number;
  lastUnmatched: readonly UnmatchedHeader[];
}

const EMPTY: PeerRecord = { habits: {}, unreadable: 0, unmatched: 0, lastUnmatched: [] };
const MAX_HEADERS = 10;
const MAX_NAME = 60;

const recordKey = (id: string) => `record:${id}`;

export type PeerRecords = ReturnType<typeof createPeerRecords>;

/** Counts for each connection: in memory until they are written down, then one row, however much a peer sends. */
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
    /** Adds what was counted here to what other processes have written. */
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
