import { MINUTE_S } from '../../../shared/model/time.ts';
import type { Check } from './checks.ts';

interface NoticeDependencies {
  clock: { now(): Date };
  /** Of all processes: a notice may reach another one. */
  stored: { get(key: string): Promise<unknown>; put(key: string, value: unknown): Promise<void> };
}

export interface NoticeWatch {
  /** A notice of the provider came and was taken. */
  received(): Promise<void>;
  /** A notice was answered without being followed: a repetition would change nothing. */
  ignored(): void;
  /** A hold was found, by whatever way. */
  held(): void;
  check: Check;
}

const KEY = 'last';
/** A provider sends its notice within seconds, and again for days where nobody took it. */
const OVERDUE_S = 15 * MINUTE_S;

/**
 * Whether notices of the payment provider come: a hold that was found in another way, and no notice since, says that they do not.
 * Everything goes on without them, later. Without payments nothing is expected.
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
