import { statfs } from 'node:fs/promises';
import type { Config } from '../config/config.ts';
import type { Clock, Payments } from '../core/ports/ports.ts';
import type { Check } from '../http/operations/checks.ts';
import { createDiskCheck, type ReadDisk } from '../http/operations/diskCheck.ts';
import { createNoticeWatch } from '../http/operations/noticeWatch.ts';
import type { OperatorDependencies } from '../runtime/context.ts';
import type { Store } from '../store/engine/database.ts';
import { createKeyValueStore } from '../store/jobs/keyValueStore.ts';
import { listClients } from '../store/shop/catalogue.ts';
import { cardsOff } from './cardsOff.ts';

/**
 * How long the results of checks of external systems are cached, so that frequent requests of /status do not burden these
 * systems.
 */
const CACHE_MS = 60_000;

type ChecksConfig = Pick<Config, 'payments' | 'dataDir' | 'databaseUrl' | 'smtpUrl'>;
type LogEvent = OperatorDependencies['logEvent'];

/**
 * Creates the health checks of an app with an embedded operator: database, payment provider, station sources, disk, and arrival
 * of the payment provider's webhooks.
 */
export function operatorChecks(
  { payments: { name: provider }, dataDir, databaseUrl, smtpUrl }: ChecksConfig,
  { store, clock, readDisk = statfs }: { store: Store; clock: Clock; readDisk?: ReadDisk | undefined },
) {
  // The sandbox payment provider sends no webhooks.
  const notices = provider === 'stripe' ? createNoticeWatch({ clock, store: createKeyValueStore(store.db, 'notices') }) : null;
  const writesFiles = databaseUrl === null || smtpUrl === null;
  return {
    checks: ({ payments, sources }: { payments: Payments; sources: readonly Check[] }): readonly Check[] => [
      { name: 'store', check: () => checkStore(store) },
      { name: 'payments', ttlMs: CACHE_MS, check: () => checkPayments(payments, store) },
      ...sources,
      ...(writesFiles ? [createDiskCheck({ folder: dataDir, readDisk })] : []),
      ...(notices ? [notices.check] : []),
    ],
    /** Returns the callbacks for the payment provider's webhook endpoint. `follow` reads the payment that a webhook names. */
    noticesBy: (follow: (ref: string) => Promise<void>) => ({
      check: (ref: string) => follow(ref).then(() => notices?.received()),
      noticeIgnored: () => notices?.ignored(),
    }),
    /** Wraps the log function, so that the webhook check learns of each new hold by the log event 'payment authorised'. */
    watched:
      (logEvent: LogEvent): LogEvent =>
      (event, facts) => {
        if (event === 'payment authorised') notices?.held();
        logEvent(event, facts);
      },
  };
}

async function checkPayments(payments: Payments, store: Store) {
  await payments.health();
  const withoutCards = (await listClients(store.db, { isCurrent: true })).filter(
    ({ paymentAccount }) => payments.methods?.(paymentAccount).length === 0,
  );
  const degraded = withoutCards.length > 0 ? { degraded: cardsOff(withoutCards) } : {};
  return { provider: payments.name, ...degraded };
}

async function checkStore(store: Store) {
  await store.check();
  return { engine: store.engine, liveUpdates: store.changeFeed.arrival() };
}
