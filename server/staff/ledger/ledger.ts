import { NEUTRAL_BRAND } from '../../../shared/charging/neutralClient.ts';
import type { Book, BookDay, BookNumbers, BookSums } from '../../../shared/console/ledger.ts';
import type { Supplier } from '../../../shared/console/supplier.ts';
import { DAY_MS } from '../../../shared/model/time.ts';
import type { DocumentFiles } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import type { Db } from '../../store/engine/database.ts';
import { listClients } from '../../store/shop/catalogue.ts';
import { sumVat } from '../../store/staff/entryRows.ts';
import { type LedgerCursor, listDifferences, listLines, type Span } from '../../store/staff/ledgerRows.ts';
import { sumLines, sumReasons, sumRefunds } from '../../store/staff/ledgerSums.ts';
import { type MoveSpan, sumMoves } from '../../store/staff/moveRows.ts';
import { listNotPaidOut, showPayouts } from '../../store/staff/payoutRows.ts';
import { gapsOf, numberAt, type SeriesWithin, seriesWithin } from '../../store/staff/seriesRows.ts';
import type { BookDependencies } from './ledgerEntry.ts';
import { dayOf, type Period, readPeriod } from './period.ts';
import { bringUp } from './updateLedger.ts';

export interface Ledger extends BookDependencies {
  /** External storage for the PDF files of documents. Null if they are stored in the database. */
  documentFiles: DocumentFiles | null;
  /** Time zone that determines the days and months of the ledger. */
  timeZone: string;
  /** Number of days after which a capture is expected in a payout. */
  payoutDays: number;
  /**
   * If several suppliers share one account at the payment provider: the supplier to which amounts without a payment belong.
   * Absent if not configured.
   */
  accountHolder?: string | null;
}

/** Thrown if a text is not the name of a day or month. */
export class NoSuchPeriod extends RangeError {
  override name = 'NoSuchPeriod';
}

/**
 * Parses the name of a day or month.
 * @throws NoSuchPeriod
 */
function periodOf({ timeZone }: Pick<Ledger, 'timeZone'>, name: string): Period {
  const period = readPeriod(name, timeZone);
  if (!period) throw new NoSuchPeriod('Give a day or a month, such as 2026-11-21 or 2026-11.');
  return period;
}

/**
 * Returns the time span of a day or month, for one supplier or for all (null). `providerDays` are the same days in UTC, because
 * the payment provider reports the arrival of a payout as a date without a time.
 * @throws NoSuchPeriod
 */
export function spanOf(
  bookkeeping: Pick<Ledger, 'timeZone' | 'accountHolder'>,
  { period: name, supplier }: { period: string; supplier: string | null },
): Period & MoveSpan {
  const period = periodOf(bookkeeping, name);
  const days = {
    from: new Date(`${period.firstDay}T00:00:00Z`),
    to: new Date(Date.parse(`${period.lastDay}T00:00:00Z`) + DAY_MS),
  };
  if (supplier === null) return { ...period, providerDays: days };
  return { ...period, providerDays: days, suppliers: supplier === bookkeeping.accountHolder ? [supplier, ''] : [supplier] };
}

const MAX_DIFFERENCES = 200;
const MAX_LINES = 50;
const MAX_GAPS = 20;
/**
 * Maximum number of entries that are booked during one request, so that the page loads quickly. The worker books the remaining
 * ones.
 */
export const MAX_ENTRIES_PER_REQUEST = 200;

/**
 * Returns the ledger of a day or month: totals, and one page of lines.
 * @throws NoSuchPeriod
 */
