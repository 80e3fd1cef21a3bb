import pLimit, { type LimitFunction } from 'p-limit';

/** Maximum number of attempts of this process to one endpoint at the same time. */
const MAX_PER_ENDPOINT = 2;
/** Maximum number of attempts of this process at the same time, so that slow endpoints do not block other jobs. */
const MAX_CONCURRENT = 10;
/** Bounds of the assumed duration of an attempt, in milliseconds. */
const [MIN_MS, MAX_MS] = [20, 15_000];

interface Lane {
  limit: LimitFunction;
  /** Average duration of an attempt, in milliseconds. */
  averageMs: number;
  /** Time of the next free slot, in milliseconds of the monotonic clock. */
  freeAt: number;
}

/**
 * Limits the concurrent attempts per endpoint. An attempt that finds no free slot books a later one, so that a long backlog does
 * not ask again and again.
 */
export function createEndpointLimits() {
  const all = pLimit(MAX_CONCURRENT);
  const lanes = new Map<string, Lane>();
  const laneOf = (endpointId: string): Lane => {
    const lane = lanes.get(endpointId) ?? { limit: pLimit(MAX_PER_ENDPOINT), averageMs: MIN_MS, freeAt: 0 };
    lanes.set(endpointId, lane);
    return lane;
  };
  return {
    /**
     * Runs `work` in a free slot.
     * @returns the wait in milliseconds until the booked slot, if no slot is free
     */
    async run<T>(endpointId: string, work: () => Promise<T>): Promise<{ done: T } | { waitMs: number }> {
      const lane = laneOf(endpointId);
      const now = performance.now();
      if (lane.limit.activeCount >= MAX_PER_ENDPOINT || all.activeCount >= MAX_CONCURRENT) {
        lane.freeAt = Math.max(lane.freeAt, now) + lane.averageMs / MAX_PER_ENDPOINT;
        return { waitMs: lane.freeAt - now };
      }
      const done = await lane.limit(() => all(work));
      const tookMs = Math.min(Math.max(performance.now() - now, MIN_MS), MAX_MS);
      lane.averageMs = 0.8 * lane.averageMs + 0.2 * tookMs;
      return { done };
    },
  };
}
