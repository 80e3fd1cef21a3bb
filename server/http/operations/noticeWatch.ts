import { MINUTE_S } from '../../../shared/model/time.ts';
import type { Check } from './checks.ts';

interface NoticeDependencies {
  clock: { now(): Date };
  /** A key-value store that all processes share, because the webhook may have reached another process. */
  store: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
}

export interface NoticeWatch {
  /** Call when a webhook of the payment provider has been received and processed. */
  received(): Promise<void>;
  /** Call when a webhook was acknowledged but cannot be processed, and a repetition would not help. */
  ignored(): void;
  /** Call when a new hold was found, whether reported by a webhook or found by a query. */
  held(): void;
  check: Check;
}

const KEY = 'last';
/**
 * Seconds after a new hold within which a webhook must arrive, else the check warns. Payment providers send webhooks within
 * seconds, and repeat unacknowledged ones for days.
 */
const OVERDUE_S = 15 * MINUTE_S;

/**
 * Checks whether webhooks of the payment provider arrive. They count as missing if a hold was found but no webhook has been
 * received since. Payments still work without webhooks, but are processed later.
 */
export function createNoticeWatch({ clock, store }: NoticeDependencies): NoticeWatch {
  let firstHeldMs: number | null = null;
  let ignored = 0;

  const lastMs = async (): Promise<number> => {
    const at = await store.get(KEY);
    return typeof at === 'number' ? at : Number.NEGATIVE_INFINITY;
  };
  const silentS = async (): Promise<number> => {
    if (firstHeldMs !== null && (await lastMs()) >= firstHeldMs) firstHeldMs = null;
    return firstHeldMs === null ? 0 : Math.max(0, Math.round((clock.now().getTime() - firstHeldMs) / 1000));
  };

  return {
    async received() {
      firstHeldMs = null;
      await store.put(KEY, clock.now().getTime());
    },
    ignored() {
      ignored++;
    },
    held() {
      firstHeldMs ??= clock.now().getTime();
    },
    check: {
      name: 'notices',
      async check() {
        const seconds = await silentS();
        return {
          silentS: seconds,
          ignored,
          degraded: seconds > OVERDUE_S ? `none for ${Math.floor(seconds / MINUTE_S)} min` : null,
        };
      },
    },
  };
}
