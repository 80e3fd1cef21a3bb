import type { Clock } from '../core/ports/ports.ts';
import { DatabaseUnavailable } from '../store/engine/unavailable.ts';
import type { AuditFacts } from '../store/jobs/audit.ts';

/** Tracks which work of this process is interrupted because the database fails. */
export interface Outages {
  /**
   * Runs `act`, which is part of the work with the name `work`. If the database fails, this work counts as interrupted. The
   * interruption ends with the next call of the same name that does not fail because of the database.
   */
  watch<T>(work: string, act: () => Promise<T>): Promise<T>;
  /** Returns the names of the work that is interrupted. */
  list(): readonly string[];
  /**
   * Ends all interruptions, because the database works again. Otherwise work that is not tried again would stay listed as
   * interrupted.
   */
  endAll(): void;
}

interface OutageDependencies {
  clock: Pick<Clock, 'now'>;
  /**
   * Writes a log line. Called once when work is interrupted and once when it resumes, whatever the number of attempts in
   * between.
   */
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
