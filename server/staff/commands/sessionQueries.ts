import Joi from 'joi';
import { createHolidays } from '../../core/pricing/holidays.ts';
import { ifUnpriced, pricedSession } from '../../shop/sessions/cost/prices.ts';
import type { Store } from '../../store/engine/database.ts';
import { findOrder } from '../../store/shop/orders.ts';
import { listReadings } from '../../store/shop/readings.ts';
import { findSessionByNumber, type SessionRecord } from '../../store/shop/sessions.ts';
import { listRecent } from '../../store/staff/overview.ts';
import { ActRefused } from '../acts/act.ts';
import { columns, decimal, minute } from '../acts/commandLines.ts';
import { field, limit, TRANSACTION } from '../acts/fields.ts';
import { priceOf } from '../acts/manualPrice.ts';
import { endOf } from '../acts/manualSettlement.ts';
import { sessionPages } from '../console/sessionLists.ts';
import { type CommandDependencies, query } from './commands.ts';

const amount = (minor: number | null): string => (minor === null ? '–' : decimal(minor));

/** Lists the newest sessions, optionally filtered by a search term. Amounts are in minor units. */
async function recent({ store }: CommandDependencies, { limit, find }: { limit: number; find?: string }) {
  const numbers = find ? { numbers: await numbersOf(store, { find, limit }) } : {};
  const rows = await listRecent(store.db, { limit, ...numbers });
  return rows.map(({ number, createdAt, evseId, state, payment, amountMinor, capturedMinor, refundedMinor, currency }) => ({
    ...{ transaction: number, startedAt: createdAt, evseId, state, payment, currency },
    ...{ heldMinor: amountMinor, chargedMinor: capturedMinor, refundedMinor },
  }));
}

/** Returns the transaction numbers on the first page of search results. The search is the same as in the console. */
async function numbersOf({ db }: Store, { find, limit }: { find: string; limit: number }): Promise<readonly number[]> {
  const page = await sessionPages(db, { find }, limit).next();
  return page.done ? [] : page.value.map(({ number }) => number);
}

const linesOfList = (rows: Awaited<ReturnType<typeof recent>>): readonly string[] =>
  columns([
    ['transaction', 'ordered', 'point', 'session', 'payment', 'held', 'charged', 'refunded', ''],
    ...rows.map(row => [
      ...[String(row.transaction), minute(row.startedAt), row.evseId, row.state, row.payment ?? 'free'],
      ...[amount(row.heldMinor), amount(row.chargedMinor), amount(row.refundedMinor), row.currency],
    ]),
  ]);

/**
 * Returns the details of one session. If the bill is under review, `review` contains the figures with which the bill was
 * compared.
 */
async function shown({ store, now }: CommandDependencies, { number }: { number: number }) {
  const session = await findSessionByNumber(store.db, number);
  if (!session) throw new ActRefused('No session has this transaction number.');
  const { state, createdAt, startedAt, stopRequestedAt, stopAcceptedAt, totalMinor, review, refused } = session;
  const order = await findOrder(store.db, session.orderId);
  if (!order) throw new Error('Order of the session not found');
  const last = (await listReadings(store.db, session.id)).at(-1);
  const endedAt = state === 'stopping' ? endOf(session, last ?? null, now) : now;
  const soFar = async () => {
    const priced = await pricedSession(store.db, session, { holidays: createHolidays() });
    return priceOf(session, priced, { energyWh: review?.energyWh ?? last?.energyWh ?? 0, endedAt });
  };
  return {
    ...{
      transaction: session.number,
      state,
      orderedAt: createdAt,
      startedAt,
      stopRequestedAt,
      stopAcceptedAt,
      endedAt: session.endedAt,
    },
    lastReported: last ? { at: last.at, energyWh: last.energyWh } : null,
    isFinal: totalMinor !== null,
    priceMinor: totalMinor ?? (await soFar().catch(ifUnpriced(() => null))),
    maxMinor: order.limitMinor,
    currency: order.currency,
    review,
    refused,
  };
}

function linesOfSession({
  review,
  refused,
  currency,
  lastReported,
  ...known
}: Awaited<ReturnType<typeof shown>>): readonly string[] {
  const at = (date: Date | null): string => (date === null ? '–' : minute(date));
  return columns([
    ['state', known.state],
    ['ordered', at(known.orderedAt)],
    ['charging since', at(known.startedAt)],
    ['stop requested', `${at(known.stopRequestedAt)}${known.stopAcceptedAt === null ? '' : ', accepted'}`],
    ['ended', at(known.endedAt)],
    ['last reported', lastReported ? `${at(lastReported.at)}, ${lastReported.energyWh / 1000} kWh` : '–'],
    [known.isFinal ? 'price' : 'price so far', `${amount(known.priceMinor)} ${currency}`],
    ['maximum price', `${amount(known.maxMinor)} ${currency}`],
    ...(refused
      ? [['value rejected', `${refused.energyWh / 1000} kWh; the plug delivers at most ${refused.maxWh / 1000} kWh`]]
      : []),
    ...reviewRows(review, currency),
  ]);
}

/** Formats the figures that were compared with a bill under review. */
function reviewRows(review: SessionRecord['review'], currency: string): string[][] {
  if (!review) return [];
  const money = (minor: number | null) => (minor === null ? '–' : `${amount(minor)} ${currency}`);
  return [
    ['awaits decision', review.why.join(', ')],
    ['our price', money(review.oursMinor)],
    ['CDR', `${review.reference}: ${money(review.theirsMinor)}`],
    ['without decision', `${money(review.maxMinor)} is captured`],
  ];
}

export const SESSION_QUERIES = {
  list: query({
    does: 'List the newest sessions and their payments; --find searches as the console does',
    fields: { find: field('[--find "…"]', Joi.string().allow('')), limit: limit(50) },
    read: recent,
    lines: linesOfList,
  }),
  show: query({
    does: 'Show one session: its state, its last meter value and the cost so far',
    fields: { number: TRANSACTION },
    read: shown,
    lines: linesOfSession,
  }),
};
