import type { Clock } from '../../core/ports/ports.ts';
import { UpstreamFailure } from './failure.ts';

/**
 * Circuit breaker. While an external service is down, calls fail immediately, which spares the service and the waiting visitors.
 */
export interface Breaker {
  /**
   * Runs `work` unless the breaker is open.
   * @throws UpstreamFailure 'resting' immediately while the breaker is open, otherwise the error of `work`
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  isOpen(): boolean;
}

/** Failure kind of a call that was refused because the breaker is open. */
export const RESTING = 'resting';
/** The breaker opens after `MAX_OUTAGES` consecutive failures. After `REST_MS` it lets one call through as a trial. */
const MAX_OUTAGES = 5;
const REST_MS = 15_000;

export function createBreaker({ clock }: { clock: Pick<Clock, 'now'> }): Breaker {
  let outages = 0;
  let restsUntil = 0;
  const nowMs = () => clock.now().getTime();
  const isOpen = () => outages >= MAX_OUTAGES;
  return {
    isOpen,
    async run(work) {
      if (isOpen()) {
        if (nowMs() < restsUntil) throw new UpstreamFailure(RESTING);
        // This call is the trial. Until it has a result, all other calls fail immediately.
        restsUntil = nowMs() + REST_MS;
      }
      try {
        const answer = await work();
        outages = 0;
        return answer;
      } catch (error) {
        const isOutage = error instanceof UpstreamFailure && error.isOutage;
        outages = isOutage ? outages + 1 : 0;
        if (isOutage) restsUntil = nowMs() + REST_MS;
        throw error;
      }
    },
  };
}
