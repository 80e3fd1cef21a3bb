import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { iso } from '../../../shared/model/time.ts';
import type { Clock, KeyValueStore } from '../../core/ports/ports.ts';

/** An audit record as the database returns it. */
interface Act {
  id: number;
  at: Date;
}

interface AuditFileDependencies {
  file: string;
  clock: Pick<Clock, 'now'>;
  /** Stores the id of the last act in the file, under the key `written`. */
  stored: KeyValueStore;
  /** Lists at most `limit` acts with an id above `after` and a time up to `until`, in ascending order of id. */
  list(request: { after: number; until: Date; limit: number }): Promise<readonly Act[]>;
  log: {
    warn(name: string, facts: Readonly<Record<string, string>>): void;
    event(name: string, facts?: Readonly<Record<string, string>>): void;
  };
}

const POLL_MS = 1000;
const MAX_BATCH = 500;
/**
 * Acts of several processes may be committed in another order than the order of their ids, but the difference is below this
 * delay.
 */
const COMMITTED_AFTER_MS = 5000;

/**
 * Copies audit records from the database into a file. The copy runs in the background and never delays an act. The file is
 * opened for every batch, so a file that log rotation has moved is created again. After a crash, or if several processes write
 * to one file, the file may contain an act twice. Both lines have the same id.
 */
export function createAuditFile({ file, clock, stored, list, log }: AuditFileDependencies) {
  let isFailing = false;
  let written = 0;

  /** @returns true if more acts may be waiting */
  const copy = async (): Promise<boolean> => {
    const known = Number((await stored.get('written')) ?? 0);
    // The database did not accept the last position. Store the position now, otherwise a restart would copy these acts again.
    if (written > known) await stored.put('written', written);
    const after = Math.max(known, written);
    const until = new Date(clock.now().getTime() - COMMITTED_AFTER_MS);
    const acts = await list({ after, until, limit: MAX_BATCH });
    const last = acts.at(-1);
    if (!last) return false;
    await appendFile(file, acts.map(act => `${JSON.stringify({ ...act, at: iso(act.at) })}\n`).join(''), { mode: 0o600 });
    written = last.id;
    await stored.put('written', written);
    return acts.length === MAX_BATCH;
  };
  const tryCopy = async (): Promise<boolean> => {
    try {
      const isMore = await copy();
      if (isFailing) log.event('audit file writable again');
      isFailing = false;
      return isMore;
    } catch (error) {
      const reason = error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? error.name) : typeof error;
      if (!isFailing) log.warn('audit file not writable', { reason });
      isFailing = true;
      return false;
    }
  };
  return {
    async run(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) if (!(await tryCopy())) await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
    },
  };
}
