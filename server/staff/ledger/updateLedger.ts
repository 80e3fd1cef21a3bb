import { DAY_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import { createInterval, later } from '../../core/records/instants.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { findDocument } from '../../store/shop/documents.ts';
import { findSession } from '../../store/shop/sessions.ts';
import { documentsToBook, putEntries } from '../../store/staff/entryRows.ts';
import { listOutsideCaptures, paymentsToBook, putLine, type Span } from '../../store/staff/ledgerRows.ts';
import type { BookLineRecord } from '../../store/tables/ledgerTables.ts';
import { bookLine, bookPayouts, bookRefunds } from './bookMoves.ts';
import { entriesOf } from './documentEntries.ts';
import { type BookDependencies, lineOf, outsideCaptureLine } from './ledgerEntry.ts';

/** Rows per step, few enough not to block other work on the database. */
const AT_ONCE = 50;

/**
 * Writes the missing lines and entries of a span, some at a time. Each is derived from stored rows only, so repetitions and
 * concurrent processes produce the same result.
 * @param limit approximate maximum for each kind
 * @returns false if more entries are missing
 */
export async function bringUp(dependencies: BookDependencies, span: Span, limit: number): Promise<boolean> {
  for (let done = 0; done < limit; done += AT_ONCE) {
    const worked = [
      await bookPayments(dependencies, span),
      await bookOutsideCaptures(dependencies, span),
      await bookDocuments(dependencies, span),
      await bookRefunds(dependencies, span, AT_ONCE),
      await bookPayouts(dependencies, AT_ONCE),
    ];
    if (worked.every(number => number < AT_ONCE)) return true;
  }
  return false;
}

/** These functions return the number of entries, so that the caller stops when nothing can be written. */
async function bookPayments(dependencies: BookDependencies, span: Span): Promise<number> {
  const { store } = dependencies;
  let written = 0;
  for (const id of await paymentsToBook(store.db, span, AT_ONCE)) {
    const line = await lineOf(dependencies, id);
    if (!line) continue;
    await putBooked(dependencies, line);
    written++;
  }
  return written;
}

async function bookOutsideCaptures(dependencies: BookDependencies, span: Span): Promise<number> {
  const { store } = dependencies;
  let written = 0;
  for (const taken of await listOutsideCaptures(store.db, span, AT_ONCE)) {
    const line = await outsideCaptureLine(dependencies, taken);
    if (!line) continue;
    await putBooked(dependencies, line);
    written++;
  }
  return written;
}

const putBooked = ({ store, now }: BookDependencies, line: BookLineRecord): Promise<void> =>
  store.inTransaction(async trx => {
    await putLine(trx, line);
    await bookLine(trx, line, now);
  });

async function bookDocuments({ store }: BookDependencies, span: Span): Promise<number> {
  let written = 0;
  for (const id of await documentsToBook(store.db, span, AT_ONCE)) {
    const document = await findDocument(store.db, id);
    const session = document && (await findSession(store.db, document.sessionId));
    if (!document || !session) continue;
    const entries = entriesOf(document, { isInvoicedByOther: session.invoiceReference !== null, supplier: session.clientId });
    await store.inTransaction(trx => putEntries(trx, entries));
    written++;
  }
  return written;
}

const CHECK_INTERVAL_MS = MINUTE_MS;
/** Longer than an outage of a process or of the database. Older entries are booked when a person opens the books of that time. */
const LOOKBACK_MS = 3 * DAY_MS;
const MAX_BATCH = 500;

/** Updates the ledger of the last days, at most once a minute, however often the function is called. */
export function createLedgerUpdater(context: OperatorContext): () => Promise<void> {
  const pace = createInterval(CHECK_INTERVAL_MS);
  return async () => {
    const now = context.clock.now();
    if (!pace.isDue(now)) return;
    const span = { from: later(now, -LOOKBACK_MS), to: later(now, MINUTE_MS) };
    if (!(await bringUp({ ...context, now }, span, MAX_BATCH))) pace.hurry();
  };
}
