import { DAY_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { MeterReading } from '../../core/ports/stationPort.ts';
import { earliest, later } from '../../core/records/instants.ts';
import { yieldToEventLoop } from '../../platform/yieldToEventLoop.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { upTo } from '../../shop/sessions/billing/complete.ts';
import { billUntil, type Priced, pricedSession } from '../../shop/sessions/cost/prices.ts';
import type { Trx } from '../../store/engine/database.ts';
import { DatabaseUnavailable } from '../../store/engine/unavailable.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { listIssued } from '../../store/shop/documents.ts';
import { listMeterMonths } from '../../store/shop/meterMonths.ts';
import { removeReadings } from '../../store/shop/readings.ts';
import { findSession, type SessionRecord } from '../../store/shop/sessions.ts';

/** A driver who objects to a bill has long done so. */
export const THIN_AFTER_MS = 90 * DAY_MS;
/** Of the readings within such a time the last one stays. */
const STEP_MS = 15 * MINUTE_MS;
const AT_ONCE = 50;
/** A night is long enough, and what is not thinned yet is thinned in the next. */
const MAX_PER_RUN = 10_000;

export type ThinningContext = Pick<OperatorContext, 'store' | 'clock' | 'holidays' | 'logEvent'>;

/**
 * Does something with one session's readings; where it cannot be priced any more, `otherwise`, so that no other session waits for
 * it. @throws DatabaseUnavailable, when all of them have to wait
 */
export async function unlessUnpriced<T>(
  { logEvent }: Pick<OperatorContext, 'logEvent'>,
  sessionId: string,
  { work, otherwise }: { work(): Promise<T>; otherwise(): Promise<T> },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    logEvent('readings not thinned', { session: sessionId, reason: error instanceof Error ? error.name : 'error' });
    return otherwise();
  }
}

/**
 * Removes most readings of sessions that were billed long ago, in the order in which they were billed, from where the night before
 * has ended. What the meter has signed stays, and so does every reading without which the bill could not be made once more to the
 * same line, and all of a session that cannot be priced any more. Readings that lie by month go with their month instead. Answers how many are gone.
 */
export async function thinMeters(context: ThinningContext): Promise<number> {
  const { store, clock } = context;
  const marks = createKeyValueStore(store.db, 'thinning');
  const due = later(clock.now(), -THIN_AFTER_MS);
  const [first] = await listMeterMonths(store);
  const until = first ? earliest(due, first.from ?? first.until) : due;
  let after = ((await marks.get('issued')) ?? { at: 0, id: '' }) as { at: number; id: string };
  let removed = 0;
  for (let seen = 0; seen < MAX_PER_RUN; seen += AT_ONCE) {
    const issued = await listIssued(store.db, { after, until, most: AT_ONCE });
    for (const { sessionId } of issued) {
      removed += await unlessUnpriced(context, sessionId, {
        work: () => store.inTransaction(trx => thinMeter(context, trx, sessionId)),
        otherwise: async () => 0,
      });
      // Bills are made on the thread that answers visitors.
      await yieldToEventLoop();
    }
    const last = issued.at(-1);
    if (!last) break;
    after = { at: last.at, id: last.id };
    await marks.put('issued', after);
  }
  return removed;
}

async function thinMeter(context: ThinningContext, trx: Trx, sessionId: string): Promise<number> {
  const session = await findSession(trx, sessionId);
  if (!session?.endedAt) return 0;
  const { gone } = await whatStays(context, trx, session);
  if (gone.length > 0) await removeReadings(trx, sessionId, gone);
  return gone.length;
}

interface Thinned {
  stays: readonly MeterReading[];
  gone: readonly MeterReading[];
}

/** Of the readings of a session that is over. */
export async function whatStays(context: ThinningContext, trx: Trx, session: SessionRecord): Promise<Thinned> {
  const priced = await pricedSession(trx, session, context);
  const { readings } = priced;
  const remaining = thinned(readings);
  const stays = new Set(remaining);
  const dropped = readings.filter(reading => !stays.has(reading));
  const isSame = dropped.length > 0 && billsOf(session, priced) === billsOf(session, { ...priced, readings: remaining });
  return isSame ? { stays: remaining, gone: dropped } : { stays: readings, gone: [] };
}

/** The first and the last, those at which charging paused or went on, and the last of each step between. */
function thinned(readings: readonly MeterReading[]): readonly MeterReading[] {
  const stepOf = ({ at }: MeterReading) => Math.floor(at.getTime() / STEP_MS);
  return readings.filter((reading, n) => {
    const [before, next] = [readings[n - 1], readings[n + 1]];
    if (!before || !next) return true;
    const isChange = before.isCharging !== reading.isCharging || next.isCharging !== reading.isCharging;
    return isChange || stepOf(next) !== stepOf(reading);
  });
}

/** What the session comes to by either way in which it may have been billed: by its own readings, or up to its source's account. */
function billsOf(session: SessionRecord, priced: Priced): string {
  const endedAt = session.endedAt as Date;
  const own = priced.readings.filter(({ energyWh }) => energyWh <= session.energyWh);
  const accounted = upTo(priced.readings, { energyWh: session.energyWh, endedAt });
  return JSON.stringify([own, accounted].map(readings => billUntil(session, { ...priced, readings }, endedAt)));
}
