import { HOUR_MS } from '../../../shared/model/time.ts';
import type { Clock } from '../../core/ports/ports.ts';

const MAX_SLEEP_MS = HOUR_MS;

/** From when a faster clock runs: this instant of real time is that instant of ours. */
export interface ClockAnchor {
  realMs: number;
  shownMs: number;
}

/** The time of day; with a speed above 1 it runs ahead from its anchor, for demonstrations and tests. */
export function createClock({ speed, anchor }: { speed: number; anchor: ClockAnchor }): Clock {
  const nowMs = () => anchor.shownMs + (Date.now() - anchor.realMs) * speed;
  return {
    now: () => new Date(nowMs()),
    sleepUntil(at, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (signal.aborted) return Promise.resolve();
      const waitMs = Math.min(Math.max(0, (at.getTime() - nowMs()) / speed), MAX_SLEEP_MS);
      const timer = setTimeout(resolve, Math.ceil(waitMs));
      const end = () => resolve();
      signal.addEventListener('abort', end, { once: true });
      return promise.finally(() => {
        clearTimeout(timer);
        // A signal may be that of the whole app.
        signal.removeEventListener('abort', end);
      });
    },
  };
}
