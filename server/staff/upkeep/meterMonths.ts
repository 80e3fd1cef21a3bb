import { HOUR_MS, iso, MINUTE_MS } from '../../../shared/model/time.ts';
import { createInterval, later } from '../../core/records/instants.ts';
import { yieldToEventLoop } from '../../platform/yieldToEventLoop.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import { isLocked } from '../../store/engine/migrate.ts';
import { createKeyValueStore } from '../../store/jobs/keyValueStore.ts';
import { listDocuments } from '../../store/shop/documents.ts';
import {
  dropMeterMonth,
  listMeterMonths,
  listSessionsIn,
  type MeterMonth,
  makeMeterMonth,
  noteOpenMeter,
  watchMeterMonth,
} from '../../store/shop/meterMonths.ts';
import { archiveReadings, hasArchivedReadings, listReadings } from '../../store/shop/readings.ts';
import { findSession } from '../../store/shop/sessions.ts';
import { THIN_AFTER_MS, type ThinningContext, unlessUnpriced, whatStays } from './thinning.ts';

/** Months that are made beside the one that is now: each is looked into by every report. */
const MONTHS_IN_ADVANCE = 1;
/** Sessions at a time: a sweep is not to take long. */
const AT_ONCE = 100;
const CHECK_INTERVAL_MS = HOUR_MS;
/** For so long nobody else does what one process does. */
const LEASE_MS = 5 * MINUTE_MS;

type MonthsContext = ThinningContext & Pick<OperatorContext, 'processId'>;

/** Makes the coming months of meter values, and removes those whose time is over; a little at a time, however often it is asked. */
export function createMonthUpdater(context: MonthsContext): () => Promise<void> {
  const pace = createInterval(CHECK_INTERVAL_MS);
  return async () => {
    const now = context.clock.now();
    if (context.store.engine === 'sqlite' || !pace.isDue(now)) return;
    await makeMonths(context);
    const closed = await closeMonth(context);
    if (closed.isMore) pace.hurry();
    if (closed.gone !== null) context.logEvent('month of meter values removed', { month: closed.gone });
  };
}

/** Makes this month and the next one where they are missing. */
export async function makeMonths({
  store,
  clock,
}: Pick<OperatorContext, 'store'> & { clock: Pick<OperatorContext['clock'], 'now'> }): Promise<void> {
  const end = (await listMeterMonths(store)).at(-1)?.until;
  for (let n = 0; n <= MONTHS_IN_ADVANCE; n++) {
    const month = monthOf(clock.now(), n);
    // What lies before has its place, and what nobody has made in time is among the readings of no month.
    if (!end || month.from >= end) await makeMeterMonth(store, month);
  }
}

/** @param n so many months later */
function monthOf(at: Date, n: number): MeterMonth & { from: Date } {
  const [from, until] = [n, n + 1].map(i => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + i, 1))) as [Date, Date];
  return { table: `meter_values_${iso(from).slice(0, 7).replace('-', '_')}`, from, until };
}

interface Closing {
  table: string;
  /** The last session that was looked at. */
  after: string;
  by: string;
  turnUntil: number;
}

interface Closed {
  /** There is more to do now. */
  isMore: boolean;
  /** The month that was removed. */
  gone: string | null;
}

/**
 * Removes the earliest month, some ninety days after its end: looks at its sessions, some at a time, and keeps what stays of each.
 * Then the month goes in one statement. A crash repeats some sessions, which changes nothing.
 */
export async function closeMonth(context: MonthsContext): Promise<Closed> {
  const { store, clock, processId } = context;
  const now = clock.now();
  const marks = createKeyValueStore(store.db, 'meter months');
  const [month] = await listMeterMonths(store);
  if (!month || month.until > later(now, -THIN_AFTER_MS)) return { isMore: false, gone: null };
  const { table } = month;
  const closing = (await marks.change('closing', known => {
    const stored = known as Closing | null;
    if (stored && stored.by !== processId && stored.turnUntil > now.getTime()) return null;
    const after = stored?.table === table ? stored.after : null;
    return { table, after, by: processId, turnUntil: later(now, LEASE_MS).getTime() };
  })) as Omit<Closing, 'after'> & { after: string | null };
  if (closing.by !== processId) return { isMore: false, gone: null };
  if (closing.after === null && !(await isWatched(context, table))) return { isMore: true, gone: null };

  const ids = await listSessionsIn(store.db, { table, after: closing.after ?? '', most: AT_ONCE });
  let { after } = closing;
  for (const id of ids) {
    const isDelayed = await unlessUnpriced(context, id, {
      work: () => store.inTransaction(trx => archiveMeter(context, trx, id)),
      otherwise: () => store.inTransaction(trx => archiveMeter(context, trx, id, { isWhole: true })),
    });
    if (isDelayed) break;
    after = id;
    // Bills are made on the thread that answers visitors.
    await yieldToEventLoop();
  }
  if (after !== closing.after) await marks.put('closing', { ...closing, after });
  if (after !== (ids.at(-1) ?? closing.after)) return { isMore: false, gone: null };
  if (ids.length > 0) return { isMore: true, gone: null };
  return (await dropMeterMonth(store, table)) ? { isMore: true, gone: table } : { isMore: true, gone: null };
}

async function isWatched({ store }: MonthsContext, table: string): Promise<boolean> {
  try {
    await store.inTransaction(trx => watchMeterMonth(trx, table));
    return true;
  } catch (error) {
    if (isLocked(error)) return false;
    throw error;
  }
}

/**
 * Keeps what stays of a session's readings. One that is not over keeps all of them where they can still change. Answers whether
 * a bill is so late that the month has to wait for it. `isWhole`: all of them stay.
 */
async function archiveMeter(context: MonthsContext, trx: Trx, id: string, { isWhole = false } = {}): Promise<boolean> {
  if (await hasArchivedReadings(trx, id)) return false;
  const session = await findSession(trx, id);
  if (session?.state !== 'completed') {
    await noteOpenMeter(trx, id);
    return false;
  }
  const issued = (await listDocuments(trx, id)).map(({ issuedAt }) => issuedAt);
  const due = later(context.clock.now(), -THIN_AFTER_MS);
  if ((issued[0] ?? session.endedAt ?? due) > due) return true;
  const stays = issued.length > 0 && !isWhole ? (await whatStays(context, trx, session)).stays : await listReadings(trx, id);
  await archiveReadings(trx, id, stays);
  return false;
}
