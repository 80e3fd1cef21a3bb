import type { Listed } from '../../../shared/console/operating.ts';
import { type OrderTime, readOrderTime } from '../../../shared/console/orderTime.ts';
import type { SessionLine, SessionQuery } from '../../../shared/console/sessions.ts';
import { readAmountMinor } from '../../../shared/forms/receiptSearch.ts';
import { HOUR_MS } from '../../../shared/model/time.ts';
import { later } from '../../core/records/instants.ts';
import { USUAL_BOOKS } from '../../core/records/ledgerSettings.ts';
import { listOpen } from '../../runtime/alerts.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { localInstant } from '../../shop/catalogue/tariffUses.ts';
import type { Db } from '../../store/engine/database.ts';
import { findPoint } from '../../store/shop/catalogue.ts';
import { listPointRows } from '../../store/shop/points.ts';
import { findSubject } from '../../store/staff/overview.ts';
import {
  findSessionOfDocument,
  findSessionRow,
  listGoingRows,
  listRowsOf,
  listSessionRows,
  listSessionsByEmail,
  listSessionsOfPayments,
  type PaymentPage,
  type SessionPageQuery,
  type SessionRow,
} from '../../store/staff/sessionRows.ts';
import { dayOf, readPeriod } from '../ledger/period.ts';
import { linesOf } from './lines.ts';

const AT_ONCE = 25;

/** Searches and filters sessions. Returns one page, newest sessions first. */
export async function listSessions(context: OperatorContext, query: SessionQuery): Promise<Listed<SessionLine>> {
  const rows = await rowsFor(context.store.db, withTimes({ ...context, now: context.clock.now() }, query), AT_ONCE + 1);
  const isPaged = rows.length > AT_ONCE && isPageable(query);
  const shown = isPaged ? rows.slice(0, AT_ONCE) : rows;
  return { lines: await linesOf(context, shown), before: isPaged ? (shown.at(-1)?.number ?? null) : null };
}

/** A query with the start and end of its day or hour as times. */
type TimedQuery = Omit<SessionQuery, 'when'> & { from?: Date; to?: Date };

/** Replaces the time of a query by its start and end in the time zone of the ledger. No session is at a time that is unreadable. */
export function withTimes({ books = USUAL_BOOKS, now }: LedgerTime, { when, ...query }: SessionQuery): TimedQuery {
  if (when === undefined) return query;
  const time = orderTimeOf({ books, now }, when);
  const period = time && readPeriod(time.day, books.timeZone);
  if (!period) return { ...query, from: new Date(0), to: new Date(0) };
  const { day, hour } = time;
  if (hour === null) return { ...query, from: period.from, to: period.to };
  // Both hours of the same name, if a clock change repeats the hour.
  const at = (disambiguation: 'earlier' | 'later') =>
    localInstant(`${day}T${String(hour).padStart(2, '0')}:00`, books.timeZone, { disambiguation }) ?? new Date(0);
  return { ...query, from: at('earlier'), to: later(at('later'), HOUR_MS) };
}

interface LedgerTime extends Pick<OperatorContext, 'books'> {
  now: Date;
}

/** Reads a day or hour as typed. Null: the text is unreadable. */
export const orderTimeOf = ({ books = USUAL_BOOKS, now }: LedgerTime, when: string): OrderTime | null =>
  readOrderTime(when, dayOf(now, books.timeZone));

/** Yields all sessions that match the query in pages of `limit` sessions. */
export async function* sessionPages(db: Db, query: TimedQuery, limit: number): AsyncGenerator<readonly SessionRow[]> {
  for (let page = query; ; ) {
    const rows = await rowsFor(db, page, limit);
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit || !isPageable(query)) return;
    page = { ...query, before: last.number };
  }
}

const isPageable = ({ find = '', is }: TimedQuery): boolean =>
  find !== '' || is === undefined || is === 'never' || is === 'refunded';

async function rowsFor(
  db: Db,
  { find = '', is, before, brand: clientId, ...span }: TimedQuery,
  limit: number,
): Promise<SessionRow[]> {
  const last = before === undefined ? null : await findSessionRow(db, before);
  // The session of a cursor may be gone. The first page again would make a program read without end.
  if (before !== undefined && ofClient(last ? [last] : [], clientId).length === 0) return [];
  const page = { behind: last && { createdAt: last.createdAt, number: last.number }, limit, clientId, ...span };
  const byPayment = { behind: last?.paidAt ? { createdAt: last.paidAt, number: last.number } : null, limit, clientId };
  const typed = find.trim();
  if (typed !== '') return isPoint(typed) ? atPoint(db, typed, page) : found(db, typed, { page, byPayment });
  if (is === 'going') return listGoingRows(db, { limit: 200, clientId });
  if (is === 'attention') return listRowsOf(db, await idsWithAlerts(db, clientId));
  if (is === 'refunded') return listSessionsOfPayments(db, 'refunded', byPayment);
  return listSessionRows(db, is === 'never' ? { ...page, state: 'cancelled' } : page);
}

