import { DAY_MS, isoDay } from '../../shared/model/time.ts';
import { later } from '../core/records/instants.ts';
import { enqueuePayoutReads } from '../staff/ledger/readPayouts.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { openPastShop, type PastShopDependencies } from './pastShop.ts';
import { planSessions } from './planSessions.ts';

interface Progress {
  /** When the demo was first started, ISO 8601. The plan follows from it. */
  startedAt: string;
  /** Number of planned sessions that have been served. */
  served: number;
}

const DAYS = 35;

/**
 * Returns the function that gives a new demo the sessions of the last five weeks. An operator with a clock of its own serves
 * them, so orders, bills, documents and the ledger follow the same rules as those of today. Until the function resolves, no
 * other operator may run jobs on the database. An order of a visitor therefore ends the history early. A process that was
 * interrupted continues at its next start.
 */
export function createDemoHistory(
  dependencies: PastShopDependencies,
  { days = DAYS }: { days?: number } = {},
): (signal: AbortSignal) => Promise<void> {
  const { store, logEvent } = dependencies;
  const marks = createKeyValueStore(store.db, 'demo history');
  const serveAll = async (progress: Progress, signal: AbortSignal): Promise<void> => {
    const planned = planSessions(new Date(progress.startedAt), days);
    const next = planned[progress.served];
    if (!next) return;
    const shop = await openPastShop(dependencies, next.at);
    const over = new AbortController();
    const working = shop.operator.runJobs(over.signal);
    try {
      for (let n = progress.served; n < planned.length && !signal.aborted; n++) {
        const session = planned[n];
        const isWanted = !(await hasVisitors(dependencies, progress));
        if (isWanted && session) await shop.serve(session, n);
        await marks.put('progress', { ...progress, served: isWanted ? n + 1 : planned.length } satisfies Progress);
        if (!isWanted) break;
      }
      await shop.settle();
    } finally {
      over.abort();
      await working;
    }
    if (!signal.aborted) await readAllPayouts(dependencies, new Date(progress.startedAt));
  };
  return async signal => {
    try {
      const progress = ((await marks.get('progress')) as Progress | null) ?? (await firstProgress(dependencies));
      if (progress && !signal.aborted) await serveAll(progress, signal);
    } catch (error) {
      logEvent('demo history interrupted', { reason: error instanceof Error ? error.name : 'error' });
    }
  };
}

/** Returns true if a visitor has ordered since the start of the demo. */
async function hasVisitors({ store }: PastShopDependencies, { startedAt }: Progress): Promise<boolean> {
  const orders = store.db.selectFrom('orders').select('id').where('created_at', '>=', Date.parse(startedAt));
  return (await orders.limit(1).execute()).length > 0;
}

/** Returns the progress of a demo without orders. Null: the demo has orders already and gets no history. */
async function firstProgress({ store, clock }: PastShopDependencies): Promise<Progress | null> {
  const known = await store.db.selectFrom('orders').select('id').limit(1).execute();
  return known.length > 0 ? null : { startedAt: clock.now().toISOString(), served: 0 };
}

/** Enqueues the import of all payouts, because the nightly import reads those of two weeks only. */
function readAllPayouts({ store, clock }: PastShopDependencies, startedAt: Date): Promise<void> {
  const span = { from: isoDay(later(startedAt, -DAYS * DAY_MS)), to: isoDay(later(startedAt, DAY_MS)) };
  return store.inTransaction(trx => enqueuePayoutReads(trx, { ...span, n: 1, now: clock.now() }));
}
