import { appendFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { iso } from '../../../shared/model/time.ts';
import type { Clock, KeyValueStore } from '../../core/ports/ports.ts';

/** An act as the database has it. */
interface Act {
  id: number;
  at: Date;
}

interface AuditFileDependencies {
  file: string;
  clock: Pick<Clock, 'now'>;
  /** Up to which id it has been written. */
  stored: KeyValueStore;
  /** The oldest first, behind an id. */
  list(request: { after: number; until: Date; limit: number }): Promise<readonly Act[]>;
  log: {
    warn(name: string, facts: Readonly<Record<string, string>>): void;
    event(name: string, facts?: Readonly<Record<string, string>>): void;
  };
}

const POLL_MS = 1000;
const MAX_BATCH = 500;
/** Acts of several processes may be committed in another order than they were numbered in, but not so much later. */
const COMMITTED_AFTER_MS = 5000;

/**
 * Copies the audit into a file, behind the database and never in the way of an act. The file is opened for each look, so one that
 * was rotated away is made anew. After a crash, and with several processes on one file, a line may stand there twice: its id tells.
 */
export function createAuditFile({ file, clock, stored, list, log }: AuditFileDependencies) {
  let isFailing = false;
  let written = 0;

  /** Answers whether there may be more. */
  const copy = async (): Promise<boolean> => {
    const known = Number((await stored.get('written')) ?? 0);
    // The database could not take it down: once more would be twice in the file.
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
