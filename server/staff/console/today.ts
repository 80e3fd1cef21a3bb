import type { Attention, HealthLine, Text, Today } from '../../../shared/console/operating.ts';
import { groupOf, PLUG_GROUPS } from '../../../shared/console/plugGroups.ts';
import type { ConnectionLine } from '../../../shared/console/stations.ts';
import { LONG_PAUSE_MS, type LongPause, type PlugOverview } from '../../../shared/console/today.ts';
import type { Currency, Money } from '../../../shared/model/money.ts';
import { DAY_MS, DAY_S, HOUR_S, iso, MINUTE_S } from '../../../shared/model/time.ts';
import type { Counts } from '../../core/ports/backend.ts';
import { later } from '../../core/records/instants.ts';
import { type AlertKind, isDismissible, listOpen } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Note } from '../../store/jobs/alertRows.ts';
import { countPlugs, listPlugStates } from '../../store/shop/plugs.ts';
import { listPointsById } from '../../store/shop/points.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import { findSubject } from '../../store/staff/overview.ts';
import { findSessionRow, listGoingRows, type SessionRow } from '../../store/staff/sessionRows.ts';
import { waitingRefund } from '../acts/subject.ts';
import { alertText } from './alertTexts.ts';
import { businessOf } from './business.ts';
import { countAll } from './counts.ts';
import { goingOf, lineOf, pausedAt, sitesOf } from './lines.ts';

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

/**
 * Groups open alerts by cause. A failure that affects many sessions, such as an unreachable mail server, is one item with the
 * number of alerts.
 */
async function attentionOf(
  context: OperatorContext,
  { notes, connections }: { notes: readonly Note[]; connections: readonly ConnectionLine[] },
): Promise<Attention[]> {
  const groups = Map.groupBy(notes, ({ id, facts }) =>
    /^(mail|push|forward).* fails$/.test(String(facts.why)) ? String(facts.why) : id,
  );
  const items: Attention[] = [];
  for (const group of groups.values()) {
    const [note] = group;
    if (!note) continue;
    const connection = connections.find(({ name }) => note.subjectId === `ocpi:${name}`) ?? null;
    items.push({ ...(await itemOf(context, note, connection)), count: group.length });
  }
  return items;
}

const ACTS: readonly { kinds: RegExp; acts: Attention['acts'] }[] = [
  {
    kinds:
      /^(last meter value missing|a CDR cannot be read|an account was taken back before|a bill waits|the bill differs|the bill is above)/,
    acts: ['bill', 'waive'],
  },
  { kinds: /^(station silent|the station refuses|more energy reported)/, acts: ['stop', 'bill', 'waive'] },
  { kinds: /^a refund waits/, acts: ['confirm-refund', 'decline-refund'] },
  { kinds: /^(withdrawal|less energy|an account was taken back after|another account|a later account)/, acts: ['refund'] },
];

/** Returns the actions that can resolve an alert. An active session must be stopped before it can be billed or waived. */
function actsOf(why: string, { state }: Pick<SessionRecord, 'state'>): Attention['acts'] {
  const isGoing = state === 'starting' || state === 'running' || state === 'paused';
  const acts = ACTS.find(({ kinds }) => kinds.test(why))?.acts ?? [];
  return acts.filter(does => (does === 'stop' ? isGoing : !isGoing || !['bill', 'waive'].includes(does)));
}

/** Keys under which alerts store an amount, in minor units. */
const AMOUNTS = ['amountMinor', 'refundedMinor', 'capturedMinor', 'unpaidMinor'] as const;

function amountOf(facts: Note['facts'], currency: Currency): Money | null {
  const noted = AMOUNTS.map(name => facts[name]).find(value => typeof value === 'number');
  return typeof noted === 'number' ? { amountMinor: noted, currency } : null;
}

/** Returns the captured amount of a session. Null: nothing was captured. */
const capturedOf = ({ capturedMinor, currency }: SessionRow): Money | null =>
  capturedMinor === null ? null : { amountMinor: capturedMinor, currency };

async function itemOf(
  context: OperatorContext,
  { id, at, subjectId, facts }: Note,
  connection: ConnectionLine | null,
): Promise<Omit<Attention, 'count'>> {
  const why = String(facts.why);
  const session = await findSubject(context.store.db, subjectId);
  const row = session && (await findSessionRow(context.store.db, session.number));
  const waiting = isDismissible(why) ? null : await waitingRefund(context.store.db, subjectId);
  const assigned = facts.assignedBy ? { by: String(facts.assignedBy), at: iso(Number(facts.assignedAt)) } : null;
  return {
    id,
    why,
    number: session?.number ?? null,
    evseId: session?.evseId ?? null,
    what: alertText(why, 'what'),
    means: alertText(why, 'means'),
    doThis: alertText(why, 'do'),
    about: connection ? { kind: 'connection', name: connection.name } : aboutOf(subjectId, why),
    note: waiting ? '' : noteOf(facts, connection),
    amount: row && !waiting ? (amountOf(facts, row.currency) ?? capturedOf(row)) : null,
    since: iso(at),
    deadline: deadlineOf(why, at, row),
    taken: assigned,
    session: row ? await lineOf(context, row) : null,
    waiting,
    endsManually: isDismissible(why),
    acts: session ? actsOf(why, session) : [],
  };
}

const ABOUT_STATIONS: ReadonlySet<string> = new Set<AlertKind>([
  'a station is refused again and again',
  'a station reports a security event',
  'a station gives no usable meter value at the start',
]);

const FAULT_ALERT: AlertKind = 'drivers report a fault';
const WEBHOOK_ALERT: AlertKind = 'a webhook endpoint is switched off';
const ABOUT_TARIFFS: ReadonlySet<string> = new Set<AlertKind>(['a price change waits for a second person']);

function aboutOf(subjectId: string, why: string): Attention['about'] {
  if (ABOUT_TARIFFS.has(why)) return { kind: 'tariff', name: subjectId };
  if (why === WEBHOOK_ALERT) return { kind: 'webhook', name: subjectId };
  if (why === FAULT_ALERT) return { kind: 'point', name: subjectId };
  return ABOUT_STATIONS.has(why) ? { kind: 'station', name: subjectId.replace(/^ocpp:/, '') } : null;
}

/**
 * Returns the English reason of an alert. Empty for an alert about a station, whose page shows the reason in the reader's
 * language. For a connection that claims additional OCPI parties, returns the names of these parties.
 */
function noteOf({ why, reason = '' }: Note['facts'], connection: ConnectionLine | null): string {
  if (ABOUT_STATIONS.has(String(why))) return '';
  if (why !== 'a connection claims other parties' || !connection) return String(reason);
  return connection.undecided.map(({ party }) => party).join(', ');
}

/** Period in which a repayment is due after a withdrawal: section 357 (1) BGB, article 13 (1) of Directive 2011/83/EU. */
const REPAYMENT_MS = 14 * DAY_MS;

function deadlineOf(why: string, at: Date, row: SessionRow | null): Attention['deadline'] {
  if (why === 'withdrawal received') return { kind: 'repayment', at: iso(later(at, REPAYMENT_MS)) };
  const isHeld = row?.payment === 'authorised' || row?.payment === 'capturing';
  return isHeld && row.captureBefore ? { kind: 'hold', at: iso(row.captureBefore) } : null;
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
    { name: { key: 'today.health.jobs' }, says: { key: 'today.health.waiting', values: { count: outbox.depth } }, status: 'ok' },
    { name: { key: 'today.health.longest' }, says: lengthOf(outbox.overdueS), status: status(outbox.overdueS, OVERDUE_S) },
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
