import { within } from '../../../shared/util/within.ts';
import type { Log } from '../request/log.ts';

/** A dependency and how to ask it; resolves with what a person may want to know. */
export interface Check {
  name: string;
  check(): Promise<Readonly<Record<string, string | number | null>>>;
  /** For how long an answer counts, however many ask meanwhile; without it each asks anew. */
  ttlMs?: number;
  /** The same for an answer that says "down", where it is to be asked again sooner. */
  heldDownMs?: number;
  /** How long it may take. */
  limitMs?: number;
}

/** Without the store nobody can be served. */
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
 * Checks dependencies. Each has one check at a time, however many ask, and none while its last answer counts, so that strangers
 * may ask as often as they like. The log gets one line when a dependency goes down, and one when it is back.
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
    // By distance, so that a clock that was set back does not keep an answer for ever.
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
