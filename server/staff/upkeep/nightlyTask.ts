import { HOUR_MS, isoDay } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';

/**
 * Hour in UTC at which the nightly work begins. Few drivers charge then, and the local day has ended in all countries where
 * charging is offered.
 */
const NIGHT_HOUR = 2;
/** Delay before the next try after a failure. */
const RETRY_AFTER_MS = HOUR_MS;

/** Returns the date of the last night that has begun. It identifies the night, also after a restart or a clock change. */
const nightOf = (now: Date): string => isoDay(later(now, -NIGHT_HOUR * HOUR_MS));

/**
 * Returns a function to call regularly. It runs `work` every night, repeatedly until `isMore` is false. The last finished night
 * is stored, so a restart neither skips nor repeats a night. After a failure, `work` runs again an hour later.
 * @param owner key under which the finished night is stored
 */
export function createNightlyTask(
  { store, clock }: Pick<OperatorContext, 'store' | 'clock'>,
  owner: string,
  work: (now: Date) => Promise<{ isMore: boolean }>,
): () => Promise<void> {
  const marks = createKeyValueStore(store.db, owner);
  let done: unknown = null;
  let nextAt = new Date(0);
  return async () => {
    const now = clock.now();
    const night = nightOf(now);
    if (done === night || now < nextAt) return;
    done = await marks.get('night');
    if (done === night) return;
    nextAt = later(now, RETRY_AFTER_MS);
    const { isMore } = await work(now);
    if (!isMore) {
      await marks.put('night', night);
      done = night;
    }
    nextAt = now;
  };
}
