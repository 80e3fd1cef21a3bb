import type { Clock } from '../../../server/core/ports/ports.ts';
import { createManualClock, type ManualClock } from '../clock.ts';

/**
 * Returns the next step in milliseconds, which is also the largest possible difference between the two clocks. Steps are longer
 * while more than ten minutes remain.
 */
const stepOf = (leftMs: number, stepMs: number): number => Math.min(leftMs, leftMs > 600_000 ? 30_000 : stepMs);

/** Real time after which a resumed loop is assumed to have ended. */
const ENDS_WITHIN_MS = 1000;

/** A second process whose clock tests can control, for example the simulated stations. */
export interface Turnable {
  standStill(at: Date): Promise<void>;
  pass(ms: number): Promise<void>;
}

export interface TurnedClocks {
  clock: ManualClock;
  /** Returns the clock for a background loop. Time stands still while the loop is awake. */
  forLoop(): Clock;
  /** Advances the clocks of both processes together. */
  pass(ms: number): Promise<void>;
  /**
   * Advances the clocks of both processes over a long time. Meanwhile the app is suspended, except for a moment once per hour.
   */
  passAsleep(ms: number): Promise<void>;
}

const NAP_MS = 60 * 60_000;

/**
 * Creates a manual clock for the app, and stops the clock of the process `other`. Both clocks stand still while `isAtWork`
 * returns true.
 */
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
        // A loop that has ended never sleeps again. Its mark is therefore removed after a while, because time would otherwise
        // stand still forever.
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
