import { DAY_MS } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import { DocumentFilesUnavailable } from '../../core/ports/ports.ts';
import { later } from '../../core/records/instants.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import { moveFiles } from '../../shop/documents/files.ts';
import { forgetForwards } from '../../shop/receipts/forward.ts';
import type { Store } from '../../store/engine/database.ts';
import { writeAudit } from '../../store/jobs/audit.ts';
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
import { forgetDevices, forgetPushes } from '../../store/shop/pushDevices.ts';
import { createNightlyTask } from './nightlyTask.ts';

/** Orders per transaction, few enough not to block other work on the database. */
const AT_ONCE = 200;

/** Number of orders and withdrawals whose contact details were deleted. */
interface Forgotten {
  orders: number;
  withdrawals: number;
}

/** Once a night, deletes contact details whose retention time has ended, and moves document pages to their storage. */
export const createNightlyRemoval = (context: OperatorContext): (() => Promise<void>) =>
  createNightlyTask(context, 'retention', async now => {
    const forgotten = await removeOldContacts(context.store, now);
    const pages = await moveNow(context);
    context.logEvent('contact details removed', { ...forgotten });
    if (pages > 0) context.logEvent('document pages moved', { pages });
    return { isMore: false };
  });

/** If the storage does not respond, the rest of the night's work continues, and the next night continues the move. */
async function moveNow(context: OperatorContext): Promise<number> {
  try {
    return await moveFiles(context);
  } catch (error) {
    if (!(error instanceof DocumentFilesUnavailable)) throw error;
    context.logEvent('document pages not moved', { reason: error.message });
    return 0;
  }
}

/** Deletes contact details after their retention time. The audit records only the numbers. */
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
    await writeAudit(trx, { at: now, subjectId: 'retention', what: 'contact details removed', facts: { ...forgotten } });
  });
  return forgotten;
}

/** Deletes in batches, each in a transaction of its own. */
async function forget({ inTransaction }: Pick<Store, 'inTransaction'>, whose: Whose): Promise<Forgotten> {
  let orders = 0;
  for (let batch = AT_ONCE; batch === AT_ONCE; orders += batch)
    batch = await inTransaction(trx => forgetOrders(trx, whose, AT_ONCE));
  return { orders, withdrawals: await inTransaction(trx => forgetWithdrawals(trx, whose)) };
}

/**
 * Deletes the data of a driver on request, whatever the retention time: the contact details of all orders, and waiting e-mails
 * that forward the driver's receipts to any recipient or that are addressed to the driver. Unsettled orders and issued documents
 * are only counted; the law requires that documents stay unchanged. `unopened` is the number of waiting e-mails that `secret`
 * cannot open and that may be addressed to the driver.
 */
export async function forgetDriver(
  store: Pick<Store, 'db' | 'inTransaction'>,
  { whose, secret, now }: { whose: Exclude<Whose, { before: Date }>; secret: Secret | undefined; now: Date },
): Promise<Forgotten & { letters: number; unopened: number; unsettled: number; documents: number }> {
  const documents = await countDocuments(store.db, whose);
  // Before the orders: after the deletion, an order cannot be found by the e-mail address any more.
  const forwards = await store.inTransaction(async trx => {
    await forgetDevices(trx, whose);
    const sessions = new Set(await listSessionsOf(trx, whose));
    return forgetForwards(trx, { sessions, email: 'email' in whose ? whose.email.trim().toLowerCase() : null, secret });
  });
  const forgotten = await forget(store, whose);
  const unsettled = await countUnsettled(store.db, whose);
  const facts = { ...forgotten, ...forwards, unsettled, documents };
  await store.inTransaction(trx => writeAudit(trx, { at: now, subjectId: 'retention', what: 'driver forgotten', facts }));
  return facts;
}
