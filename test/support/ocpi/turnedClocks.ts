import type { Clock } from '../../../server/core/ports/ports.ts';
import { createManualClock, type ManualClock } from '../clock.ts';

/** By so much the clocks of the two differ meanwhile; more where a long time is to pass. */
const stepOf = (leftMs: number, stepMs: number): number => Math.min(leftMs, leftMs > 600_000 ? 30_000 : stepMs);

/** Whoever has woken up does what is due within so much real time. */
const ENDS_WITHIN_MS = 1000;

/** Another process, whose clock can be turned. */
export interface Turnable {
  standStill(at: Date): Promise<void>;
  pass(ms: number): Promise<void>;
}

export interface TurnedClocks {
  clock: ManualClock;
  /** The same clock for whoever works in loops: while one of them does something, time stands still. */
  forLoop(): Clock;
  /** Both sides' time passes together. */
  pass(ms: number): Promise<void>;
  /** The same for days: ours is asleep but for a moment every few minutes. */
  passAsleep(ms: number): Promise<void>;
}

const NAP_MS = 60 * 60_000;

/** Our clock and that of somebody else, turned by hand. `isAtWork`: somebody else does what was due. */
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
        // Not everybody who has slept lies down again: some have ended.
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
