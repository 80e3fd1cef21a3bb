import { readAmountMinor } from '../../../shared/forms/receiptSearch.ts';
import type { BooksSettings } from '../books/booksSettings.ts';
import { signIn } from '../console/signInCommand.ts';
import { askRefund, dropRefund, RefundRefused } from '../payments/refunds.ts';
import type { DocumentFiles } from '../ports.ts';
import { createHolidays } from '../pricing/holidays.ts';
import { type Priced, pricedSession } from '../sessions/prices.ts';
import type { StationDesk } from '../stationDesk.ts';
import { listRecent } from '../store/overview.ts';
import { findSessionByNumber, type SessionRecord } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { attention, done } from './alertCommands.ts';
import { columns, minute } from './commandLines.ts';
import { passOver } from './passOver.ts';
import { priceOf } from './priceByHand.ts';
import { forgetDriver } from './retention.ts';
import { billByHand, endOf, NotStuck, stopByHand, unlockByHand, waiveByHand } from './stuckSessions.ts';
import { readInstant, readMost, readNumber, readStuck, readWh } from './typed.ts';

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
  done: {
    usage: 'done <id> … --reason "…"',
    does: 'ticks off what `attention` shows: somebody has seen to it',
    options: ['reason'],
    operands: 'ids',
    run: done,
  },
  refund: {
    usage: 'refund --transaction <number> --amount 5.00 --reason "…"',
    does: 'gives money back, with a credit note and an e-mail to the driver',
    options: ['transaction', 'amount', 'reason'],
    run: refund,
  },
  'drop-refund': {
    usage: 'drop-refund --transaction <number>',
    does: 'gives up a refund that the provider does not do, so that another may be asked for',
    options: ['transaction'],
    run: giveUp,
  },
  stop: {
    usage: 'stop --transaction <number> --reason "…"',
    does: 'asks the station to stop, as the driver could',
    options: ['transaction', 'reason'],
    run: stop,
  },
  bill: {
    usage: 'bill --transaction <number> [--energy 12.345] [--ended 2026-05-04T18:40Z] [--at-most 4.20] --reason "…"',
    does: 'bills a session whose last meter value does not come, or whose bill waits for a decision: what was told, or less',
    options: ['transaction', 'energy', 'ended', 'at-most', 'reason'],
    run: bill,
  },
  waive: {
    usage: 'waive --transaction <number> --reason "…"',
    does: 'asks nothing for a session whose station does not answer, and gives its hold back',
    options: ['transaction', 'reason'],
    run: waive,
  },
  unlock: {
    usage: 'unlock --transaction <number> --reason "…"',
    does: 'asks the station to unlock the cable of a session that is over; `attention` tells if it does not',
    options: ['transaction', 'reason'],
    run: unlock,
  },
  'pass-over': {
    usage: 'pass-over --document R-ABC-2027-000123',
    does: 'after a backup was put back: the series goes on behind this number, which was issued since',
    options: ['document'],
    run: passOver,
  },
  'sign-in': {
    usage: 'sign-in --name "…" [--may act]',
    does: 'prints a link that opens the console once, for somebody who may read, or act',
    options: ['name', 'may'],
    run: signIn,
  },
  forget: {
    usage: 'forget --email <address> | --transaction <number>',
    does: 'removes a driver’s contact details',
    options: ['email', 'transaction'],
    run: forget,
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

async function refund({ store, now }: CommandDependencies, options: Options) {
  const { transaction = '', amount: typed = '', reason = '' } = options;
  const amountMinor = readAmountMinor(typed);
  if (amountMinor === null) throw new RefundRefused('The amount is not usable: write it like 5.00');
  const number = readNumber(transaction);
  await askRefund({ store, now }, { number, amountMinor, reason });
  return [`${amount(amountMinor)} of transaction ${number} will be given back. \`list\` shows when it has been.`];
}

async function giveUp({ store, now }: CommandDependencies, { transaction = '' }: Options) {
  const { amountMinor } = await dropRefund({ store, now }, { number: readNumber(transaction) });
  return [
    `The refund of ${amount(amountMinor)} will not be tried again. In ten minutes the provider is asked whether it was done after`,
    'all; if not, another may be asked for.',
  ];
}

async function stop(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const ask = readStuck(options);
  await stopByHand(dependencies, ask);
  return [`The station of transaction ${ask.number} is asked to stop. \`list\` shows when it has.`];
}

async function bill(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const ask = readStuck(options);
  const mostMinor = readMost(options['at-most']);
  const read = { energyWh: readWh(options.energy), endedAt: readInstant(options.ended), mostMinor };
  const asked = await billByHand(dependencies, { ...ask, ...read });
  const session = await findSessionByNumber(dependencies.store.db, ask.number);
  const priced = session && (await pricedSession(dependencies.store.db, session, { holidays: createHolidays() }));
  const price = priced ? `${amount(Math.min(priceOf(session, priced, asked), mostMinor ?? Infinity))} ${priced.currency}` : '–';
  return [
    `Transaction ${ask.number} will be billed with ${price}: ${asked.energyWh / 1000} kWh, ended ${minute(asked.endedAt)}.`,
    'Until that is done, the station’s own last value counts instead, and other figures may be given. `list` shows what was charged.',
  ];
}

async function unlock(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const ask = readStuck(options);
  await unlockByHand(dependencies, ask);
  return [`The station of transaction ${ask.number} is asked to unlock its cable. \`attention\` tells if it does not.`];
}

async function waive(dependencies: CommandDependencies, options: Options): Promise<readonly string[]> {
  const ask = readStuck(options);
  await waiveByHand(dependencies, ask);
  return [`Nothing is asked for transaction ${ask.number}; what is held on the card goes back.`];
}

/** A driver asks that what we know of them be deleted: by e-mail address, or by the transaction ID on the receipt. */
async function forget({ store, now }: CommandDependencies, options: Options) {
  const { orders, withdrawals, unsettled, documents } = await forgetDriver(store, { whose: readWhose(options), now });
  return [
    `Contact details removed from ${orders} orders and ${withdrawals} withdrawals.`,
    ...(unsettled > 0 ? [`${unsettled} orders are not settled yet and keep theirs: call this again when they are.`] : []),
    ...(documents > 0 ? [`${documents} issued documents stay as they are, because tax law has them kept.`] : []),
  ];
}

/** @throws RangeError for anything but one of the two */
function readWhose({ email = '', transaction = '' }: Options) {
  if (email.includes('@') && transaction === '') return { email };
  if (/^\d{9}$/.test(transaction.replace(/\s/g, '')) && email === '') return { transaction: readNumber(transaction) };
  throw new RangeError('Give either an e-mail address or a transaction ID of nine digits.');
}
