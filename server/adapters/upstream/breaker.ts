import type { Clock } from '../../core/ports/ports.ts';
import { UpstreamFailure } from './failure.ts';

/** Spares a service that is down, and its visitors the wait. */
export interface Breaker {
  /** @throws what `work` throws; UpstreamFailure 'resting' at once while the service is left alone */
  run<T>(work: () => Promise<T>): Promise<T>;
  isOpen(): boolean;
}

/** Why a call was not made. */
export const RESTING = 'resting';
/** Outages in a row before the service is left alone, and for how long until one call tries again. */
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
        // This call is the trial; the others fail at once until it has an answer.
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
