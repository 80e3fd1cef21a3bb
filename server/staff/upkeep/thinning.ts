import { DAY_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { MeterReading } from '../../core/ports/stationPort.ts';
import { later } from '../../core/records/instants.ts';
import { yieldToEventLoop } from '../../platform/yieldToEventLoop.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { upTo } from '../../shop/sessions/billing/complete.ts';
import { billUntil, type Priced, pricedSession } from '../../shop/sessions/cost/prices.ts';
import type { Trx } from '../../store/engine/database.ts';
import { DatabaseUnavailable } from '../../store/engine/unavailable.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { listIssued } from '../../store/shop/documents.ts';
import { MAX_REMOVED_ROWS, removeReadings } from '../../store/shop/readings.ts';
import { findSession, type SessionRecord } from '../../store/shop/sessions.ts';
import { createNightlyTask } from './nightlyTask.ts';

/** Age of a bill at which most of its meter readings are deleted. Drivers rarely object to a bill after this time. */
const THIN_AFTER_MS = 90 * DAY_MS;
/** Of all meter readings within an interval of this length, only the last one is kept. */
const STEP_MS = 15 * MINUTE_MS;
/**
 * Maximum number of sessions per batch. With one batch every five seconds, a process thins up to 1.7 million sessions and 86
 * million readings per day.
 */
const MAX_BATCH_SESSIONS = 100;

type ThinningContext = Pick<OperatorContext, 'store' | 'clock' | 'holidays' | 'logEvent'>;

/**
 * Creates the nightly task that deletes superfluous meter readings, one batch per call until none is left. The position is
 * stored, so the work continues after a restart.
 */
export function createMeterThinning(context: ThinningContext): () => Promise<void> {
  let removed = 0;
  return createNightlyTask(context, 'thinning', async () => {
    const batch = await thinBatch(context);
    removed += batch.removed;
    if (batch.isMore) return batch;
    if (removed > 0) context.logEvent('old readings removed', { readings: removed });
    removed = 0;
    return batch;
  });
}

/**
 * Deletes most meter readings of the next sessions whose bills are old enough, until about 5,000 rows are deleted. Signed values
 * are kept. All readings of a session are kept if the bill would change without the deleted ones, or if the session can no
 * longer be priced.
 */
export async function thinBatch(context: ThinningContext): Promise<{ removed: number; isMore: boolean }> {
  const { store, clock } = context;
  const marks = createKeyValueStore(store.db, 'thinning');
  const until = later(clock.now(), -THIN_AFTER_MS);
  const after = ((await marks.get('issued')) ?? { at: 0, id: '' }) as { at: number; id: string };
  const issued = await listIssued(store.db, { after, until, limit: MAX_BATCH_SESSIONS });
  let removed = 0;
  for (const { sessionId, at, id } of issued) {
    removed += await thinMeter(context, sessionId);
    const isFull = removed >= MAX_REMOVED_ROWS;
    if (isFull || id === issued.at(-1)?.id) await marks.put('issued', { at, id });
    if (isFull) break;
    // Calculating bills blocks the thread that also serves visitors, so other requests are let in.
    await yieldToEventLoop();
  }
  return { removed, isMore: issued.length > 0 };
}

/**
 * Thins the meter readings of one session. A session that cannot be priced is skipped and logged, so that it does not block the
 * others.
 * @returns the number of deleted readings
 */
async function thinMeter(context: ThinningContext, sessionId: string): Promise<number> {
  try {
    return await context.store.inTransaction(async trx => {
      const session = await findSession(trx, sessionId);
      if (!session?.endedAt) return 0;
      const superfluous = await superfluousReadings(context, trx, session);
      await removeReadings(trx, sessionId, superfluous);
      return superfluous.length;
    });
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    context.logEvent('readings not thinned', { session: sessionId, reason: error instanceof Error ? error.name : 'error' });
    return 0;
  }
}

/** Returns the meter readings that can be deleted without changing the bill. Empty if the bill would change. */
async function superfluousReadings(context: ThinningContext, trx: Trx, session: SessionRecord): Promise<readonly MeterReading[]> {
  const priced = await pricedSession(trx, session, context);
  const { readings } = priced;
  const remaining = thinned(readings);
  const stays = new Set(remaining);
  const dropped = readings.filter(reading => !stays.has(reading));
  const isSame = dropped.length > 0 && billsOf(session, priced) === billsOf(session, { ...priced, readings: remaining });
  return isSame ? dropped : [];
}

/**
 * Returns the meter readings to keep: the first, the last, those where charging paused or resumed, and the last one of each
 * interval.
 */
function thinned(readings: readonly MeterReading[]): readonly MeterReading[] {
  const stepOf = ({ at }: MeterReading) => Math.floor(at.getTime() / STEP_MS);
  return readings.filter((reading, n) => {
    const [before, next] = [readings[n - 1], readings[n + 1]];
    if (!before || !next) return true;
    const isChange = before.isCharging !== reading.isCharging || next.isCharging !== reading.isCharging;
    return isChange || stepOf(next) !== stepOf(reading);
  });
}

/**
 * Calculates the bill by both methods that may have been used: from the session's own readings, and from the readings up to the
 * energy of the CDR. Both must stay the same.
 */
function billsOf(session: SessionRecord, priced: Priced): string {
  const endedAt = session.endedAt as Date;
  const own = priced.readings.filter(({ energyWh }) => energyWh <= session.energyWh);
  const accounted = upTo(priced.readings, { energyWh: session.energyWh, endedAt });
  return JSON.stringify([own, accounted].map(readings => billUntil(session, { ...priced, readings }, endedAt)));
}
