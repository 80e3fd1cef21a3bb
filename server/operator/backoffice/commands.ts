import type { BooksSettings } from '../books/booksSettings.ts';
import { signIn } from '../console/signInCommand.ts';
import type { DocumentFiles } from '../ports.ts';
import { createHolidays } from '../pricing/holidays.ts';
import { type Priced, pricedSession } from '../sessions/prices.ts';
import type { StationDesk } from '../stationDesk.ts';
import { listRecent } from '../store/overview.ts';
import { findSessionByNumber, type SessionRecord } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { attention } from './alertCommands.ts';
import { columns, minute } from './commandLines.ts';
import { priceOf } from './priceByHand.ts';
import { endOf, NotStuck } from './stuckSessions.ts';
import { readNumber } from './typed.ts';

/** What a person who looks after the shop may work with, beside the running app. */
export interface CommandDependencies {
  store: Store;
  now: Date;
  /** Where the console is reached; null: nobody has said. */
  consoleOrigin?: string | null;
  /** What is known of stations beside what is sold; missing: nothing. */
  desk?(): StationDesk;
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
  list: { usage: 'list [--most 50]', does: 'the newest sessions and their money', options: ['most'], run: list },
  show: {
    usage: 'show --transaction <number>',
    does: 'what is known of one session: what its station has told, and what it would cost so far',
    options: ['transaction'],
    run: show,
  },
  attention: {
    usage: 'attention [--days 90] [--all]',
    does: 'what a person should look at and nobody has ticked off; with --all everything of late, and what became of it',
    options: ['days'],
    switches: ['all'],
    run: attention,
  },
  'sign-in': {
    usage: 'sign-in --name "…" [--may act]',
    does: 'prints a link that opens the console once, for somebody who may read, or act',
    options: ['name', 'may'],
    run: signIn,
  },
};

const amount = (minor: number | null): string => (minor === null ? '–' : (minor / 100).toFixed(2));

async function list({ store }: CommandDependencies, { most = '50' }: { most?: string }): Promise<readonly string[]> {
  const rows = await listRecent(store.db, { most: Number.parseInt(most, 10) || 50 });
  return columns([
    ['transaction', 'begun', 'point', 'session', 'payment', 'held', 'charged', 'refunded', ''],
    ...rows.map(row => [
      ...[String(row.number), minute(row.createdAt), row.evseId, row.state, row.payment ?? 'free'],
      ...[amount(row.amountMinor), amount(row.capturedMinor), amount(row.refundedMinor), row.currency],
    ]),
  ]);
}

async function show({ store, now }: CommandDependencies, { transaction = '' }: Options): Promise<readonly string[]> {
  const session = await findSessionByNumber(store.db, readNumber(transaction));
  if (!session) throw new NotStuck('There is no session with this transaction number.');
  const priced = await pricedSession(store.db, session, { holidays: createHolidays() });
  const last = priced.readings.at(-1);
  const at = (date: Date | null): string => (date === null ? '–' : minute(date));
  const endedAt = session.state === 'stopping' ? endOf(session, last ?? null, now) : now;
  const price =
    session.totalMinor ?? priceOf(session, priced, { energyWh: session.review?.energyWh ?? last?.energyWh ?? 0, endedAt });
  return columns([
    ['state', session.state],
    ['ordered', at(session.createdAt)],
    ['charging since', at(session.startedAt)],
    ['asked to stop', `${at(session.stopAskedAt)}${session.stopAcceptedAt === null ? '' : ', accepted'}`],
    ['ended', at(session.endedAt)],
    ['last told', last ? `${at(last.at)}, ${last.energyWh / 1000} kWh` : '–'],
    [session.totalMinor === null ? 'price so far' : 'price', `${amount(price)} ${priced.currency}`],
    ['most it may cost', `${amount(priced.order.limitMinor)} ${priced.currency}`],
    ...reviewRows(session, priced),
  ]);
}

/** What a bill that waits for a decision is held against. */
function reviewRows({ review }: SessionRecord, { currency }: Priced): string[][] {
  if (!review) return [];
  const money = (minor: number | null) => (minor === null ? '–' : `${amount(minor)} ${currency}`);
  return [
    ['waits because of', review.why.join(', ')],
    ['our price', money(review.oursMinor)],
    ['its account', `${review.reference}: ${money(review.theirsMinor)}`],
    ['if nobody decides', `${money(review.mostMinor)} is taken`],
  ];
}
