import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { iso } from '../../../shared/model/time.ts';
import type { Clock, KeyValueStore } from '../../core/ports/ports.ts';

/** An audit log entry as stored in the database. */
interface Act {
  id: number;
  at: Date;
}

interface AuditFileDependencies {
  file: string;
  clock: Pick<Clock, 'now'>;
  /** Stores the id of the last copied entry under the key `written`. */
  store: KeyValueStore;
  /** Lists at most `limit` entries with an id above `after` and a time up to `until`, in ascending order of id. */
  list(request: { after: number; until: Date; limit: number }): Promise<readonly Act[]>;
  log: {
    warn(name: string, facts: Readonly<Record<string, string>>): void;
    event(name: string, facts?: Readonly<Record<string, string>>): void;
  };
}

const POLL_MS = 1000;
const MAX_BATCH = 500;
/**
 * Minimum age of an entry before it is copied. Processes may commit entries out of the order of their ids, but only within this
 * time.
 */
const COMMITTED_AFTER_MS = 5000;

/**
 * Copies audit log entries from the database into a file. Runs in the background, so staff actions are never delayed. The file
 * is opened anew for every batch, so it is recreated after log rotation. An entry can appear twice after a crash, or if several
 * processes write to one file; both lines then have the same id.
 */
export function createAuditFile({ file, clock, store, list, log }: AuditFileDependencies) {
  let isFailing = false;
  let written = 0;

  /**
   * Copies one batch of entries.
   * @returns true if more entries may be waiting
   */
  const copy = async (): Promise<boolean> => {
    const known = Number((await store.get('written')) ?? 0);
    // If storing the last position failed before, it is stored now. Otherwise these entries would be copied again after a
    // restart.
    if (written > known) await store.put('written', written);
    const after = Math.max(known, written);
    const until = new Date(clock.now().getTime() - COMMITTED_AFTER_MS);
    const acts = await list({ after, until, limit: MAX_BATCH });
    const last = acts.at(-1);
    if (!last) return false;
    await appendFile(file, acts.map(act => `${JSON.stringify({ ...act, at: iso(act.at) })}\n`).join(''), { mode: 0o600 });
    written = last.id;
    await store.put('written', written);
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
