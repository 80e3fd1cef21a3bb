import type { OcpiStore } from './store.ts';

/** When any process last polled a CPO platform, as ISO strings. */
interface LastPull {
  /** The last poll of sessions. */
  at: string;
  /** The last poll that included late CDRs. */
  oldCdrsAt: string;
}

interface ClaimPullOptions {
  id: string;
  now: Date;
  /** `everyMs`: poll interval of sessions. `oldCdrsEveryMs`: poll interval of late CDRs. */
  everyMs: number;
  oldCdrsEveryMs: number;
  /**
   * True: this process has not polled yet. Its first poll is always due, because the app may have missed messages while it was
   * down.
   */
  isFirst: boolean;
}

/** The decision whether this process polls. `at`: time of the last poll by any process. If this process polls, this is now. */
interface Claimed {
  at: Date;
  isOurs: boolean;
  includesOldCdrs: boolean;
}

export type LastPulls = ReturnType<typeof createLastPullStore>;

/** Decides which process polls a CPO platform, so that additional processes do not send additional polls. */
export function createLastPullStore(store: Pick<OcpiStore, 'change'>) {
  return {
    async claim({ id, now, everyMs, oldCdrsEveryMs, isFirst }: ClaimPullOptions): Promise<Claimed> {
      let claimed: Claimed = { at: now, isOurs: true, includesOldCdrs: true };
      await store.change(`asked:${id}`, known => {
        const stored = known as LastPull | null;
        const isDue = (last: string | undefined, ms: number): boolean => {
          const sinceMs = last === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(last);
          // If the time since the last poll is negative, the clock was set back. The poll is then due.
          return isFirst || sinceMs >= ms || sinceMs < 0;
        };
        const isOurs = isDue(stored?.at, everyMs);
        const isOldCdrPullDue = isOurs && isDue(stored?.oldCdrsAt, oldCdrsEveryMs);
        claimed = { at: isOurs || stored === null ? now : new Date(stored.at), isOurs, includesOldCdrs: isOldCdrPullDue };
        const at = now.toISOString();
        return isOurs ? ({ at, oldCdrsAt: isOldCdrPullDue || stored === null ? at : stored.oldCdrsAt } satisfies LastPull) : null;
      });
      return claimed;
    },
  };
}
