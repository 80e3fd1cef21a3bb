import type { MoneyToday, Sum } from '../../../shared/console/moneyToday.ts';
import type { Currency, Money } from '../../../shared/money.ts';
import type { Attention, HealthLine, Today } from '../../../shared/operating.ts';
import { iso } from '../../../shared/time.ts';
import { isTickedOffByHand, listOpen } from '../alerts.ts';
import { countAll } from '../backoffice/counts.ts';
import type { OperatorContext } from '../context.ts';
import type { Note } from '../store/alertRows.ts';
import { listMoneyOf, type MoneyRow } from '../store/console/money.ts';
import { countPlugs } from '../store/console/plugs.ts';
import { findSessionRow, listGoingRows } from '../store/console/sessionRows.ts';
import { findSubject } from '../store/overview.ts';
import { alertText } from './alertTexts.ts';
import { lineOf, linesOf } from './lines.ts';
import { dayOf, today } from './sessionLists.ts';
import { waitingRefund } from './subject.ts';

const MOST_NOW = 50;

/** What needs somebody, the money of the day, and what goes on. */
export async function getToday(context: OperatorContext): Promise<Today> {
  const { db } = context.store;
  const now = context.clock.now();
  return {
    at: iso(now),
    attention: await attentionOf(context, await listOpen(db)),
    money: await moneyOf(context),
    now: await linesOf(context, await listGoingRows(db, MOST_NOW)),
    plugs: await countPlugs(db, (await context.desk?.reach()) ?? null),
    connections: (await context.desk?.ocpi?.list()) ?? [],
    health: await healthOf(context),
  };
}

/** One cause, one item: what fails for everybody at once stands there once, with its number. */
async function attentionOf(context: OperatorContext, notes: readonly Note[]): Promise<Attention[]> {
  const groups = Map.groupBy(notes, ({ id, facts }) =>
    /^(mail|push|forward).* fails$/.test(String(facts.why)) ? String(facts.why) : id,
  );
  const items: Attention[] = [];
  for (const group of groups.values()) {
    const [note] = group;
    if (note) items.push({ ...(await itemOf(context, note)), count: group.length });
  }
  return items;
}

const ACTS: readonly { kinds: RegExp; acts: Attention['acts'] }[] = [
  {
    kinds:
      /^(last meter value missing|an account was taken back before|a bill waits|the bill differs|the bill is above|more energy reported)/,
    acts: ['bill', 'waive'],
  },
  { kinds: /^(station silent|the station refuses)/, acts: ['stop', 'bill', 'waive'] },
  { kinds: /^a refund waits/, acts: ['confirm-refund', 'decline-refund'] },
  { kinds: /^(withdrawal|less energy|an account was taken back after|another account|a later account)/, acts: ['refund'] },
];

/** As alerts about money have noted it, in minor units. */
const AMOUNTS = ['amountMinor', 'refundedMinor', 'capturedMinor', 'unpaidMinor'] as const;

function amountOf(facts: Note['facts'], currency: Currency): Money | null {
  const noted = AMOUNTS.map(name => facts[name]).find(value => typeof value === 'number');
  return typeof noted === 'number' ? { amountMinor: noted, currency } : null;
}

async function itemOf(context: OperatorContext, { id, at, subjectId, facts }: Note): Promise<Omit<Attention, 'count'>> {
  const why = String(facts.why);
  const session = await findSubject(context.store.db, subjectId);
  const row = session && (await findSessionRow(context.store.db, session.number));
  const waiting = isTickedOffByHand(why) ? null : await waitingRefund(context.store.db, subjectId);
  const taken = facts.takenBy ? { by: String(facts.takenBy), at: iso(Number(facts.takenAt)) } : null;
  return {
    id,
    why,
    number: session?.number ?? null,
    evseId: session?.evseId ?? null,
    what: alertText(why, 'what'),
    means: alertText(why, 'means'),
    doThis: alertText(why, 'do'),
    note: waiting ? '' : String(facts.reason ?? ''),
    amount: row && !waiting ? amountOf(facts, row.currency) : null,
    since: iso(at),
    taken,
    session: row ? await lineOf(context, row) : null,
    waiting,
    endsByHand: isTickedOffByHand(why),
    acts: session ? (ACTS.find(({ kinds }) => kinds.test(why))?.acts ?? []) : [],
  };
}

const sum = (amounts: readonly number[]): Sum => ({
  amountMinor: amounts.reduce((total, amount) => total + amount, 0),
  count: amounts.filter(amount => amount > 0).length,
});

/** Of the holds that began today: what was taken, given back, and is held still. It has to add up. */
async function moneyOf(context: OperatorContext): Promise<MoneyToday[]> {
  const { from = new Date(0), to = new Date(0) } = dayOf(today(context.clock.now()));
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

const LATE_S = 300;

async function healthOf(context: OperatorContext): Promise<HealthLine[]> {
  const { outbox, unsettledS } = await countAll(context);
  const late = (seconds: number, most: number): HealthLine['look'] => (seconds > most ? 'warn' : 'ok');
  const ago = (seconds: number) => ({ key: 'today.minutes', values: { count: Math.round(seconds / 60) } });
  const mailS = Math.max(0, ...Object.entries(outbox.overdueKindsS).map(([kind, s]) => (kind.startsWith('mail-') ? s : 0)));
  return [
    { name: { key: 'today.health.jobs' }, says: { key: 'today.health.waiting', values: { count: outbox.depth } }, look: 'ok' },
    { name: { key: 'today.health.longest' }, says: ago(outbox.overdueS), look: late(outbox.overdueS, LATE_S) },
    { name: { key: 'today.health.letters' }, says: ago(mailS), look: late(mailS, LATE_S) },
    { name: { key: 'today.health.holds' }, says: ago(unsettledS), look: late(unsettledS, 5 * 24 * 3600) },
  ];
}
