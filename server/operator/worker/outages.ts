import type { Clock } from '../ports.ts';
import type { AuditFacts } from '../store/audit.ts';
import { DatabaseUnavailable } from '../store/engine/unavailable.ts';

/** Which work cannot go on because the database does not do its part. Kept in this process only. */
export interface Outages {
  /** Does a piece of this work; it is out from when the database fails beneath it until a piece of it succeeds. */
  watch<T>(work: string, act: () => Promise<T>): Promise<T>;
  /** Work that is out. */
  list(): readonly string[];
  /** The database has just shown that it works: what was out may not be asked for again for long. */
  endAll(): void;
}

interface OutageDependencies {
  clock: Pick<Clock, 'now'>;
  /** One line when work stops and one when it goes on, however often it is tried between. */
  tell(event: string, facts: AuditFacts): void;
}

export function createOutages({ clock, tell }: OutageDependencies): Outages {
  const since = new Map<string, Date>();
  const begin = (work: string, reason: string) => {
    if (since.has(work)) return;
    since.set(work, clock.now());
    tell('work cannot go on', { work, reason });
  };
  const end = (work: string) => {
    const began = since.get(work);
    if (began === undefined) return;
    since.delete(work);
    tell('work goes on', { work, afterS: Math.round((clock.now().getTime() - began.getTime()) / 1000) });
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