export async function getBook(
  bookkeeping: Ledger,
  { period: name, before = null, supplier = null }: { period: string; before?: string | null; supplier?: string | null },
): Promise<Book> {
  const { store, now, timeZone, payoutDays } = bookkeeping;
  const { db } = store;
  const span = spanOf(bookkeeping, { period: name, supplier });
  const arrivals = { ...span, ...span.providerDays };
  const isWhole = await bringUp(bookkeeping, span, MAX_ENTRIES_PER_REQUEST);
  const agree = await listLines(db, span, { limit: MAX_LINES + 1, before: parseCursor(before), agreeing: true });
  const shown = agree.slice(0, MAX_LINES);
  const last = shown.at(-1);
  const series = await seriesWithin(db, span);
  return {
    period: name,
    timeZone,
    today: dayOf(now, timeZone),
    before: span.before,
    after: span.to < now ? span.after : null,
    supplier,
    suppliers: await suppliersOf(db),
    pending: !isWhole,
    sums: await sumsOf(db, span),
    reasons: await sumReasons(db, span),
    moved: (await sumMoves(db, span)).filter(({ minor }) => minor !== 0).map(({ count: _, ...moved }) => moved),
    differences: await listDifferences(db, span, MAX_DIFFERENCES),
    agree: shown,
    next: last && agree.length > MAX_LINES ? `${Date.parse(last.at)}.${last.id}` : null,
    vat: await sumVat(db, span),
    numbers: await Promise.all(series.map(each => numbersOf(db, each))),
    days: span.isMonth ? await daysOf(db, span, now) : [],
    payouts: await showPayouts(db, arrivals),
    notPaidOut: await listNotPaidOut(db, span, { until: later(now, -payoutDays * DAY_MS), limit: MAX_DIFFERENCES }),
    payoutDays,
    documents: series.reduce((sum, { documents }) => sum + documents, 0),
  };
}

/** Returns all brands, sorted by name. */
export const suppliersOf = async (db: Db): Promise<readonly Supplier[]> =>
  (await listClients(db))
    .filter(({ id }) => id !== NEUTRAL_BRAND)
    .map(({ id, name }) => ({ id, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name));

/**
 * Parses the position after which the next page starts: time and id of a line, for example '1795302000000.p1'. Null if invalid
 * or absent.
 */
function parseCursor(before: string | null): LedgerCursor | null {
  const [, at, id] = /^(\d{1,15})\.(.{1,80})$/.exec(before ?? '') ?? [];
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id };
}

async function sumsOf(db: Db, span: Span): Promise<BookSums[]> {
  const refunds = await sumRefunds(db, span);
  const lines = await sumLines(db, span);
  const isSame = (a: Whose, b: Whose): boolean => a.supplier === b.supplier && a.currency === b.currency;
  const only = refunds.filter(refund => !lines.some(line => isSame(line, refund)));
  return [...lines, ...only.map(({ supplier, currency }) => ({ ...NOTHING, supplier, currency }))].map(line => {
    const { refundedMinor = 0, creditedMinor = 0 } = refunds.find(refund => isSame(refund, line)) ?? {};
    return { ...line, refundedMinor, creditedMinor };
  });
}

type Whose = Pick<BookSums, 'supplier' | 'currency'>;

const NOTHING = {
  sessions: 0,
  energyWh: 0,
  capturedMinor: 0,
  billedMinor: 0,
  pricedMinor: 0,
  signed: 0,
  openMinor: 0,
  explainedMinor: 0,
  open: 0,
  explained: 0,
};

/** Returns the days of a period that have entries, newest first, with their totals. */
async function daysOf(db: Db, { days, suppliers }: Period & Span, now: Date): Promise<BookDay[]> {
  const all: BookDay[] = [];
  for (const { day, ...span } of days)
    if (span.from <= now) all.push({ day, sums: await sumsOf(db, { ...span, ...(suppliers && { suppliers }) }) });
  return all.filter(({ sums }) => sums.length > 0).reverse();
}

async function numbersOf(db: Db, series: SeriesWithin): Promise<BookNumbers> {
  const first = await numberAt(db, { series: series.series, count: series.first });
  const last = await numberAt(db, { series: series.series, count: series.last });
  const gaps = await gapsOf(db, series, MAX_GAPS);
  const head = first.slice(0, first.lastIndexOf('-') + 1);
  const written = (count: number): string => head + String(count).padStart(6, '0');
  return {
    first,
    last,
    documents: series.documents,
    gaps: gaps.map(({ from, to }) => (from === to ? written(from) : `${written(from)}–${to}`)),
  };
}
