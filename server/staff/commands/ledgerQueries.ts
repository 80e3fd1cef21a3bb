import Joi from 'joi';
import type { Book, BookLine, BookSums } from '../../../shared/console/ledger.ts';
import { createHolidays } from '../../core/pricing/holidays.ts';
import { USUAL_BOOKS } from '../../core/records/ledgerSettings.ts';
import { columns, decimal, minute } from '../acts/commandLines.ts';
import { field } from '../acts/fields.ts';
import { getBook, type Ledger } from '../ledger/ledger.ts';
import { monthOf } from '../ledger/period.ts';
import { type CommandDependencies, query } from './commands.ts';

export const bookkeepingOf = ({ store, now, books = USUAL_BOOKS, documentFiles = null }: CommandDependencies): Ledger => ({
  store,
  documentFiles,
  holidays: createHolidays(),
  now,
  timeZone: books.timeZone,
  payoutDays: books.payoutDays,
  accountHolder: books.accountHolder,
});

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
        ...[decimal(netMinor), decimal(vatMinor), decimal(grossMinor), currency, supplier],
      ]),
    ),
    ...table(
      ['owed by the provider', 'change', 'currency', 'supplier'],
      moved.map(({ kind, minor, currency, supplier }) => [kind, decimal(minor), currency, supplier || '(shared account)']),
    ),
    ...table(
      ['numbers', 'last', 'documents', 'gaps'],
      numbers.map(({ first, last, documents, gaps }) => [first, last, String(documents), gaps.join(', ') || 'none']),
    ),
    ...table(
      ['payout', 'arrived', 'paid', 'fees', 'matched'],
      payouts.map(({ id, arrivedAt, paidMinor, feeMinor, matched, rows }) => [
        ...[id, minute(new Date(arrivedAt)), decimal(paidMinor), decimal(feeMinor), `${matched} of ${rows}`],
      ]),
    ),
    ...table(
      ['day', 'sessions', 'captured', 'currency', ''],
      days.flatMap(({ day, sums: each }) =>
        each.map(({ sessions, capturedMinor, currency, open }) => [
          ...[day, String(sessions), decimal(capturedMinor), currency, open > 0 ? `${open} differ` : 'match'],
        ]),
      ),
    ),
  ];
}

function sumLines({ supplier, currency, sessions, signed, ...sums }: BookSums): readonly string[] {
  const { capturedMinor, billedMinor, pricedMinor, openMinor, explainedMinor, refundedMinor, creditedMinor } = sums;
  return [
    `${supplier}, ${currency}: ${sessions} sessions, captured ${decimal(capturedMinor)}, billed ${decimal(billedMinor)}, recalculated ` +
      `${decimal(pricedMinor)} (${signed} from signed values)`,
    `  to review ${decimal(openMinor)}, explained ${decimal(explainedMinor)}`,
    `  refunded ${decimal(refundedMinor)}, credit notes ${decimal(creditedMinor)}`,
  ];
}

const differenceRow = ({ isOpen, number, why, capturedMinor, billedMinor, pricedMinor }: BookLine): readonly string[] => [
  ...[isOpen ? '!' : '', String(number), why ?? '', decimal(capturedMinor), decimal(billedMinor), decimal(pricedMinor)],
];

const table = (heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] =>
  rows.length === 0 ? [] : ['', ...columns([heads, ...rows])];

/**
 * Queries of the ledger. Files are written by scripts/operator/export.ts instead, because only that script has access to a disk.
 */
export const LEDGER_QUERIES = {
  books: query<{ period?: string; supplier?: string }, Book>({
    does: 'Show the accounting of a month or day: captured, billed and recalculated amounts, differences, VAT, document numbers and payouts',
    fields: { period: field('[2026-11 | 2026-11-21]', Joi.string().empty('')), supplier: field('[--supplier …]', Joi.string()) },
    read(dependencies, { period, supplier = null }) {
      const ledger = bookkeepingOf(dependencies);
      return getBook(ledger, { period: period ?? monthOf(ledger.now, ledger.timeZone), supplier });
    },
    lines: linesOf,
  }),
};
