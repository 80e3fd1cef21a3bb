import { within } from '../../../shared/util/within.ts';
import type { Log } from '../request/log.ts';

/** A health check of one dependency. `check` resolves with details for the status page, and rejects if the dependency is down. */
export interface Check {
  name: string;
  check(): Promise<Readonly<Record<string, string | number | null>>>;
  /** How long a result is reused, in milliseconds. Absent: every request runs the check. */
  ttlMs?: number;
  /** How long the result "down" is reused, in milliseconds. Absent: as long as other results. */
  heldDownMs?: number;
  /** Timeout of the check, in milliseconds. */
  limitMs?: number;
}

/** Whether this is the check of the store, without which no request can be served. */
export const isStore = ({ name }: Pick<Check, 'name'>): boolean => name === 'store';

export interface Checked extends Readonly<Record<string, string | number | null>> {
  name: string;
  status: 'up' | 'down';
  latencyMs: number;
}

interface CachedCheck {
  at: number;
  ttlMs: number;
  isOpen: boolean;
  answer: Promise<Checked>;
}

const LIMIT_MS = 3000;

/**
 * Creates the function that runs health checks. Concurrent callers share one run and recent results are reused, so any number of
 * requests causes little load. One line is logged when a dependency goes down, and one when it is up again.
 */
export function createChecker({ clock, log }: { clock: { now(): Date }; log: Pick<Log, 'warn' | 'event'> }) {
  const cache = new Map<Check, CachedCheck>();
  const down = new Set<Check>();

  const logStatus = (check: Check, { status }: Checked, reason: string): void => {
    if (status === 'down' && !down.has(check)) {
      down.add(check);
      log.warn('dependency down', { dependency: check.name, reason });
    }
    if (status === 'up' && down.delete(check)) log.event('dependency up again', { dependency: check.name });
  };

  const runCheck = async (check: Check): Promise<Checked> => {
    const { name, limitMs = LIMIT_MS } = check;
    const began = performance.now();
    const latencyMs = () => Math.round(performance.now() - began);
    let checked: Checked;
    let reason = '';
    try {
      checked = { ...(await within(check.check(), limitMs)), name, status: 'up', latencyMs: latencyMs() };
    } catch (error) {
      reason = error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 200) : typeof error;
      checked = { name, status: 'down', latencyMs: latencyMs() };
    }
    logStatus(check, checked, reason);
    return checked;
  };

  return (check: Check): Promise<Checked> => {
    const now = clock.now().getTime();
    const last = cache.get(check);
    // Uses the absolute difference: if the clock was set back, the result would otherwise be reused for too long.
    if (last && (last.isOpen || Math.abs(now - last.at) < last.ttlMs)) return last.answer;
    const { ttlMs = 0, heldDownMs = ttlMs } = check;
    const mine: CachedCheck = { at: now, ttlMs: 0, isOpen: true, answer: runCheck(check) };
    cache.set(check, mine);
    void mine.answer.then(({ status }) => {
      mine.isOpen = false;
      mine.ttlMs = status === 'up' ? ttlMs : heldDownMs;
    });
    return mine.answer;
  };
}

export type Checker = ReturnType<typeof createChecker>;
