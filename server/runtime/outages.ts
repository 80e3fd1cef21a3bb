import type { Clock } from '../core/ports/ports.ts';
import { DatabaseUnavailable } from '../store/engine/unavailable.ts';
import type { AuditFacts } from '../store/jobs/audit.ts';

/** Which work is interrupted because the database fails. Known to this process only. */
export interface Outages {
  /** Runs a piece of this work. The work counts as interrupted from a failure of the database until a piece of it succeeds. */
  watch<T>(work: string, act: () => Promise<T>): Promise<T>;
  /** Interrupted work. */
  list(): readonly string[];
  /** The database works again; without this, work that nobody asks for would stay listed. */
  endAll(): void;
}

interface OutageDependencies {
  clock: Pick<Clock, 'now'>;
  /** Logs one line when work is interrupted and one when it goes on, however often it is tried in between. */
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
