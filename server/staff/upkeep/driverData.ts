import { iso } from '../../../shared/model/time.ts';
import type { Secret } from '../../../shared/util/secret.ts';
import { addressOf } from '../../shop/faultReports/driverAddress.ts';
import { listNotices, recipientOf } from '../../shop/freeNotices/waitingNotices.ts';
import type { Db } from '../../store/engine/database.ts';
import { listOrdersOf } from '../../store/shop/contacts.ts';
import { listDocuments } from '../../store/shop/documents.ts';
import { findFaultReport, listFaultsWithEmail } from '../../store/shop/faultReports.ts';
import { findWholeOrder, type WholeOrder } from '../../store/shop/orders.ts';
import { listRefunds } from '../../store/shop/refunds.ts';
import { findWithdrawal } from '../../store/shop/withdrawals.ts';

/** Maximum number of orders in one answer. A taxi company may have some hundred. */
const MAX_ORDERS = 1000;

/**
 * Returns everything that is stored about a driver under an e-mail address, for an access request (GDPR art. 15). Data whose
 * contact details were deleted is no longer connected with the address, so it is not found.
 * @param secret decrypts the addresses of fault reports and waiting notices
 */
export async function dataOfDriver(db: Db, { email, secret }: { email: string; secret: Secret }) {
  const address = email.trim().toLowerCase();
  const ids = await listOrdersOf(db, { email: address }, MAX_ORDERS + 1);
  const orders = [];
  for (const orderId of ids.slice(0, MAX_ORDERS)) {
    const whole = await findWholeOrder(db, { orderId });
    if (whole) orders.push(await dataOfOrder(db, whole));
  }
  const notices = (await listNotices(db)).filter(({ json }) => recipientOf(json, { secret })?.email.toLowerCase() === address);
  return {
    email: address,
    orders,
    isIncomplete: ids.length > MAX_ORDERS,
    faultReports: await faultReportsOf(db, { address, secret }),
    waitingNotices: notices.map(({ json: { evseId, requestedAt } }) => ({ evseId, requestedAt: iso(new Date(requestedAt)) })),
  };
}

async function dataOfOrder(db: Db, { order, session, payment }: WholeOrder) {
  const withdrawal = await findWithdrawal(db, session.id);
  const refunds = payment ? await listRefunds(db, payment.id) : [];
  return {
    contact: order.contact,
    language: order.locale,
    orderedAt: iso(order.createdAt),
    agreed: order.consents,
    brand: order.clientId,
    evseId: session.evseId,
    transaction: session.number,
    startedAt: iso(session.startedAt),
    endedAt: iso(session.endedAt),
    energyWh: session.energyWh,
    currency: order.currency,
    heldMinor: order.limitMinor,
    cardDigits: payment?.cardDigits ?? [],
    refunds: refunds.map(({ amountMinor, reason, state }) => ({ amountMinor, reason, state })),
    documents: (await listDocuments(db, session.id)).map(({ number, kind, issuedAt, content }) => ({
      ...{ number, kind, issuedAt: iso(issuedAt), totalMinor: content.totalMinor },
      customer: content.customer,
    })),
    withdrawal: withdrawal && { name: withdrawal.name, email: withdrawal.email },
  };
}

async function faultReportsOf(db: Db, { address, secret }: { address: string; secret: Secret }) {
  const found = [];
  for (const sealed of await listFaultsWithEmail(db)) {
    if (addressOf(sealed, { secret })?.toLowerCase() !== address) continue;
    const report = await findFaultReport(db, sealed.id);
    if (!report) continue;
    const { evseId, kind, words, receivedAt, hasPhoto, answers } = report;
    found.push({ evseId, kind, words, receivedAt: iso(receivedAt), hasPhoto, answers });
  }
  return found;
}