/** Lists the sessions at a point, also if the point has left the catalogue, or at all points whose EVSE ID contains the text. */
async function atPoint(db: Db, typed: string, page: SessionPageQuery): Promise<SessionRow[]> {
  const point = await findPoint(db, typed, { includesRemoved: true });
  const rows = await listSessionRows(db, { ...page, evseId: point?.evseId ?? typed.toUpperCase() });
  return rows.length > 0 || point || page.behind ? rows : atSites(db, typed, page);
}

/** Maximum number of points whose sessions one search lists. */
const MAX_POINTS = 24;

/**
 * Lists the sessions at all points whose street, city or EVSE ID contains the text. Each point is a query of its own, because
 * one query for all of them would sort all their sessions.
 */
async function atSites(db: Db, find: string, page: SessionPageQuery): Promise<SessionRow[]> {
  const rows: SessionRow[] = [];
  for (const { point } of await listPointRows(db, { find, limit: MAX_POINTS, clientId: page.clientId }))
    rows.push(...(await listSessionRows(db, { ...page, evseId: point.evseId })));
  const newestFirst = (one: SessionRow, other: SessionRow) =>
    other.createdAt.getTime() - one.createdAt.getTime() || other.number - one.number;
  return rows.sort(newestFirst).slice(0, page.limit);
}

const ofClient = (rows: readonly SessionRow[], clientId: string | undefined): SessionRow[] =>
  rows.filter(row => clientId === undefined || row.clientId === clientId);

const isPoint = (typed: string): boolean => /^[a-z]{2}\*?[a-z0-9]{3}\*?e[a-z0-9*]+$/i.test(typed.trim());

/**
 * The searches for each kind of search term. If a term matches several patterns, the searches are tried in this order until one
 * finds something.
 */
const SEARCHES: readonly { pattern: RegExp; find(db: Db, typed: string, page: PaymentPage): Promise<SessionRow[]> }[] = [
  {
    pattern: /^\d{3}\s?\d{3}\s?\d{3}$/,
    async find(db, typed, { clientId }) {
      const row = await findSessionRow(db, Number(typed.replace(/\s/g, '')));
      return ofClient(row ? [row] : [], clientId);
    },
  },
  {
    pattern: /^[^\s]*\d-?\d/,
    find: async (db, typed, { clientId }) => ofClient(await findSessionOfDocument(db, typed.toUpperCase()), clientId),
  },
  { pattern: /^\d{4}$/, find: (db, digits, page) => listSessionsOfPayments(db, { digits }, page) },
  {
    pattern: /^\d{1,5}([.,]\d{1,2})?$/,
    async find(db, typed, page) {
      const chargedMinor = readAmountMinor(typed);
      return chargedMinor === null ? [] : listSessionsOfPayments(db, { chargedMinor }, page);
    },
  },
  { pattern: /^\S+@\S+$/, find: ofEmail },
  { pattern: /^\S{5,}$/, find: (db, ref, page) => listSessionsOfPayments(db, { ref }, page) },
];

interface Pages {
  page: SessionPageQuery;
  byPayment: PaymentPage;
}

/** One page of the sessions of an e-mail address. */
async function ofEmail(db: Db, email: string, { behind, limit, clientId }: PaymentPage): Promise<SessionRow[]> {
  const rows = await listSessionsByEmail(db, { email: email.toLowerCase(), clientId });
  const last = behind === null ? -1 : rows.findIndex(({ number }) => number === behind.number);
  return rows.slice(last + 1, last + 1 + limit);
}

/** Tries the searches, then street, city and a part of an EVSE ID. */
async function found(db: Db, typed: string, { page: bySession, byPayment: page }: Pages): Promise<SessionRow[]> {
  const plain = typed.replace(/\s?(€|eur|chf|ft)$/i, '');
  for (const { pattern, find } of SEARCHES) {
    if (!pattern.test(plain)) continue;
    const first = await find(db, plain, page.behind ? { ...page, behind: null, limit: 1 } : page);
    // A later page comes from the same search as the first page. If it is empty, the results have ended, so no other search is
    // tried.
    if (first.length > 0) return page.behind ? find(db, plain, page) : first;
  }
  return atSites(db, typed, bySession);
}

async function idsWithAlerts(db: Db, clientId: string | undefined): Promise<string[]> {
  const ids = new Set<string>();
  for (const { subjectId } of await listOpen(db)) {
    const session = await findSubject(db, subjectId);
    if (session && (clientId === undefined || session.clientId === clientId)) ids.add(session.id);
  }
  return [...ids].slice(0, 200);
}
