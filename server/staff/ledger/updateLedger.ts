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

/** Number of rows per step. Small, so that other work on the database is not blocked. */
const AT_ONCE = 50;

/**
 * Books the missing ledger lines and entries of a time span, in small steps. All of them are derived from stored rows, so
 * repeated or concurrent runs give the same result.
 * @param limit approximate maximum number for each kind of entry
 * @returns false if entries are still missing
 */
export async function bringUp(dependencies: BookDependencies, span: Span, limit: number): Promise<boolean> {
  const { db } = dependencies.store;
  for (let done = 0; done < limit; done += AT_ONCE) {
    const worked = [
      await bookLines(dependencies, await paymentsToBook(db, span, AT_ONCE), id => lineOf(dependencies, id)),
      await bookLines(dependencies, await listOutsideCaptures(db, span, AT_ONCE), capture =>
        outsideCaptureLine(dependencies, capture),
      ),
      await bookDocuments(dependencies, span),
      await bookRefunds(dependencies, span, AT_ONCE),
      await bookPayouts(dependencies, AT_ONCE),
    ];
    if (worked.every(number => number < AT_ONCE)) return true;
  }
  return false;
}

/**
 * The booking functions below return the number of entries they wrote. If all write less than a full step, `bringUp` stops, so
 * an entry that cannot be written causes no endless loop.
 */
async function bookLines<Found>(
  { store, now }: BookDependencies,
  found: readonly Found[],
  toLine: (found: Found) => Promise<BookLineRecord | null>,
): Promise<number> {
  let written = 0;
  for (const one of found) {
    const line = await toLine(one);
    if (!line) continue;
    await store.inTransaction(async trx => {
      await putLine(trx, line);
      await bookLine(trx, line, now);
    });
    written++;
  }
  return written;
}

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
/**
 * How far back ledger entries are written automatically; longer than any expected outage. Older ones are written when a person
 * opens the ledger of their period.
 */
const LOOKBACK_MS = 3 * DAY_MS;
const MAX_BATCH = 500;

/** Returns a function that books the entries of the last three days, at most once a minute however often it is called. */
export function createLedgerUpdater(context: OperatorContext): () => Promise<void> {
  const pace = createInterval(CHECK_INTERVAL_MS);
  return async () => {
    const now = context.clock.now();
    if (!pace.isDue(now)) return;
    const span = { from: later(now, -LOOKBACK_MS), to: later(now, MINUTE_MS) };
    if (!(await bringUp({ ...context, now }, span, MAX_BATCH))) pace.hurry();
  };
}
