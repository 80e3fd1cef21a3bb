import type { Clock } from '../../server/core/ports/ports.ts';

export interface ManualClock extends Clock {
  /** Advances the clock. Each `sleepUntil` whose time comes resolves at exactly that time. */
  pass(ms: number): Promise<void>;
  /** Advances the clock as if the machine had been suspended: each `sleepUntil` whose time has come resolves only at the end. */
  passAsleep(ms: number): Promise<void>;
}

/** Advances the clock one second at a time until `work` has settled. */
export async function advanceWhile<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  // Waits in real time, so that HTTP requests can proceed.
  while (!isOver) {
    await clock.pass(1000);
    await new Promise(resolve => setTimeout(resolve, 1));
  }
  return over;
}

interface Sleeper {
  at: number;
  wake(): void;
}

/** Initial time of a manual clock. */
export const STARTS_AT = '2026-11-20T10:00:00.000Z';

/**
 * Creates a clock that stands still until a test advances it. After each step, `pass` also waits in real time while `isAtWork`
 * returns true.
 */
export function createManualClock(startsAt = STARTS_AT, isAtWork = () => false): ManualClock {
  let nowMs = Date.parse(startsAt);
  const sleepers = new Set<Sleeper>();
  const nextBefore = (end: number): Sleeper | null => {
    const due = [...sleepers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
    return due[0] ?? null;
  };
  const clock: ManualClock = {
    now: () => new Date(nowMs),
    sleepUntil: (at, signal) =>
      new Promise<void>(resolve => {
        const sleeper: Sleeper = {
          at: at.getTime(),
          wake() {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        if (signal.aborted || sleeper.at <= nowMs) return resolve();
        sleepers.add(sleeper);
        signal.addEventListener('abort', () => sleeper.wake(), { once: true });
      }),
    async pass(ms) {
      await whatFollows(isAtWork);
      const end = nowMs + ms;
      for (let sleeper = nextBefore(end); sleeper; sleeper = nextBefore(end)) {
        nowMs = Math.max(nowMs, sleeper.at);
        sleeper.wake();
        await whatFollows(isAtWork);
      }
      nowMs = end;
      await whatFollows(isAtWork);
    },
    async passAsleep(ms) {
      await whatFollows(isAtWork);
      nowMs += ms;
      await clock.pass(0);
    },
  };
  return clock;
}

const WORK_LIMIT_MS = 20_000;
/** Number of event loop turns to wait before each check of `isAtWork`. A database commit takes one turn. */
const ROUNDS = 50;

/** Waits until the code that was woken by `sleepUntil` is idle again. */
async function whatFollows(isAtWork: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + WORK_LIMIT_MS;
  for (;;) {
    for (let round = 0; round < ROUNDS; round++) await new Promise(resolve => setImmediate(resolve));
    if (!isAtWork()) return;
    // Waits with a timer, because worker threads and databases need real time.
    while (isAtWork()) {
      if (performance.now() > giveUpAt) throw new Error('Work that was due does not end');
      await new Promise(resolve => setTimeout(resolve, 1));
    }
  }
}
