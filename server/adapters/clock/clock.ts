import { HOUR_MS } from '../../../shared/model/time.ts';
import type { Clock } from '../../core/ports/ports.ts';

const MAX_SLEEP_MS = HOUR_MS;

/** Start of an accelerated clock: the app shows the time `shownMs` at the real time `realMs`. Unix time in milliseconds. */
export interface ClockAnchor {
  realMs: number;
  shownMs: number;
}

/**
 * Creates the clock of the app. With a `speed` above 1 the clock runs ahead of real time, starting at its anchor. Demonstrations
 * and tests use this.
 */
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
        // The signal may live as long as the app, so listeners would accumulate.
        signal.removeEventListener('abort', end);
      });
    },
  };
}
