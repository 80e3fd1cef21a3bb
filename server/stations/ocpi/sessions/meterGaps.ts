import type { OcpiStore } from '../storage/store.ts';

/** How often CPOs tell of a session is theirs to choose: these are what is usual, in seconds. */
const USUAL_S = { dc: 180, ac: 900 };
const MIN_INTERVAL_S = 60;
/** So many are kept of each kind; with fewer than the least, what is usual counts. */
const MAX_GAPS = 200;
const MIN_GAPS = 20;
const SHARE = 0.95;

type Kind = keyof typeof USUAL_S;

export interface MeterGapKey {
  connectionId: string;
  isDc: boolean;
}

const kindOf = ({ isDc }: MeterGapKey): Kind => (isDc ? 'dc' : 'ac');
const gapsKey = (ask: MeterGapKey): string => `gaps:${ask.connectionId}:${kindOf(ask)}`;

/** How long it takes until a meter that runs is told again: learned of each connection, for AC and DC. */
export function createMeterGapStore({ store }: { store: OcpiStore }) {
  const known = new Map<string, readonly number[]>();
  const fresh = new Map<string, readonly number[]>();
  return {
    add(ask: MeterGapKey, seconds: number): void {
      const key = gapsKey(ask);
      fresh.set(key, [...(fresh.get(key) ?? []), Math.round(seconds)].slice(-MAX_GAPS));
    },
    /** 95 of 100 gaps are not longer. */
    intervalS(ask: MeterGapKey): number {
      const key = gapsKey(ask);
      const gaps = [...(known.get(key) ?? []), ...(fresh.get(key) ?? [])].slice(-MAX_GAPS).toSorted((a, b) => a - b);
      const percentileS = gaps[Math.ceil(gaps.length * SHARE) - 1];
      return gaps.length < MIN_GAPS || percentileS === undefined ? USUAL_S[kindOf(ask)] : Math.max(MIN_INTERVAL_S, percentileS);
    },
    /** After a start of the process. */
    async recall(connectionIds: readonly string[]): Promise<void> {
      for (const connectionId of connectionIds)
        for (const isDc of [false, true]) {
          const key = gapsKey({ connectionId, isDc });
          if (!known.has(key)) known.set(key, ((await store.get(key)) as number[] | null) ?? []);
        }
    },
    /** With what other processes have learned. */
    async writeDown(): Promise<void> {
      for (const [key, added] of [...fresh]) {
        fresh.delete(key);
        const merged = await store.change(key, kept => [...((kept as number[] | null) ?? []), ...added].slice(-MAX_GAPS));
        known.set(key, merged as number[]);
      }
    },
  };
}

export type MeterGaps = ReturnType<typeof createMeterGapStore>;
