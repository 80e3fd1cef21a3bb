import type { OcpiStore } from './store.ts';

/** When a peer was last asked, by whichever process; ISO. */
interface Asked {
  /** For its sessions. */
  at: string;
  /** For CDRs of days ago as well. */
  lateAt: string;
}

interface ClaimAsk {
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

export type AskedAt = ReturnType<typeof keepAskedAt>;

/** Of several processes one asks a peer from time to time, or it would be asked more often the more there are. */
export function keepAskedAt(store: Pick<OcpiStore, 'change'>) {
  return {
    async claim({ id, now, everyMs, lateEveryMs, isFirst }: ClaimAsk): Promise<Claimed> {
      let claimed: Claimed = { at: now, isOurs: true, isLate: true };
      await store.change(`asked:${id}`, known => {
        const kept = known as Asked | null;
        const isDue = (last: string | undefined, ms: number): boolean => {
          const sinceMs = last === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(last);
          // Before its time only where the clock was put back.
          return isFirst || sinceMs >= ms || sinceMs < 0;
        };
        const isOurs = isDue(kept?.at, everyMs);
        const isLate = isOurs && isDue(kept?.lateAt, lateEveryMs);
        claimed = { at: isOurs || kept === null ? now : new Date(kept.at), isOurs, isLate };
        const at = now.toISOString();
        return isOurs ? ({ at, lateAt: isLate || kept === null ? at : kept.lateAt } satisfies Asked) : null;
      });
      return claimed;
    },
  };
}
