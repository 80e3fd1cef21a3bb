import type { OperatingBooks } from '../../../shared/console/ledger.ts';
import { USUAL_BOOKS } from '../../core/records/ledgerSettings.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Actor } from '../acts/actor.ts';
import { getBook, type Ledger, NoSuchPeriod } from '../ledger/ledger.ts';
import { monthOf } from '../ledger/period.ts';
import { exportLedger } from './exportLedger.ts';

/** Returns the ledger of the app at this moment. */
export function ledgerOf({ store, documentFiles = null, holidays, clock, books = USUAL_BOOKS }: OperatorContext): Ledger {
  const { timeZone, payoutDays, accountHolder } = books;
  return { store, documentFiles, holidays, now: clock.now(), timeZone, payoutDays, accountHolder };
}

/**
 * Creates the ledger queries for a signed-in person. Everybody who is signed in may read the ledger; the audit log records each
 * export.
 */
export function operatingBooks(context: OperatorContext, asker: Actor): OperatingBooks {
  const settings = context.books ?? USUAL_BOOKS;
  const bookkeeping = () => ledgerOf(context);
  return {
    currentMonth: () => monthOf(context.clock.now(), settings.timeZone),
    getBook({ period, before = '', supplier }) {
      return getBook(bookkeeping(), { period, before, supplier: supplier ?? null }).catch(nullIfNoPeriod);
    },
    exportLedger(request) {
      return exportLedger(bookkeeping(), { ...request, settings, asker }).catch(nullIfNoPeriod);
    },
  };
}

function nullIfNoPeriod(error: unknown): null {
  if (error instanceof NoSuchPeriod) return null;
  throw error;
}
