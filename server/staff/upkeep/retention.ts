import { DAY_MS } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import { DocumentFilesUnavailable } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { moveFiles } from '../../shop/documents/files.ts';
import { forgetFaultsOf, resealAddresses } from '../../shop/faultReports/driverAddress.ts';
import { forgetOldFaults, settleFaultAlert } from '../../shop/faultReports/retention.ts';
import { forgetNotices } from '../../shop/freeNotices/waitingNotices.ts';
import { forgetForwards } from '../../shop/receipts/forward.ts';
import type { Store } from '../../store/engine/database.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
import { removeOldDeliveries } from '../../store/jobs/webhookRows.ts';
import { listClients } from '../../store/shop/catalogue.ts';
import {
  countDocuments,
  countUnsettled,
  forgetCards,
  forgetOrders,
  forgetVisitors,
  forgetWithdrawals,
  listSessionsOf,
  type Whose,
} from '../../store/shop/contacts.ts';
import { forgetCodes } from '../../store/shop/limits.ts';
import { removePlugChanges } from '../../store/shop/plugChanges.ts';
import { forgetDevices, forgetPushes } from '../../store/shop/pushDevices.ts';
import { removeOldLogFiles } from '../../store/staff/stationLogFiles.ts';
import { resealSecrets } from '../webhooks/webhookSecrets.ts';
import { createNightlyTask } from './nightlyTask.ts';

/** Retention period of the state changes of connectors. The page of a point shows seven days. */
const PLUG_CHANGES_MS = 8 * DAY_MS;
/** Retention period of the deliveries of webhooks. The last attempt is made within four days. */
const DELIVERIES_MS = 7 * DAY_MS;

/** Retention period of log files of stations, which may contain card numbers of drivers. */
const LOG_FILES_MS = 30 * DAY_MS;

/** Number of orders per transaction. Small, so that other work on the database is not blocked. */
const AT_ONCE = 200;

/** Numbers of orders and withdrawals whose contact details were deleted. */
interface Forgotten {
  orders: number;
  withdrawals: number;
}

/**
 * Creates the nightly task that deletes contact details after their retention period and moves the PDF files of documents from
 * the database to the external storage. Old state changes of connectors are deleted, too.
 */
export const createNightlyRemoval = (context: OperatorContext): (() => Promise<void>) =>
  createNightlyTask(context, 'retention', async now => {
    const forgotten = await removeOldContacts(context.store, now);
    await removePlugChanges(context.store.db, later(now, -PLUG_CHANGES_MS));
    await removeOldLogFiles(context.store, later(now, -LOG_FILES_MS));
    await removeOldDeliveries(context.store.db, later(now, -DELIVERIES_MS));
    await resealSecrets(context);
    await resealAddresses(context);
    const pages = await moveNow(context);
    context.logEvent('contact details removed', { ...forgotten });
    if (pages > 0) context.logEvent('document pages moved', { pages });
    return { isMore: false };
  });

/**
 * Moves the PDF files of documents to the external storage. If the storage does not respond, the task continues without it; the
 * next night tries again.
 */
async function moveNow(context: OperatorContext): Promise<number> {
  try {
    return await moveFiles(context);
  } catch (error) {
    if (!(error instanceof DocumentFilesUnavailable)) throw error;
    context.logEvent('document pages not moved', { reason: error.message });
    return 0;
  }
}

/** Deletes contact details whose retention period has ended. The audit log records only how many. */
export async function removeOldContacts(store: Store, now: Date): Promise<Forgotten> {
  const forgotten: Forgotten = { orders: 0, withdrawals: 0 };
  for (const { id: clientId, contactRetentionDays } of await listClients(store.db)) {
    const before = later(now, -contactRetentionDays * DAY_MS);
    const { orders, withdrawals } = await forget(store, { clientId, before });
    forgotten.orders += orders;
    forgotten.withdrawals += withdrawals;
  }
  await store.inTransaction(async trx => {
    await forgetVisitors(trx, later(now, -DAY_MS));
    await forgetCards(trx, later(now, -DAY_MS));
    await forgetCodes(trx, later(now, -DAY_MS));
    await forgetPushes(trx, later(now, -DAY_MS));
    await forgetOldFaults(trx, now);
    await writeAudit(trx, { at: now, subjectId: 'retention', what: 'contact details removed', facts: { ...forgotten } });
  });
  return forgotten;
}

/** Deletes the contact details in batches, each in its own transaction. */
async function forget({ inTransaction }: Pick<Store, 'inTransaction'>, whose: Whose): Promise<Forgotten> {
  let orders = 0;
  for (let batch = AT_ONCE; batch === AT_ONCE; orders += batch)
    batch = await inTransaction(trx => forgetOrders(trx, whose, AT_ONCE));
  return { orders, withdrawals: await inTransaction(trx => forgetWithdrawals(trx, whose)) };
}

/**
 * Deletes the personal data of a driver on request, regardless of the retention period: the contact details in orders, and
 * queued e-mails that are addressed to the driver or forward the driver's receipts. Unsettled orders and issued documents are
 * kept and only counted; the law requires that documents stay unchanged. `unopened` counts queued e-mails that `secret` cannot
 * decrypt, so they may be addressed to the driver.
 */
export async function forgetDriver(
  store: Pick<Store, 'db' | 'inTransaction'>,
  { whose, secret, now }: { whose: Exclude<Whose, { before: Date }>; secret: Secret | undefined; now: Date },
): Promise<Forgotten & { letters: number; unopened: number; unsettled: number; documents: number }> {
  const documents = await countDocuments(store.db, whose);
  // Must run before `forget`, which deletes the e-mail addresses by which the orders are found.
  const forwards = await store.inTransaction(async trx => {
    await forgetDevices(trx, whose);
    const sessions = new Set(await listSessionsOf(trx, whose));
    const email = 'email' in whose ? whose.email.trim().toLowerCase() : null;
    const notices = await forgetNotices(trx, { email, secret });
    const faults = await forgetFaultsOf(trx, { email, secret });
    for (const evseId of faults.evseIds) await settleFaultAlert(trx, { evseId, reason: 'driver forgotten', now });
    const { letters, unopened } = await forgetForwards(trx, { sessions, email, secret });
    return {
      letters: letters + notices.letters + faults.evseIds.length,
      unopened: unopened + notices.unopened + faults.unopened,
    };
  });
  const forgotten = await forget(store, whose);
  const unsettled = await countUnsettled(store.db, whose);
  const facts = { ...forgotten, ...forwards, unsettled, documents };
  await store.inTransaction(trx => writeAudit(trx, { at: now, subjectId: 'retention', what: 'driver forgotten', facts }));
  return facts;
}
