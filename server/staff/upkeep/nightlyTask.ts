import { HOUR_MS, isoDay } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';

/** When a night begins, UTC: few charge then, and the day is over everywhere we sell. */
const NIGHT_HOUR = 2;
/** After work that failed. */
const RETRY_AFTER_MS = HOUR_MS;

/** Name of the night that has begun last: the same one until the next begins, over restarts and clock changes. */
const nightOf = (now: Date): string => isoDay(later(now, -NIGHT_HOUR * HOUR_MS));

/**
 * Returns a function for each sweep, which calls `work` every night until it answers that nothing is left. The last finished night is
 * stored in the database, so a restart neither leaves one out nor does one twice. Work that fails is repeated after an hour.
 * @param owner the name that the night is stored under
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
