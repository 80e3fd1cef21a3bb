import type { OcpiStore } from './store.ts';

/** When a peer was last asked, by whichever process; ISO. */
interface LastPull {
  /** For its sessions. */
  at: string;
  /** For CDRs of days ago as well. */
  lateAt: string;
}

interface ClaimPullOptions {
  id: string;
  now: Date;
  /** How often it is asked. */
  everyMs: number;
  lateEveryMs: number;
  /** This process has not asked yet: what was told while nobody listened is asked for at once. */
  isFirst: boolean;
}

/** `at`: when it was asked last, by whoever it was. */
interface Claimed {
  at: Date;
  isOurs: boolean;
  isLate: boolean;
}

export type LastPulls = ReturnType<typeof createLastPullStore>;

/** Of several processes one asks a peer from time to time, or it would be asked more often the more there are. */
export function createLastPullStore(store: Pick<OcpiStore, 'change'>) {
  return {
    async claim({ id, now, everyMs, lateEveryMs, isFirst }: ClaimPullOptions): Promise<Claimed> {
      let claimed: Claimed = { at: now, isOurs: true, isLate: true };
      await store.change(`asked:${id}`, known => {
        const stored = known as LastPull | null;
        const isDue = (last: string | undefined, ms: number): boolean => {
          const sinceMs = last === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(last);
          // Before its time only where the clock was put back.
          return isFirst || sinceMs >= ms || sinceMs < 0;
        };
        const isOurs = isDue(stored?.at, everyMs);
        const isOldCdrPullDue = isOurs && isDue(stored?.lateAt, lateEveryMs);
        claimed = { at: isOurs || stored === null ? now : new Date(stored.at), isOurs, isLate: isOldCdrPullDue };
        const at = now.toISOString();
        return isOurs ? ({ at, lateAt: isOldCdrPullDue || stored === null ? at : stored.lateAt } satisfies LastPull) : null;
      });
      return claimed;
    },
  };
}
