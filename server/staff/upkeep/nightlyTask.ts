import { HOUR_MS, isoDay } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';

/** Hour in UTC at which a night begins. Few drivers charge at that time, and the local day has ended in every country of sale. */
const NIGHT_HOUR = 2;
/** Delay after a failure. */
const RETRY_AFTER_MS = HOUR_MS;

/** The date of the last night that has begun. The date identifies the night across restarts and clock changes. */
const nightOf = (now: Date): string => isoDay(later(now, -NIGHT_HOUR * HOUR_MS));

/**
 * Creates a task that runs `work` every night until `work` reports that nothing is left. The returned function is called in each
 * sweep. The database stores the last finished night, so a restart neither skips nor repeats a night. After a failure, `work` is
 * repeated in an hour.
 * @param owner key under which the night is stored
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
