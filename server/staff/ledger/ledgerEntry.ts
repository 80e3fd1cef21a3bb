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

/** What the books are made with. */
export interface BookDependencies {
  store: Store;
  holidays: Holidays;
  now: Date;
}

/** What a session comes to when it is priced once more, and by what. */
interface PricedAnew {
  minor: number;
  energyWh: number;
  isSigned: boolean;
}

/** The line of a settled payment; null: it has none, because nothing was sold. */
export async function lineOf(
  dependencies: Pick<BookDependencies, 'store' | 'holidays'>,
  paymentId: string,
): Promise<BookLineRecord | null> {
  const { db } = dependencies.store;
  const payment = await findPayment(db, paymentId);
  const session = payment && (await findSessionByOrder(db, payment.orderId));
  if (!payment || !session || payment.settledAt === null) return null;
  // A difference, for a person to look at.
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
    // A bill above the hold is issued in full: what was not taken is the operator's loss, and no other claim.
    billedMinor: sale ? Math.min(sale.content.totalMinor, sale.content.hold.heldMinor) : 0,
    pricedMinor: anew.minor,
    energyWh: anew.energyWh,
    isSigned: anew.isSigned,
    document: sale?.number ?? null,
  };
  const why = whyOf({ line, payment, session });
  return { ...line, why, isOpen: why !== null && OPEN.has(why) };
}

/** Money that somebody took at the provider for an order that was over: nothing was sold for it. */
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

/** By signed energy where the meter has signed it, else by what the station told; with the tariff and calendar of the order. */
async function priceAnew(
  { store, holidays }: Pick<BookDependencies, 'store' | 'holidays'>,
  session: SessionRecord,
): Promise<PricedAnew> {
  const { endedAt } = session;
  if (endedAt === null || session.totalMinor === null) return { minor: 0, energyWh: 0, isSigned: false };
  const check = await checkSession({ store }, session);
  // A record that is proven wrong proves nothing of the energy.
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

/** What nobody has decided or could have expected. */
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

/** The first that is so says why; null: all three agree. */
function whyOf({ line, payment, session }: Compared): BookDifference | null {
  const { capturedMinor: captured, billedMinor: billed, pricedMinor: priced } = line;
  const total = session.totalMinor ?? 0;
  const cases: readonly (readonly [isSo: boolean, why: BookDifference])[] = [
    [payment.waivedAt !== null && captured === 0, 'waived'],
    [captured === 0 && total > 0, 'unpaid'],
    [captured > billed, 'captured-more'],
    [captured < billed, 'captured-less'],
    [priced > captured && captured === payment.amountMinor, 'capped'],
    // A person, or the account of whoever runs the station, has decided on less.
    [priced > captured && total <= captured, 'lowered'],
    [priced !== captured, 'priced-otherwise'],
  ];
  return cases.find(([isSo]) => isSo)?.[1] ?? null;
}
