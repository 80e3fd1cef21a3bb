import { type Currency, decimalText } from '../../../shared/money.ts';
import type { Span } from '../store/books/bookRows.ts';
import { countEntries, entriesIn } from '../store/books/entryRows.ts';
import { payoutsIn } from '../store/books/payoutRows.ts';
import type { Db } from '../store/store.ts';
import type { BookEntryRecord } from '../store/tables/bookTables.ts';
import { type BookAccounts, salesAccount } from './accounts.ts';
import { type Bookkeeping, periodOf } from './book.ts';
import { EXTF_COLUMNS } from './extfColumns.ts';
import { bringUp } from './keepBooks.ts';
import { dayOf, type Period } from './period.ts';
import { windows1252 } from './windows1252.ts';

/** Whose books they are at DATEV, and on which accounts. */
export interface ExtfBooks {
  /** Number of the tax adviser, and of the client there. */
  consultant: number;
  client: number;
  accounts: BookAccounts;
}

interface ExtfAsk extends ExtfBooks {
  period: string;
  /** A batch has one currency. */
  currency: Currency;
}

/** DATEV reads at most so many bookings from one batch. */
const MOST_BOOKINGS = 99_999;

/** Why one batch cannot hold them; null: it can. */
export async function whyTooLong(db: Db, span: Span, currency: Currency): Promise<string | null> {
  const count = await countEntries(db, span, currency);
  return count > MOST_BOOKINGS ? `A batch holds ${MOST_BOOKINGS} bookings, and there are ${count}: take it by day.` : null;
}

/** One booking: the cells that are not empty, by their headings. */
type Booking = Readonly<Partial<Record<(typeof EXTF_COLUMNS)[number], string>>>;

/**
 * A DATEV booking batch (EXTF format 700, category 21): one booking for each document and rate, against what the provider owes,
 * and one for each payout and its fees. @throws NoSuchPeriod before the first bytes
 */
export async function* extfBatch(bookkeeping: Bookkeeping, ask: ExtfAsk): AsyncGenerator<Uint8Array> {
  const period = periodOf(bookkeeping, ask.period);
  const { db } = bookkeeping.store;
  await bringUp(bookkeeping, period, Number.POSITIVE_INFINITY);
  yield windows1252(`${headOf(bookkeeping, period, ask)}\r\n${EXTF_COLUMNS.join(';')}\r\n`);
  const { timeZone } = bookkeeping;
  for await (const entries of entriesIn(bookkeeping.store.db, period)) {
    const booked = entries.filter(({ currency, grossMinor }) => currency === ask.currency && grossMinor !== 0);
    yield windows1252(booked.map(entry => lineOf(saleBooking(entry, { ...ask, timeZone }))).join(''));
  }
  for await (const { id, arrivedAt, currency, paidMinor, feeMinor } of payoutsIn(db, period)) {
    if (currency !== ask.currency) continue;
    const day = dateCell(arrivedAt, timeZone);
    const { bank, fees, transit } = ask.accounts;
    const moved = [
      moving({ minor: paidMinor, ask, account: bank, contra: transit, day, id, text: 'Auszahlung Zahlungsanbieter' }),
      moving({ minor: feeMinor, ask, account: fees, contra: transit, day, id, text: 'Gebühren Zahlungsanbieter' }),
    ].flat();
    yield windows1252(moved.map(lineOf).join(''));
  }
}

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const digits = (day: string): string => day.replaceAll('-', '');

/** The 31 fields of the first line. */
function headOf(
  { now }: Bookkeeping,
  { firstDay, lastDay, name }: Period,
  { consultant, client, accounts, currency }: ExtfAsk,
): string {
  const made = now.toISOString().replace(/\D/g, '').slice(0, 17);
  const about = [quoted('EXTF'), '700', '21', quoted('Buchungsstapel'), '13', made, '', quoted(''), quoted(''), quoted('')];
  const whose = [String(consultant), String(client), `${firstDay.slice(0, 4)}0101`, String(accounts.transit.length)];
  const when = [digits(firstDay), digits(lastDay), quoted(`Ladevorgänge ${name}`), quoted('')];
  // Financial accounting, no particular purpose, not fixed: whoever imports it may still correct it.
  const what = ['1', '0', '0', quoted(currency), '', quoted(''), '', '', quoted('03'), '', '', quoted(''), quoted('')];
  return [...about, ...whose, ...when, ...what].join(';');
}

interface SaleAsk extends ExtfAsk {
  timeZone: string;
}

function saleBooking(entry: BookEntryRecord, { accounts, currency, timeZone }: SaleAsk): Booking {
  const { grossMinor, vatMilli, country, isElsewhere, at, number, sessionNumber } = entry;
  const percent = vatMilli / 1000;
  const account = isElsewhere ? accounts.passedOn : salesAccount(accounts, { country, percent });
  const isAbroad = !isElsewhere && account === accounts.sales.EU;
  return {
    ...amountCells(grossMinor, currency),
    Konto: accounts.transit,
    'Gegenkonto (ohne BU-Schlüssel)': account,
    Belegdatum: dateCell(at, timeZone),
    'Belegfeld 1': quoted(number.slice(0, 36)),
    Buchungstext: quoted(`Ladevorgang ${sessionNumber}`),
    ...(isAbroad && {
      'EU-Land u. UStID (Bestimmung)': quoted(country.toUpperCase()),
      'EU-Steuersatz (Bestimmung)': decimalText(Math.round(percent * 100), 2, ','),
    }),
  };
}

interface Moving {
  minor: number;
  ask: ExtfAsk;
  account: string;
  contra: string;
  day: string;
  id: string;
  text: string;
}

/** Money between two accounts; none where nothing moved. */
function moving({ minor, ask, account, contra, day, id, text }: Moving): Booking[] {
  if (minor === 0) return [];
  const cells = { Konto: account, 'Gegenkonto (ohne BU-Schlüssel)': contra, Belegdatum: day };
  return [{ ...amountCells(minor, ask.currency), ...cells, 'Belegfeld 1': quoted(id.slice(-36)), Buchungstext: quoted(text) }];
}

/** Always above zero: debit or credit says which way. */
const amountCells = (minor: number, currency: Currency): Booking => ({
  'Umsatz (ohne Soll/Haben-Kz)': decimalText(Math.abs(minor), 2, ','),
  'Soll/Haben-Kennzeichen': quoted(minor < 0 ? 'H' : 'S'),
  'WKZ Umsatz': quoted(currency),
});

/** Day and month: the year is that of the batch. */
function dateCell(at: Date, timeZone: string): string {
  const [, month = '', day = ''] = dayOf(at, timeZone).split('-');
  return day + month;
}

const lineOf = (booking: Booking): string => `${EXTF_COLUMNS.map(name => booking[name] ?? '').join(';')}\r\n`;
