import type { Currency } from '../../../shared/model/money.ts';
import type { DatevNumbers } from '../../core/records/ledgerSettings.ts';
import { entriesIn, groupEntries } from '../../store/staff/entryRows.ts';
import { movesIn, sumMoves } from '../../store/staff/moveRows.ts';
import type { BookAccounts } from './accounts.ts';
import { type Booking, entryBookings, isSplit, missingAccount, moveBooking, quoted } from './bookings.ts';
import { EXTF_COLUMNS } from './extfColumns.ts';
import { type Ledger, spanOf } from './ledger.ts';
import type { Period } from './period.ts';
import { bringUp } from './updateLedger.ts';
import { windows1252 } from './windows1252.ts';

/** Options of a DATEV batch: the consultant and client numbers, the accounts and the period. */
export interface ExtfOptions extends DatevNumbers {
  period: string;
  /** A batch contains only one supplier and one currency. */
  supplier: string;
  currency: Currency;
  /** First day of the financial year, 'MM-DD'. */
  yearStart: string;
  accounts: BookAccounts;
}

/** Maximum number of bookings that DATEV imports from one file. */
const MAX_BOOKINGS = 99_999;

/** Returns why no batch can be created, naming the missing setting. Null if a batch can be created. */
export async function whyNoBatch(
  bookkeeping: Ledger,
  { period, supplier, currency, accounts }: Pick<ExtfOptions, 'period' | 'supplier' | 'currency' | 'accounts'>,
): Promise<string | null> {
  const { db } = bookkeeping.store;
  const span = spanOf(bookkeeping, { period, supplier });
  const groups = await groupEntries(db, span, currency);
  const missing = new Set(groups.flatMap(group => missingAccount(accounts, group) ?? []));
  if (missing.size > 0)
    return `No account is set for ${[...missing].join(', ')}. Set DATEV_ACCOUNTS=${[...missing].map(name => `${name}=…`).join(',')}.`;
  const all = await sumMoves(db, { ...spanOf(bookkeeping, { period, supplier: null }) });
  if (!bookkeeping.accountHolder && all.some(move => move.supplier === '' && move.currency === currency))
    return 'Several suppliers share an account at the provider. Set BOOKS_ACCOUNT_HOLDER to the one that its fees and adjustments belong to.';
  const moves = (await sumMoves(db, span)).filter(move => move.currency === currency);
  const count =
    groups.reduce((sum, group) => sum + group.count * (isSplit(group) ? 2 : 1) + group.shortfalls, 0) +
    moves.reduce((sum, move) => sum + move.count, 0);
  return count > MAX_BOOKINGS
    ? `A batch holds at most ${MAX_BOOKINGS} bookings, and the period has ${count}. Export it day by day.`
    : null;
}

/**
 * Creates a DATEV booking batch (EXTF format 700, category 21) for one supplier and currency. Documents are booked on the
 * account `claims`. Changes of the money that the payment provider owes are booked on `transit`, which has no other bookings.
 * @throws NoSuchPeriod before the first bytes
 */
export async function* extfBatch(bookkeeping: Ledger, options: ExtfOptions): AsyncGenerator<Uint8Array> {
  const span = spanOf(bookkeeping, options);
  const { db } = bookkeeping.store;
  const facts = { accounts: options.accounts, timeZone: bookkeeping.timeZone };
  await bringUp(bookkeeping, span, Number.POSITIVE_INFINITY);
  yield windows1252(`${headOf(bookkeeping, span, options)}\r\n${EXTF_COLUMNS.join(';')}\r\n`);
  for await (const entries of entriesIn(db, span)) {
    const booked = entries.filter(({ currency, grossMinor }) => currency === options.currency && grossMinor !== 0);
    yield windows1252(
      booked
        .flatMap(entry => entryBookings(entry, facts))
        .map(lineOf)
        .join(''),
    );
  }
  for await (const moves of movesIn(db, span)) {
    const booked = moves.filter(({ currency, minor }) => currency === options.currency && minor !== 0);
    yield windows1252(booked.map(move => lineOf(moveBooking(move, facts))).join(''));
  }
}

const digits = (day: string): string => day.replaceAll('-', '');

/** Returns the first day of the financial year that contains `day`. */
function yearStartOf(day: string, yearStart: string): string {
  const year = Number(day.slice(0, 4));
  return day.slice(5) >= yearStart ? `${year}-${yearStart}` : `${year - 1}-${yearStart}`;
}

/** Returns the first line of the file, with its 31 fields. */
function headOf(
  { now }: Ledger,
  { firstDay, lastDay, name }: Period,
  { consultant, client, accounts, currency, yearStart }: ExtfOptions,
): string {
  const made = now.toISOString().replace(/\D/g, '').slice(0, 17);
  const about = [quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', made, '', quoted(''), quoted(''), quoted('')];
  const year = digits(yearStartOf(firstDay, yearStart));
  const whose = [String(consultant), String(client), year, String(accounts.transit.length)];
  const when = [digits(firstDay), digits(lastDay), quoted(`Ladevorgänge ${name}`), quoted('')];
  // Record type "financial accounting", no special purpose, not locked: the tax adviser can still correct the bookings.
  const what = ['1', '0', '0', quoted(currency), '', quoted(''), '', '', quoted(accounts.chart), '', '', quoted(''), quoted('')];
  return [...about, ...whose, ...when, ...what].join(';');
}

const lineOf = (booking: Booking): string => `${EXTF_COLUMNS.map(name => booking[name] ?? '').join(';')}\r\n`;
