import type { MoneyToday, Sum } from '../../../shared/console/moneyToday.ts';
import type { Attention, HealthLine, Today } from '../../../shared/console/operating.ts';
import type { ConnectionLine } from '../../../shared/console/stations.ts';
import type { Currency, Money } from '../../../shared/model/money.ts';
import { iso } from '../../../shared/model/time.ts';
import { USUAL_BOOKS } from '../../core/records/ledgerSettings.ts';
import { type AlertKind, isDismissible, listOpen } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Note } from '../../store/jobs/alertRows.ts';
import { countPlugs } from '../../store/shop/plugs.ts';
import type { SessionRecord } from '../../store/shop/sessions.ts';
import { listMoneyOf, type MoneyRow } from '../../store/staff/money.ts';
import { findSubject } from '../../store/staff/overview.ts';
import { findSessionRow, listGoingRows } from '../../store/staff/sessionRows.ts';
import { waitingRefund } from '../acts/subject.ts';
import { dayOf, readPeriod } from '../ledger/period.ts';
import { alertText } from './alertTexts.ts';
import { countAll } from './counts.ts';
import { lineOf, linesOf } from './lines.ts';

const MAX_CURRENT_SESSIONS = 50;

/** Returns the data of the overview page: open alerts, today's payments, and active sessions. */
export async function getToday(context: OperatorContext): Promise<Today> {
  const { db } = context.store;
  const now = context.clock.now();
  const connections = (await context.stationAdmin?.ocpi?.list()) ?? [];
  return {
    at: iso(now),
    attention: await attentionOf(context, { notes: await listOpen(db), connections }),
    money: await moneyOf(context),
    now: await linesOf(context, await listGoingRows(db, MAX_CURRENT_SESSIONS)),
    plugs: await countPlugs(db, (await context.stationAdmin?.reach()) ?? null),
    connections,
    health: await healthOf(context),
  };
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
    amount: row && !waiting ? amountOf(facts, row.currency) : null,
    since: iso(at),
    taken: assigned,
    session: row ? await lineOf(context, row) : null,
    waiting,
    endsManually: isDismissible(why),
    acts: session ? actsOf(why, session) : [],
  };
}

const ABOUT_STATIONS: ReadonlySet<string> = new Set<AlertKind>([
  'a station is refused again and again',
  'a station gives no usable meter value at the start',
]);

function aboutOf(subjectId: string, why: string): Attention['about'] {
  if (/^a price change/.test(why)) return { kind: 'tariff', name: subjectId };
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

const sum = (amounts: readonly number[]): Sum => ({
  amountMinor: amounts.reduce((total, amount) => total + amount, 0),
  count: amounts.filter(amount => amount > 0).length,
});

/**
 * Sums the holds that were created today and what became of them: captured, released, or still held. These three must add up to
 * the held amount.
 */
async function moneyOf(context: OperatorContext): Promise<MoneyToday[]> {
  const { timeZone } = context.books ?? USUAL_BOOKS;
  const { from = new Date(0), to = new Date(0) } = readPeriod(dayOf(context.clock.now(), timeZone), timeZone) ?? {};
  const { holds, refunds } = await listMoneyOf(context.store.db, { from, to });
  const currencies = [...new Set([...holds, ...refunds].map(({ currency }) => currency))].sort();
  return currencies.map(currency => {
    const mine = holds.filter(hold => hold.currency === currency);
    const of = (amount: (hold: MoneyRow) => number) => sum(mine.map(amount));
    const held = of(({ amountMinor }) => amountMinor);
    const captured = of(({ capturedMinor }) => capturedMinor ?? 0);
    const released = of(hold => (hold.isSettled ? hold.amountMinor - (hold.capturedMinor ?? 0) : 0));
    const stillHeld = of(({ isSettled, amountMinor }) => (isSettled ? 0 : amountMinor));
    const refunded = sum(refunds.filter(refund => refund.currency === currency).map(({ amountMinor }) => amountMinor));
    const addsUp = captured.amountMinor + released.amountMinor + stillHeld.amountMinor === held.amountMinor;
    return { currency, held, captured, released, stillHeld, refunded, addsUp };
  });
}

const OVERDUE_S = 300;

async function healthOf(context: OperatorContext): Promise<HealthLine[]> {
  const { outbox, unsettledS } = await countAll(context);
  const status = (seconds: number, limit: number): HealthLine['status'] => (seconds > limit ? 'warn' : 'ok');
  const ago = (seconds: number) => ({ key: 'today.minutes', values: { count: Math.round(seconds / 60) } });
  const mailS = Math.max(0, ...Object.entries(outbox.overdueKindsS).map(([kind, s]) => (kind.startsWith('mail-') ? s : 0)));
  return [
    { name: { key: 'today.health.jobs' }, says: { key: 'today.health.waiting', values: { count: outbox.depth } }, status: 'ok' },
    { name: { key: 'today.health.longest' }, says: ago(outbox.overdueS), status: status(outbox.overdueS, OVERDUE_S) },
    { name: { key: 'today.health.letters' }, says: ago(mailS), status: status(mailS, OVERDUE_S) },
    { name: { key: 'today.health.holds' }, says: ago(unsettledS), status: status(unsettledS, 5 * 24 * 3600) },
  ];
}
