import type { OcpiStore } from '../storage/store.ts';

/** Assumed seconds between two session updates of a CPO, used until enough intervals were measured. */
const USUAL_S = { dc: 180, ac: 900 };
const MIN_INTERVAL_S = 60;
/**
 * `MAX_GAPS`: maximum number of stored intervals per connection and kind of current. With fewer than `MIN_GAPS`, the usual
 * interval is used.
 */
const MAX_GAPS = 200;
const MIN_GAPS = 20;
const SHARE = 0.95;

type Kind = keyof typeof USUAL_S;

export interface MeterGapKey {
  connectionId: string;
  isDc: boolean;
}

const kindOf = ({ isDc }: MeterGapKey): Kind => (isDc ? 'dc' : 'ac');
const gapsKey = (request: MeterGapKey): string => `gaps:${request.connectionId}:${kindOf(request)}`;

/** Measures the intervals between updates that raise a session's energy. Each connection has separate values for AC and DC. */
export function createMeterGapStore({ store }: { store: OcpiStore }) {
  const known = new Map<string, readonly number[]>();
  const fresh = new Map<string, readonly number[]>();
  return {
    add(request: MeterGapKey, seconds: number): void {
      const key = gapsKey(request);
      fresh.set(key, [...(fresh.get(key) ?? []), Math.round(seconds)].slice(-MAX_GAPS));
    },
    /** Returns the 95th percentile of the intervals, in seconds. */
    intervalS(request: MeterGapKey): number {
      const key = gapsKey(request);
      const gaps = [...(known.get(key) ?? []), ...(fresh.get(key) ?? [])].slice(-MAX_GAPS).toSorted((a, b) => a - b);
      const percentileS = gaps[Math.ceil(gaps.length * SHARE) - 1];
      return gaps.length < MIN_GAPS || percentileS === undefined
        ? USUAL_S[kindOf(request)]
        : Math.max(MIN_INTERVAL_S, percentileS);
    },
    /** Loads the stored intervals of connections that this process does not know yet. */
    async recall(connectionIds: readonly string[]): Promise<void> {
      for (const connectionId of connectionIds)
        for (const isDc of [false, true]) {
          const key = gapsKey({ connectionId, isDc });
          if (!known.has(key)) known.set(key, ((await store.get(key)) as number[] | null) ?? []);
        }
    },
    /** Adds the intervals that this process has measured to the stored ones. */
    async writeDown(): Promise<void> {
      for (const [key, added] of [...fresh]) {
        fresh.delete(key);
        const merged = await store.change(key, stored => [...((stored as number[] | null) ?? []), ...added].slice(-MAX_GAPS));
        known.set(key, merged as number[]);
      }
    },
  };
}

export type MeterGaps = ReturnType<typeof createMeterGapStore>;
