import type { Text, Today } from '../../../shared/console/operating.ts';
import { groupOf, PLUG_GROUPS } from '../../../shared/console/plugGroups.ts';
import { type HealthLine, LONG_PAUSE_MS, type LongPause, type PlugOverview } from '../../../shared/console/today.ts';
import { DAY_S, HOUR_S, iso, MINUTE_S } from '../../../shared/model/time.ts';
import type { Counts } from '../../core/ports/backend.ts';
import { listOpen } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { countPlugs, listPlugStates } from '../../store/shop/plugs.ts';
import { listPointsById } from '../../store/shop/points.ts';
import { listGoingRows, type SessionRow } from '../../store/staff/sessionRows.ts';
import { attentionOf } from './attention.ts';
import { businessOf } from './business.ts';
import { countAll } from './counts.ts';
import { goingOf, pausedAt, sitesOf } from './lines.ts';

const MAX_GOING_SESSIONS = 200;
const MAX_SHOWN_SESSIONS = 5;

/** Returns the data of the overview page: open alerts, today's payments, and active sessions. */
export async function getToday(context: OperatorContext): Promise<Today> {
  const { db } = context.store;
  const now = context.clock.now();
  const connections = (await context.stationAdmin?.ocpi?.list()) ?? [];
  const counts = await countAll(context);
  const rows = await listGoingRows(db, { limit: MAX_GOING_SESSIONS });
  const longPauses = await longPausesOf(context, rows);
  return {
    at: iso(now),
    attention: await attentionOf(context, { notes: await listOpen(db), connections }),
    business: await businessOf(context),
    going: await goingOf(context, rows.slice(0, MAX_SHOWN_SESSIONS)),
    goingCount: Object.entries(counts.sessions).reduce((sum, [state, count]) => sum + (state === 'draft' ? 0 : count), 0),
    longPauses,
    plugs: await plugsOf(context),
    connections,
    health: healthOf(counts, longPauses.length > 0),
  };
}

/** Returns the active sessions with a hold in which no energy has flowed for `LONG_PAUSE_MS`. */
async function longPausesOf(context: OperatorContext, rows: readonly SessionRow[]): Promise<LongPause[]> {
  const since = context.clock.now().getTime() - LONG_PAUSE_MS;
  const long: { row: SessionRow; at: Date }[] = [];
  for (const row of rows) {
    const at = row.wasHeld ? await pausedAt(context, row) : null;
    if (at && at.getTime() <= since) long.push({ row, at });
  }
  const findSite = await sitesOf(
    context.store.db,
    long.map(({ row }) => row),
  );
  return long.map(({ row, at }) => ({
    ...{ number: row.number, evseId: row.evseId, place: findSite(row), pausedAt: iso(at) },
    ...{ heldMinor: row.amountMinor, currency: row.currency },
  }));
}

const MAX_SQUARES = 240;

/** Returns the plugs of all points. In a large network, only those that are not free are listed. */
async function plugsOf({ store: { db }, stationAdmin }: OperatorContext): Promise<PlugOverview> {
  const reach = (await stationAdmin?.reach()) ?? null;
  const all = await listPlugStates(db, reach, { limit: MAX_SQUARES + 1 });
  const isPartial = all.length > MAX_SQUARES;
  const shown = isPartial ? await listPlugStates(db, reach, { limit: MAX_SQUARES, except: PLUG_GROUPS.ready }) : all;
  const points = await listPointsById(db, [...new Set(shown.map(({ evseId }) => evseId))]);
  const numbers = new Map(points.flatMap(point => point.connectors.map(({ id, number }) => [`${point.evseId} ${id}`, number])));
  const squares = shown.map(({ evseId, connector, state }) => ({
    evseId,
    number: numbers.get(`${evseId} ${connector}`) ?? connector,
    group: groupOf(state),
  }));
  return { counts: await countPlugs(db, reach), squares, isPartial };
}

const OVERDUE_S = 300;

function healthOf({ outbox, unsettledS }: Counts, isLongPause: boolean): HealthLine[] {
  const status = (seconds: number, limit: number): HealthLine['status'] => (seconds > limit ? 'warn' : 'ok');
  const mailS = Math.max(0, ...Object.entries(outbox.overdueKindsS).map(([kind, s]) => (kind.startsWith('mail-') ? s : 0)));
  return [
    {
      name: { key: 'today.health.jobs' },
      says: {
        key: outbox.overdueS === 0 ? 'today.health.planned' : 'today.health.waits',
        values: { count: outbox.depth, length: lengthOf(outbox.overdueS) },
      },
      status: status(outbox.overdueS, OVERDUE_S),
    },
    { name: { key: 'today.health.letters' }, says: lengthOf(mailS), status: status(mailS, OVERDUE_S) },
    {
      name: { key: 'today.health.holds' },
      says: lengthOf(unsettledS),
      status: isLongPause ? 'warn' : status(unsettledS, 5 * DAY_S),
    },
  ];
}

/** Returns a duration in days and hours, hours and minutes, or minutes. 0 seconds: none waits. */
function lengthOf(seconds: number): Text {
  const [days, hours, minutes] = [Math.floor(seconds / DAY_S), Math.floor(seconds / HOUR_S), Math.floor(seconds / MINUTE_S)];
  if (seconds === 0) return { key: 'today.length.none' };
  if (days > 0) return { key: 'today.length.days', values: { count: days, hours: hours % 24 } };
  if (hours > 0) return { key: 'today.length.hours', values: { hours, minutes: minutes % 60 } };
  return { key: 'today.length.minutes', values: { count: minutes } };
}
