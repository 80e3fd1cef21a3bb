import type { Clock } from '../../../server/operator/ports.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import type { LocalCpo } from './openLocalCpo.ts';

/** By so much the clocks of the two differ meanwhile; more where a long time is to pass. */
const stepOf = (leftMs: number): number => Math.min(leftMs, leftMs > 600_000 ? 30_000 : 5000);

export interface TurnedClocks {
  clock: ManualClock;
  /** The same clock for whoever works in a loop: while the loop does something, time stands still. */
  forLoop(): Clock;
  /** Both sides' time passes together. */
  pass(ms: number): Promise<void>;
}

/** Our clock and the CPO's, turned by hand. `isAtWork`: somebody else does what was due. */
export async function turnClocks(cpo: LocalCpo, isAtWork = () => false): Promise<TurnedClocks> {
  const awake = new Set<object>();
  const clock = createManualClock(undefined, () => awake.size > 0 || isAtWork());
  await cpo.standStill(clock.now());
  return {
    clock,
    forLoop() {
      const loop = {};
      return {
        now: clock.now,
        async sleepUntil(at, signal) {
          awake.delete(loop);
          await clock.sleepUntil(at, signal);
          if (!signal.aborted) awake.add(loop);
        },
      };
    },
    async pass(ms) {
      for (let left = ms; left > 0; ) {
        const step = stepOf(left);
        await clock.pass(step);
        await cpo.pass(step);
        left -= step;
      }
      await clock.pass(0);
    },
  };
}
