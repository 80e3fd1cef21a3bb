import type { OcpiStore } from './store.ts';

/** When any process last polled a platform, as ISO strings. */
interface LastPull {
  /** Poll of the sessions. */
  at: string;
  /** Poll that included late CDRs. */
  delayedAt: string;
}

interface ClaimPullOptions {
  id: string;
  now: Date;
  /** Poll interval. */
  everyMs: number;
  delayEveryMs: number;
  /**
   * This process has not polled yet. The first poll runs immediately, because messages may have been missed while the app was
   * down.
   */
  isFirst: boolean;
}

/** `at` is the time of the last poll by any process. */
interface Claimed {
  at: Date;
  isOurs: boolean;
  isDelayed: boolean;
}

export type LastPulls = ReturnType<typeof createLastPullStore>;

/** Claims polls, so that only one process polls a platform. Otherwise more processes would poll more often. */
export function createLastPullStore(store: Pick<OcpiStore, 'change'>) {
  return {
    async claim({ id, now, everyMs, delayEveryMs, isFirst }: ClaimPullOptions): Promise<Claimed> {
      let claimed: Claimed = { at: now, isOurs: true, isDelayed: true };
      await store.change(`asked:${id}`, known => {
        const stored = known as LastPull | null;
        const isDue = (last: string | undefined, ms: number): boolean => {
          const sinceMs = last === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(last);
          // A negative time means that the clock was set back.
          return isFirst || sinceMs >= ms || sinceMs < 0;
        };
        const isOurs = isDue(stored?.at, everyMs);
        const isOldCdrPullDue = isOurs && isDue(stored?.delayedAt, delayEveryMs);
        claimed = { at: isOurs || stored === null ? now : new Date(stored.at), isOurs, isDelayed: isOldCdrPullDue };
        const at = now.toISOString();
        return isOurs ? ({ at, delayedAt: isOldCdrPullDue || stored === null ? at : stored.delayedAt } satisfies LastPull) : null;
      });
      return claimed;
    },
  };
}
