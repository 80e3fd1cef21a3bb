import type { Secret } from '../../../shared/util/secret.ts';
import type { DocumentFiles } from '../../core/ports/ports.ts';
import { createHolidays } from '../../core/pricing/holidays.ts';
import type { BooksSettings } from '../../core/records/ledgerSettings.ts';
import type { StationAdmin } from '../../runtime/stationAdmin.ts';
import { ifUnpriced, pricedSession } from '../../shop/sessions/cost/prices.ts';
import type { Store } from '../../store/engine/database.ts';
import { findOrder } from '../../store/shop/orders.ts';
import { listReadings } from '../../store/shop/readings.ts';
import { findSessionByNumber, type SessionRecord } from '../../store/shop/sessions.ts';
import { listRecent } from '../../store/staff/overview.ts';
import { priceOf } from '../acts/manualPrice.ts';
import { ActRefused, endOf } from '../acts/manualSettlement.ts';
import { sessionPages } from '../console/sessionLists.ts';
import { attended, attention } from './alertCommands.ts';
import { columns, minute } from './commandLines.ts';
import { readNumber } from './parseOptions.ts';

/** What a person who looks after the shop may work with, beside the running app. */
export interface CommandDependencies {
  store: Store;
  now: Date;
  /** Where the console is reached; null: nobody has said. */
  consoleOrigin?: string | null;
  /** What is known of stations beside what is sold; missing: nothing. */
  desk?(): StationAdmin;
  /** What addresses of letters are sealed with; missing: they cannot be read. */
  secret?(): Secret;
  /** How the books are kept; missing: as usual. */
  books?: BooksSettings;
  /** Where the pages of documents are; missing: in the database. */
  documentFiles?: DocumentFiles | null;
}

type Options = Readonly<Record<string, string | undefined>>;

/** What was asked for is kept, and done once another person has confirmed it. */
export class WaitsForAnother extends Error {
  override name = 'WaitsForAnother';
}

export interface Command {
  /** As it is typed: `refund --transaction <number> …`. */
  usage: string;
  does: string;
  /** Names after `--`; each has a value. */
  options: readonly string[];
  /** Names after `--` without a value. */
  switches?: readonly string[];
  /** What `run` calls everything typed without a name, with blanks between. */
  operands?: string;
  /** Answers the lines to print. */
  run(dependencies: CommandDependencies, options: Options): Promise<readonly string[]>;
  /** The same for programs, with `--json`; missing: the lines. */
  data?(dependencies: CommandDependencies, options: Options): Promise<unknown>;
}

/** Commands by name: `npm run operator -- <name> …`. They only write rows; the running app does what they enqueue. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  list: {
    usage: 'list [--find "…"] [--most 50]',
    does: 'List the newest sessions and their payments; --find searches as the console does',
    options: ['find', 'most'],
    run: list,
    data: recent,
  },
  show: {
    usage: 'show --transaction <number>',
    does: 'Show one session: its state, its last meter value and the cost so far',
    options: ['transaction'],
    run: show,
    data: shown,
  },
  attention: {
    usage: 'attention [--days 90] [--all]',
    does: 'List open alerts; --all adds closed ones of the last 90 days and how they were closed',
    options: ['days'],
    switches: ['all'],
    run: attention,
    data: attended,
  },
};

const amount = (minor: number | null): string => (minor === null ? '–' : (minor / 100).toFixed(2));

/** The newest sessions; money in minor units. */
async function recent({ store }: CommandDependencies, { most: typed = '50', find }: Options) {
  const limit = Number.parseInt(typed, 10) || 50;
  const numbers = find ? { numbers: await numbersOf(store, { find, most: limit }) } : {};
  const rows = await listRecent(store.db, { most: limit, ...numbers });
  return rows.map(({ number, createdAt, evseId, state, payment, amountMinor, capturedMinor, refundedMinor, currency }) => ({
    ...{ transaction: number, begunAt: createdAt, evseId, state, payment, currency },
    ...{ heldMinor: amountMinor, chargedMinor: capturedMinor, refundedMinor },
  }));
}

/** The transactions on the first page of the console's search. */
async function numbersOf({ db }: Store, { find, most }: { find: string; most: number }): Promise<readonly number[]> {
  const page = await sessionPages(db, { find }, most).next();
  return page.done ? [] : page.value.map(({ number }) => number);
}

async function list(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  return columns([
    ['transaction', 'ordered', 'point', 'session', 'payment', 'held', 'charged', 'refunded', ''],
    ...(await recent(dependencies, options)).map(row => [
      ...[String(row.transaction), minute(row.begunAt), row.evseId, row.state, row.payment ?? 'free'],
      ...[amount(row.heldMinor), amount(row.chargedMinor), amount(row.refundedMinor), row.currency],
    ]),
  ]);
}

/** What is known of one session; `review` is what a bill that waits for a decision is held against. */
async function shown({ store, now }: CommandDependencies, { transaction = '' }: Options) {
  const session = await findSessionByNumber(store.db, readNumber(transaction));
  if (!session) throw new ActRefused('No session has this transaction number.');
  const { state, createdAt, startedAt, stopAskedAt, stopAcceptedAt, totalMinor, review, refused } = session;
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
      stopAskedAt,
      stopAcceptedAt,
      endedAt: session.endedAt,
    },
    lastTold: last ? { at: last.at, energyWh: last.energyWh } : null,
    isFinal: totalMinor !== null,
    priceMinor: totalMinor ?? (await soFar().catch(ifUnpriced(() => null))),
    mostMinor: order.limitMinor,
    currency: order.currency,
    review,
    refused,
  };
}

async function show(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const { review, refused, currency, lastTold, ...known } = await shown(dependencies, options);
  const at = (date: Date | null): string => (date === null ? '–' : minute(date));
  return columns([
    ['state', known.state],
    ['ordered', at(known.orderedAt)],
    ['charging since', at(known.startedAt)],
    ['stop requested', `${at(known.stopAskedAt)}${known.stopAcceptedAt === null ? '' : ', accepted'}`],
    ['ended', at(known.endedAt)],
    ['last reported', lastTold ? `${at(lastTold.at)}, ${lastTold.energyWh / 1000} kWh` : '–'],
    [known.isFinal ? 'price' : 'price so far', `${amount(known.priceMinor)} ${currency}`],
    ['maximum price', `${amount(known.mostMinor)} ${currency}`],
    ...(refused
      ? [['value rejected', `${refused.energyWh / 1000} kWh; the plug delivers at most ${refused.maxWh / 1000} kWh`]]
      : []),
    ...reviewRows(review, currency),
  ]);
}

/** What a bill that waits for a decision is held against. */
function reviewRows(review: SessionRecord['review'], currency: string): string[][] {
  if (!review) return [];
  const money = (minor: number | null) => (minor === null ? '–' : `${amount(minor)} ${currency}`);
  return [
    ['awaits decision', review.why.join(', ')],
    ['our price', money(review.oursMinor)],
    ['CDR', `${review.reference}: ${money(review.theirsMinor)}`],
    ['without decision', `${money(review.mostMinor)} is captured`],
  ];
}
