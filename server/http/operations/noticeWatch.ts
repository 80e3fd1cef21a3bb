import { MINUTE_S } from '../../../shared/model/time.ts';
import type { Check } from './checks.ts';

interface NoticeDependencies {
  clock: { now(): Date };
  /** A store that all processes share: a webhook may reach another process. */
  stored: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
}

export interface NoticeWatch {
  /** A webhook of the provider was received and processed. */
  received(): Promise<void>;
  /** A webhook was acknowledged without processing, because a repetition would change nothing. */
  ignored(): void;
  /** A hold was found, either after a webhook or by a query. */
  held(): void;
  check: Check;
}

const KEY = 'last';
/** A provider sends a webhook within seconds, and repeats a webhook for days until the app acknowledges the webhook. */
const OVERDUE_S = 15 * MINUTE_S;

/**
 * Checks whether webhooks of the payment provider arrive. If a hold was found and no webhook has arrived since, webhooks are
 * missing. All payments continue without webhooks, but later. Without payments, no webhook is expected.
 */
export function createNoticeWatch({ clock, stored }: NoticeDependencies): NoticeWatch {
  let firstHeldMs: number | null = null;
  let ignored = 0;

  const lastMs = async (): Promise<number> => {
    const at = await stored.get(KEY);
    return typeof at === 'number' ? at : Number.NEGATIVE_INFINITY;
  };
  const silentS = async (): Promise<number> => {
    if (firstHeldMs !== null && (await lastMs()) >= firstHeldMs) firstHeldMs = null;
    return firstHeldMs === null ? 0 : Math.max(0, Math.round((clock.now().getTime() - firstHeldMs) / 1000));
  };

  return {
    async received() {
      firstHeldMs = null;
      await stored.put(KEY, clock.now().getTime());
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
