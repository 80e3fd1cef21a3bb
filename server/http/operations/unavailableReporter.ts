import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../request/log.ts';
import type { UnavailableReporter } from '../request/problems.ts';
import { type Check, type Checker, isStore } from './checks.ts';

const CHECK_INTERVAL_MS = 1000;
/**
 * An outage is over when no request was rejected for this many milliseconds, all store checks succeed and no background task is
 * paused.
 */
const QUIET_MS = 3000;

interface TurnedAwayDependencies {
  log: Pick<Log, 'warn' | 'event'>;
  checks: readonly Check[];
  runCheck: Checker;
  /** Returns the names of background tasks that are paused because the database is failing. */
  outages(): readonly string[];
  over: AbortSignal;
}

/** Logs one line when an outage begins to affect requests, and one with the number of rejected requests when it is over. */
export function createUnavailableReporter({ log, checks, runCheck, outages, over }: TurnedAwayDependencies): UnavailableReporter {
  const store = checks.filter(isStore);
  let [isGoingOn, requests, lastAt] = [false, 0, 0];

  const isOver = async () =>
    performance.now() - lastAt >= QUIET_MS &&
    outages().length === 0 &&
    (await Promise.all(store.map(runCheck))).every(({ status }) => status === 'up');

  async function untilOver(began: number): Promise<void> {
    do await pause(CHECK_INTERVAL_MS, undefined, { ref: false });
    while (!over.aborted && !(await isOver()));
    if (over.aborted) return;
    log.event('requests accepted: database available', { afterS: Math.round((performance.now() - began) / 1000), requests });
    [isGoingOn, requests] = [false, 0];
  }
  return ({ cause }) => {
    requests += 1;
    lastAt = performance.now();
    if (isGoingOn) return;
    isGoingOn = true;
    log.warn('requests rejected: database unavailable', { reason: cause instanceof Error ? cause.message : '' });
    void untilOver(lastAt);
  };
}
