import type { Book, BookLine, BookSums } from '../../../shared/console/ledger.ts';
import { DAY_MS, isoDay, MINUTE_MS } from '../../../shared/model/time.ts';
import { createHolidays } from '../../core/pricing/holidays.ts';
import { later } from '../../core/records/instants.ts';
import { USUAL_BOOKS } from '../../core/records/ledgerSettings.ts';
import { getBook, type Ledger } from '../ledger/ledger.ts';
import { dayOf } from '../ledger/period.ts';
import { enqueuePayoutReads } from '../ledger/readPayouts.ts';
import { columns, minute } from './commandLines.ts';
import type { Command, CommandDependencies } from './commands.ts';
import { runManualAct } from './manualCommand.ts';

type Options = Readonly<Record<string, string | undefined>>;

/** Commands for whoever keeps the books. Files are written by the program that has a disk, see scripts/operator/operator.ts. */
export const BOOK_COMMANDS: Readonly<Record<string, Command>> = {
  books: {
    usage: 'books [2026-11 | 2026-11-21] [--supplier …]',
    does: 'Show the accounting of a month or day: captured, billed and recalculated amounts, differences, VAT, document numbers and payouts',
    options: ['supplier'],
    operands: 'period',
    run: async (dependencies, options) => linesOf(await book(dependencies, options)),
    data: book,
  },
  payouts: {
    usage: 'payouts [--from 2026-11-01] [--to 2026-12-01] --who "…"',
    does: 'Import the payouts of the provider for a period; `books` shows them',
    options: ['from', 'to', 'who'],
    run: payouts,
  },
};

/** Without days, of the last two weeks. */
async function payouts(dependencies: CommandDependencies, { from = '', to = '', who }: Options): Promise<readonly string[]> {
  const { now } = dependencies;
  const span = { from: readDay(from) ?? isoDay(later(now, -14 * DAY_MS)), to: readDay(to) ?? isoDay(later(now, DAY_MS)) };
  if (span.from >= span.to) throw new RangeError('Invalid period. --from must be before --to.');
  // Asked twice within a minute, it is done once.
  const n = Math.floor(now.getTime() / MINUTE_MS);
  await runManualAct(dependencies, who, { does: 'read-payouts', number: null }, async ({ store }) => {
    await store.inTransaction(trx => enqueuePayoutReads(trx, { ...span, n, now }));
    return { told: null, facts: { about: `${span.from} – ${span.to}` } };
  });
  return [`Payouts from ${span.from} until before ${span.to} are being imported. \`books\` shows them in about a minute.`];
}

/** Null: none was typed. @throws RangeError */
function readDay(typed: string): string | null {
  if (typed === '') return null;
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(typed) || Number.isNaN(Date.parse(typed)) || isoDay(Date.parse(typed)) !== typed)
    throw new RangeError('Invalid date. Use 2026-11-01.');
  return typed;
}

export const bookkeepingOf = ({ store, now, books = USUAL_BOOKS, documentFiles = null }: CommandDependencies): Ledger => ({
  store,
  documentFiles,
  holidays: createHolidays(),
  now,
  timeZone: books.timeZone,
  payoutDays: books.payoutDays,
  accountHolder: books.accountHolder,
});

function book(dependencies: CommandDependencies, { period = '', supplier }: Options): Promise<Book> {
  const bookkeeping = bookkeepingOf(dependencies);
  return getBook(bookkeeping, {
    period: period || dayOf(bookkeeping.now, bookkeeping.timeZone).slice(0, 7),
    supplier: supplier ?? null,
  });
}

const amount = (minor: number): string => (minor / 100).toFixed(2);

function linesOf({ period, timeZone, pending, sums, differences, vat, numbers, payouts, days, moved }: Book): readonly string[] {
  return [
    `${period}, calendar of ${timeZone}`,
    ...(pending ? ['Some sessions are not booked yet. The running app continues booking.'] : []),
    ...sums.flatMap(sumLines),
    ...table(['', 'transaction', 'difference', 'captured', 'billed', 'recalculated'], differences.map(differenceRow)),
    ...table(
      ['VAT', 'rate', 'net', 'tax', 'gross', 'currency', 'supplier'],
      vat.map(({ country, percent, netMinor, vatMinor, grossMinor, currency, supplier }) => [
        country.toUpperCase(),
        `${percent}%`,
        ...[amount(netMinor), amount(vatMinor), amount(grossMinor), currency, supplier],
      ]),
    ),
    ...table(
      ['owed by the provider', 'change', 'currency', 'supplier'],
      moved.map(({ kind, minor, currency, supplier }) => [kind, amount(minor), currency, supplier || '(shared account)']),
    ),
    ...table(
      ['numbers', 'last', 'documents', 'gaps'],
      numbers.map(({ first, last, documents, gaps }) => [first, last, String(documents), gaps.join(', ') || 'none']),
    ),
    ...table(
      ['payout', 'arrived', 'paid', 'fees', 'matched'],
      payouts.map(({ id, arrivedAt, paidMinor, feeMinor, matched, rows }) => [
        ...[id, minute(new Date(arrivedAt)), amount(paidMinor), amount(feeMinor), `${matched} of ${rows}`],
      ]),
    ),
    ...table(
      ['day', 'sessions', 'captured', 'currency', ''],
      days.flatMap(({ day, sums: each }) =>
        each.map(({ sessions, capturedMinor, currency, open }) => [
          ...[day, String(sessions), amount(capturedMinor), currency, open > 0 ? `${open} differ` : 'match'],
        ]),
      ),
    ),
  ];
}

function sumLines({ supplier, currency, sessions, signed, ...sums }: BookSums): readonly string[] {
  const { capturedMinor, billedMinor, pricedMinor, openMinor, explainedMinor, refundedMinor, creditedMinor } = sums;
  return [
    `${supplier}, ${currency}: ${sessions} sessions, captured ${amount(capturedMinor)}, billed ${amount(billedMinor)}, recalculated ` +
      `${amount(pricedMinor)} (${signed} from signed values)`,
    `  to review ${amount(openMinor)}, explained ${amount(explainedMinor)}`,
    `  refunded ${amount(refundedMinor)}, credit notes ${amount(creditedMinor)}`,
  ];
}

const differenceRow = ({ isOpen, number, why, capturedMinor, billedMinor, pricedMinor }: BookLine): readonly string[] => [
  ...[isOpen ? '!' : '', String(number), why ?? '', amount(capturedMinor), amount(billedMinor), amount(pricedMinor)],
];

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : ['', ...columns([heads, ...rows])];
