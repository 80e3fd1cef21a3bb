import type { Clock } from '../../../server/core/ports/ports.ts';
import { createManualClock, type ManualClock } from '../clock.ts';

/**
 * Returns the largest difference between the two clocks while time passes, in milliseconds. The step is larger if a long time
 * remains.
 */
const stepOf = (leftMs: number, stepMs: number): number => Math.min(leftMs, leftMs > 600_000 ? 30_000 : stepMs);

/** Real time within which a woken loop finishes its work. */
const ENDS_WITHIN_MS = 1000;

/** Another process with a clock that can be controlled. */
export interface Turnable {
  standStill(at: Date): Promise<void>;
  pass(ms: number): Promise<void>;
}

export interface TurnedClocks {
  clock: ManualClock;
  /** Returns the same clock for a loop. While the loop works after a sleep, time stands still. */
  forLoop(): Clock;
  /** Advances both clocks together. */
  pass(ms: number): Promise<void>;
  /** Advances both clocks by days. Our side is suspended and wakes once per hour. */
  passAsleep(ms: number): Promise<void>;
}

const NAP_MS = 60 * 60_000;

/** Creates a manual clock and controls the clock of the other process. Time stands still while `isAtWork` returns true. */
export async function createManualClocks(other: Turnable, isAtWork = () => false, stepMs = 5000): Promise<TurnedClocks> {
  const awake: object[] = [];
  const clock = createManualClock(undefined, () => awake.length > 0 || isAtWork());
  await other.standStill(clock.now());
  return {
    clock,
    forLoop: () => ({
      now: clock.now,
      async sleepUntil(at, signal) {
        awake.shift();
        await clock.sleepUntil(at, signal);
        if (signal.aborted) return;
        const woken = {};
        awake.push(woken);
        // A loop that has ended never sleeps again, so its mark is removed after a timeout.
        setTimeout(() => awake.includes(woken) && awake.splice(awake.indexOf(woken), 1), ENDS_WITHIN_MS).unref();
      },
    }),
    async pass(ms) {
      let left = ms;
      do {
        const step = stepOf(left, stepMs);
        await clock.pass(step);
        await other.pass(step);
        left -= step;
      } while (left > 0);
      await clock.pass(0);
    },
    async passAsleep(ms) {
      for (let left = ms; left > 0; left -= NAP_MS) {
        await clock.passAsleep(Math.min(left, NAP_MS));
        await other.pass(Math.min(left, NAP_MS));
      }
    },
  };
}
