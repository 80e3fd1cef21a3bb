import { HOUR_MS } from '../../../shared/model/time.ts';
import type { Clock } from '../../core/ports/ports.ts';

const MAX_SLEEP_MS = HOUR_MS;

/**
 * Reference point of an accelerated clock: at the real time `realMs`, the app shows the time `shownMs`. Both are Unix times in
 * milliseconds.
 */
export interface ClockAnchor {
  realMs: number;
  shownMs: number;
}

/**
 * Creates the clock of the app. In demos and tests, `speed` can be above 1: the clock then runs faster than real time, starting
 * at its anchor.
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
        // The listener is removed, because the signal may live as long as the app and would collect listeners.
        signal.removeEventListener('abort', end);
      });
    },
  };
}
