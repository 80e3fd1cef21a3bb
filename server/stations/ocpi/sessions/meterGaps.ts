import type { OcpiStore } from '../storage/store.ts';

/** The CPO chooses the interval of session updates. These are usual values in seconds. */
const USUAL_S = { dc: 180, ac: 900 };
const MIN_INTERVAL_S = 60;
/** Maximum number of stored gaps per kind, and the minimum below which the usual value is used. */
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

/** Measures the intervals between rising meter values, by connection, for AC and DC. */
export function createMeterGapStore({ store }: { store: OcpiStore }) {
  const known = new Map<string, readonly number[]>();
  const fresh = new Map<string, readonly number[]>();
  return {
    add(request: MeterGapKey, seconds: number): void {
      const key = gapsKey(request);
      fresh.set(key, [...(fresh.get(key) ?? []), Math.round(seconds)].slice(-MAX_GAPS));
    },
    /** The 95th percentile of the intervals. */
    intervalS(request: MeterGapKey): number {
      const key = gapsKey(request);
      const gaps = [...(known.get(key) ?? []), ...(fresh.get(key) ?? [])].slice(-MAX_GAPS).toSorted((a, b) => a - b);
      const percentileS = gaps[Math.ceil(gaps.length * SHARE) - 1];
      return gaps.length < MIN_GAPS || percentileS === undefined
        ? USUAL_S[kindOf(request)]
        : Math.max(MIN_INTERVAL_S, percentileS);
    },
    /** Loads the stored gaps of connections that this process does not know yet. */
    async recall(connectionIds: readonly string[]): Promise<void> {
      for (const connectionId of connectionIds)
        for (const isDc of [false, true]) {
          const key = gapsKey({ connectionId, isDc });
          if (!known.has(key)) known.set(key, ((await store.get(key)) as number[] | null) ?? []);
        }
    },
    /** Adds the gaps of this process to those of other processes. */
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
