import { setImmediate as othersTurn, setTimeout as pause } from 'node:timers/promises';

/** How long work goes on beside drivers: between two of its steps they have their turn. */
export interface Pace {
  /** After each step of some milliseconds. However much is worked on at once, all of it rests together. */
  step(): Promise<void>;
}

/** So long the thread works before it rests. */
const SLICE_MS = 10;
/** No step is longer; what was done before the first of them is not its work. */
const MAX_STEP_MS = 50;
/** A third of the thread, as long as somebody else needs it; nearly all of it where nobody does. */
const REST = { whileOthersWork: 2, alone: 0.1 };
/** Others need the thread when they use more than this share of a rest. */
const MIN_SHARE = 0.02;
/** What was seen in one rest counts this much beside all that was seen before. */
const SMOOTHING_FACTOR = 0.1;

/** Of this thread: on a busy machine time passes in which nothing is done. */
function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export function createPace(): Pace {
  let slice = { startMs: processorMs(), lastStepAt: performance.now() };
  let othersShare = 0;
  let resting: Promise<void> | null = null;

  const rest = async (workedMs: number) => {
    const before = { usedMs: processorMs(), at: performance.now() };
    await pause(workedMs * (othersShare > MIN_SHARE ? REST.whileOthersWork : REST.alone));
    slice = { startMs: processorMs(), lastStepAt: performance.now() };
    const share = (slice.startMs - before.usedMs) / (slice.lastStepAt - before.at || 1);
    othersShare += SMOOTHING_FACTOR * (share - othersShare);
    resting = null;
  };
  return {
    async step() {
      const at = performance.now();
      if (at - slice.lastStepAt > 10 * MAX_STEP_MS) slice.startMs = processorMs();
      slice.lastStepAt = at;
      const workedMs = Math.min(processorMs() - slice.startMs, MAX_STEP_MS);
      if (resting === null && workedMs >= SLICE_MS) resting = rest(workedMs);
      await (resting ?? othersTurn());
    },
  };
}
