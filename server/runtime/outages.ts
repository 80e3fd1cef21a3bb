import type { Clock } from '../core/ports/ports.ts';
import { DatabaseUnavailable } from '../store/engine/unavailable.ts';
import type { AuditFacts } from '../store/jobs/audit.ts';

/** Tracks in this process which work is interrupted by failures of the database. */
export interface Outages {
  /**
   * Runs a piece of work. The work counts as interrupted from a failure of the database until a later piece no longer fails
   * because of the database.
   */
  watch<T>(work: string, act: () => Promise<T>): Promise<T>;
  /** Names of the interrupted work. */
  list(): readonly string[];
  /** Called when the database works again. Otherwise work that is not tried again would stay listed. */
  endAll(): void;
}

interface OutageDependencies {
  clock: Pick<Clock, 'now'>;
  /** Writes one log line when work is interrupted and one when work resumes, regardless of the attempts in between. */
  report(event: string, facts: AuditFacts): void;
}

export function createOutages({ clock, report }: OutageDependencies): Outages {
  const since = new Map<string, Date>();
  const begin = (work: string, reason: string) => {
    if (since.has(work)) return;
    since.set(work, clock.now());
    report('background work interrupted', { work, reason });
  };
  const end = (work: string) => {
    const began = since.get(work);
    if (began === undefined) return;
    since.delete(work);
    report('background work resumed', { work, afterS: Math.round((clock.now().getTime() - began.getTime()) / 1000) });
  };
  return {
    list: () => [...since.keys()],
    endAll() {
      for (const work of [...since.keys()]) end(work);
    },
    async watch(work, act) {
      try {
        const result = await act();
        end(work);
        return result;
      } catch (error) {
        if (error instanceof DatabaseUnavailable) begin(work, error.message);
        else end(work);
        throw error;
      }
    },
  };
}
