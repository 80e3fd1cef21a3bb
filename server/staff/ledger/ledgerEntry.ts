import type { BookDifference } from '../../../shared/console/ledger.ts';
import type { Holidays } from '../../core/ports/ports.ts';
import { checkSession } from '../../shop/receipts/checkSession.ts';
import { upTo } from '../../shop/sessions/billing/complete.ts';
import { billUntil, ifUnpriced, pricedSession } from '../../shop/sessions/cost/prices.ts';
import type { Store } from '../../store/engine/database.ts';
import { listDocuments } from '../../store/shop/documents.ts';
import { findPayment, type PaymentRecord } from '../../store/shop/payments.ts';
import { findSessionByOrder, type SessionRecord } from '../../store/shop/sessions.ts';
import type { BookLineRecord } from '../../store/tables/ledgerTables.ts';

/** Dependencies of the functions that write the ledger. */
export interface BookDependencies {
  store: Store;
  holidays: Holidays;
  now: Date;
}

/** The recalculated price of a session in minor units, and the energy it is based on. */
interface PricedAnew {
  minor: number;
  energyWh: number;
  isSigned: boolean;
}

/**
 * Returns the ledger line of a settled payment.
 * @returns null if the payment is not settled or has no session
 */
export async function lineOf(
  dependencies: Pick<BookDependencies, 'store' | 'holidays'>,
  paymentId: string,
): Promise<BookLineRecord | null> {
  const { db } = dependencies.store;
  const payment = await findPayment(db, paymentId);
  const session = payment && (await findSessionByOrder(db, payment.orderId));
  if (!payment || !session || payment.settledAt === null) return null;
  // If a session cannot be priced, its price counts as 0, so that it appears in the list of differences.
  const unpriced = ifUnpriced(() => ({ minor: 0, energyWh: session.energyWh, isSigned: false }));
  const anew = await priceAnew(dependencies, session).catch(unpriced);
  const sale = (await listDocuments(db, session.id)).find(
    ({ kind, replacesId }) => kind !== 'credit-note' && replacesId === null,
  );
  const line = {
    ...aboutOf(payment, session),
    id: payment.id,
    at: payment.settledAt,
    capturedMinor: payment.state === 'captured' ? (payment.capturedMinor ?? 0) : 0,
    // A bill above the hold is issued in full. The part above the hold is not captured and is a loss for the supplier, not a
    // claim against the driver.
    billedMinor: sale ? Math.min(sale.content.totalMinor, sale.content.hold.heldMinor) : 0,
    pricedMinor: anew.minor,
    energyWh: anew.energyWh,
    isSigned: anew.isSigned,
    document: sale?.number ?? null,
  };
  const why = whyOf({ line, payment, session });
  return { ...line, why, isOpen: why !== null && OPEN.has(why) };
}

/**
 * Returns the ledger line of a capture that was made directly at the payment provider after the order had ended. No charging was
 * billed for this money.
 */
export async function outsideCaptureLine(
  { store: { db } }: Pick<BookDependencies, 'store'>,
  { paymentId, at, capturedMinor }: { paymentId: string; at: Date; capturedMinor: number },
): Promise<BookLineRecord | null> {
  const payment = await findPayment(db, paymentId);
  const session = payment && (await findSessionByOrder(db, payment.orderId));
  if (!payment || !session) return null;
  return {
    ...aboutOf(payment, session),
    id: `taken:${paymentId}`,
    at,
    capturedMinor,
    billedMinor: 0,
    pricedMinor: 0,
    energyWh: 0,
    isSigned: false,
    document: null,
    why: 'taken-without-order',
    isOpen: payment.refundedMinor < capturedMinor,
  };
}

const aboutOf = ({ id, version, currency, clientId: supplier }: PaymentRecord, { id: sessionId, number }: SessionRecord) => ({
  paymentId: id,
  paymentVersion: version,
  sessionId,
  number,
  currency,
  supplier,
});

/**
 * Recalculates the price with the tariff and the calendar of the order. If the meter signs its values, the signed energy is
 * used, else the reported energy.
 */
async function priceAnew(
  { store, holidays }: Pick<BookDependencies, 'store' | 'holidays'>,
  session: SessionRecord,
): Promise<PricedAnew> {
  const { endedAt } = session;
  if (endedAt === null || session.totalMinor === null) return { minor: 0, energyWh: 0, isSigned: false };
  const check = await checkSession({ store }, session);
  // A single signed record that is proven invalid makes the signed energy unusable.
  const isTrusted = check?.records.every(({ verdict }) => verdict !== 'invalid') ?? false;
  const signedWh = isTrusted ? (check?.signedEnergyWh ?? null) : null;
  const energyWh = signedWh ?? session.energyWh;
  const priced = await pricedSession(store.db, session, { holidays });
  const isReported = priced.readings.at(-1)?.energyWh === energyWh;
  const within = priced.readings.filter(reading => reading.energyWh <= energyWh);
  const readings = isReported ? within : upTo(priced.readings, { energyWh, endedAt });
  const { totalMinor } = billUntil(session, { ...priced, readings }, endedAt);
  return { minor: totalMinor, energyWh, isSigned: signedWh !== null };
}

/** Differences that still need a decision by a person, because they are not explained. */
const OPEN: ReadonlySet<BookDifference> = new Set<BookDifference>([
  'taken-without-order',
  'captured-more',
  'captured-less',
  'unpaid',
  'priced-otherwise',
]);

interface Compared {
  line: Pick<BookLineRecord, 'capturedMinor' | 'billedMinor' | 'pricedMinor'>;
  payment: PaymentRecord;
  session: SessionRecord;
}

/**
 * Returns the reason why captured, billed and recalculated amount differ. The first matching case applies. Null if all three are
 * equal.
 */
function whyOf({ line, payment, session }: Compared): BookDifference | null {
  const { capturedMinor: captured, billedMinor: billed, pricedMinor: priced } = line;
  const total = session.totalMinor ?? 0;
  const cases: readonly (readonly [isSo: boolean, why: BookDifference])[] = [
    [payment.waivedAt !== null && captured === 0, 'waived'],
    [captured === 0 && total > 0, 'unpaid'],
    [captured > billed, 'captured-more'],
    [captured < billed, 'captured-less'],
    [priced > captured && captured === payment.amountMinor, 'capped'],
    // The recalculated price is higher because a person, or the CDR of the CPO's platform, has set a lower amount.
    [priced > captured && total <= captured, 'lowered'],
    [priced !== captured, 'priced-otherwise'],
  ];
  return cases.find(([isSo]) => isSo)?.[1] ?? null;
}
