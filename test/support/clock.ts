import type { Clock } from '../../server/core/ports/ports.ts';

export interface ManualClock extends Clock {
  /** Lets time pass; sleepers wake on the way, at the right instant. */
  pass(ms: number): Promise<void>;
  /** Time passes while the machine is asleep: whoever should have woken on the way wakes at its end. */
  passAsleep(ms: number): Promise<void>;
}

/** Advances the clock a second at a time until `work` is done. */
export async function advanceWhile<T>(clock: ManualClock, work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  // Requests over HTTP need real time.
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

/** When time begins in tests. */
export const STARTS_AT = '2026-11-20T10:00:00.000Z';

/**
 * Time that stands still until a test lets it pass. `isAtWork`: whether somebody still does what was due; some of it takes
 * real time, and the clock waits for it.
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
/** A commit takes one. */
const ROUNDS = 50;

/** Whoever has just woken up gets the chance to do its work and to lie down again. */
async function whatFollows(isAtWork: () => boolean): Promise<void> {
  const giveUpAt = performance.now() + WORK_LIMIT_MS;
  for (;;) {
    for (let round = 0; round < ROUNDS; round++) await new Promise(resolve => setImmediate(resolve));
    if (!isAtWork()) return;
    // Threads and databases need a moment that is real, and the processor.
    while (isAtWork()) {
      if (performance.now() > giveUpAt) throw new Error('Work that was due does not end');
      await new Promise(resolve => setTimeout(resolve, 1));
    }
  }
}
