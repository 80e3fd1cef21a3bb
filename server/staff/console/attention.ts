import type { Attention, ClosedAttention } from '../../../shared/console/operating.ts';
import type { ConnectionLine } from '../../../shared/console/stations.ts';
import type { Currency, Money } from '../../../shared/model/money.ts';
import { DAY_MS, iso } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import { type AlertKind, isDismissible } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { getPrices } from '../../shop/catalogue/prices.ts';
import { listNotes, type Note } from '../../store/jobs/alertRows.ts';
import { countOpenFaults, listOpenFaults } from '../../store/shop/faultReports.ts';
import { listPointsById } from '../../store/shop/points.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import { findSubject } from '../../store/staff/overview.ts';
import { findSessionRow, type SessionRow } from '../../store/staff/sessionRows.ts';
import { waitingRefund } from '../acts/subject.ts';
import { alertText } from './alertTexts.ts';
import { lineOf } from './lines.ts';

/**
 * Groups open alerts by cause. A failure that affects many sessions, such as an unreachable mail server, is one item with the
 * number of alerts.
 */
export async function attentionOf(
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
    faults: why === FAULT_ALERT ? await faultsOf(context, subjectId) : null,
    price: why === PRICE_ALERT ? await waitingPrice(context, subjectId) : null,
  };
}

/** Returns what drivers report about a charging point. Null: the point or its reports are gone. */
async function faultsOf({ store: { db } }: OperatorContext, evseId: string): Promise<Attention['faults']> {
  const [newest] = await listOpenFaults(db, { evseId, limit: 1 });
  const [point] = await listPointsById(db, [evseId]);
  if (!newest || !point) return null;
  const { kind, words } = newest;
  return { kind, words, street: point.street, count: await countOpenFaults(db, { evseId }) };
}

/** Returns the change of prices that awaits approval. Null: it was just decided, or no plug is sold at the tariff. */
async function waitingPrice(context: OperatorContext, tariff: string): Promise<Attention['price']> {
  const { shown } = await getPrices({ ...context, selling: context }, { tariff });
  const from = shown?.waiting?.from;
  if (!shown?.waiting || !from) return null;
  const { waiting, plugs, revision, at, announced, rows } = shown;
  const before = announced.findLast(each => (each.from ?? '') <= from)?.rows ?? rows;
  const changes = waiting.rows.flatMap(({ row, unit, priceMicro }) => {
    const old = before.find(each => each.row === row && each.unit === unit);
    return old && old.priceMicro !== priceMicro ? [{ unit, beforeMicro: old.priceMicro, afterMicro: priceMicro }] : [];
  });
  return {
    ...{ from, timeZone: at.timeZone, currency: waiting.table.currency, plugs, revision },
    ...{ isWithdrawal: waiting.isWithdrawal, by: waiting.changed?.who ?? '' },
    changes: waiting.rows.length === before.length && !waiting.isWithdrawal ? changes : [],
  };
}

const ABOUT_STATIONS: ReadonlySet<string> = new Set<AlertKind>([
  'a station is refused again and again',
  'a station reports a security event',
  'a station has not updated its firmware',
  'a station gives no usable meter value at the start',
]);

/** The subject of this alert is a station and the type of the event. */
const SECURITY_ALERT: AlertKind = 'a station reports a security event';
const FAULT_ALERT: AlertKind = 'drivers report a fault';
const WEBHOOK_ALERT: AlertKind = 'a webhook endpoint is switched off';
const PRICE_ALERT: AlertKind = 'a price change waits for a second person';

function aboutOf(subjectId: string, why: string): Attention['about'] {
  if (why === PRICE_ALERT) return { kind: 'tariff', name: subjectId };
  if (why === WEBHOOK_ALERT) return { kind: 'webhook', name: subjectId };
  if (why === FAULT_ALERT) return { kind: 'point', name: subjectId };
  if (!ABOUT_STATIONS.has(why)) return null;
  const name = subjectId.replace(/^ocpp:/, '');
  return { kind: 'station', name: why === SECURITY_ALERT ? name.replace(/:\w+$/, '') : name };
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

/** Period and number of closed alerts that the console lists. */
const CLOSED_PERIOD_MS = 30 * DAY_MS;
const MAX_CLOSED = 100;

/** Lists the alerts that were closed, the one that was closed last first. Alerts that needed no action are left out. */
export async function listClosedAttention({ store: { db }, clock }: OperatorContext): Promise<ClosedAttention[]> {
  const notes = await listNotes(db, later(clock.now(), -CLOSED_PERIOD_MS));
  const closed = notes
    .flatMap(note => (note.closedAt && note.closedAt.getTime() > note.at.getTime() ? [{ ...note, closedAt: note.closedAt }] : []))
    .sort((one, other) => other.closedAt.getTime() - one.closedAt.getTime())
    .slice(0, MAX_CLOSED);
  const lines: ClosedAttention[] = [];
  for (const { id, at, closedAt, subjectId, facts } of closed) {
    const why = String(facts.why);
    const session = await findSubject(db, subjectId);
    lines.push({
      ...{ id, what: alertText(why, 'what'), number: session?.number ?? null, about: aboutOf(subjectId, why) },
      ...{ since: iso(at), closedAt: iso(closedAt), takenBy: facts.assignedBy ? String(facts.assignedBy) : null },
    });
  }
  return lines;
}
