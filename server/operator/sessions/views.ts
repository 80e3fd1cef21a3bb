import type { CancelReason, EndReason, Place, Session, SessionValues, WithdrawalReceived } from '../../../shared/session.ts';
import { iso } from '../../../shared/time.ts';
import type { OperatorContext } from '../context.ts';
import { mayWrite } from '../orders/limits.ts';
import type { PointRecord } from '../records.ts';
import { findOrder } from '../store/orders.ts';
import { findPayment, type PaymentRow } from '../store/payments.ts';
import type { SessionRow } from '../store/sessions.ts';
import { findWithdrawal, type WithdrawalRow } from '../store/withdrawals.ts';
import { contractOf } from './contract.ts';
import { NO_CURVE, pointsOf } from './curve.ts';
import { costSoFar, feeNow, keepPrice, type PriceNow, priceNow } from './priceNow.ts';
import type { PriceFacts } from './prices.ts';

export function placeView(point: PointRecord, connectorId: string): Place {
  const connector = point.connectors.find(({ id }) => id === connectorId) ?? point.connectors[0];
  if (!connector) throw new Error('A point has lost its connectors');
  const { tariffId: _, ...plug } = connector;
  const { clientId, evseId, street, postalCode, city, country, timeZone } = point;
  return { clientId, evseId, street, postalCode, city, country, timeZone, plug };
}

/** How soon a page should ask again, in milliseconds of real time. */
const REFRESH_MS = { starting: 2000, running: 5000, waiting: 2000 } as const;

/** Who reads a view: the driver, the driver's page that only wants what is new, or somebody who may only watch. */
export type Reader = 'driver' | 'stream' | 'watcher';

/** Between two changes a view may be this old: fees run on meanwhile. As old as what a page that asks again shows. */
const FRESH_MS = REFRESH_MS.running;

/**
 * A session as its reader may see it. A watcher gets no id to stop it with, and nothing of what was agreed. Made once for
 * all who ask for the same: the answer is the same object.
 */
export async function viewSession(context: OperatorContext, row: SessionRow, reader: Reader): Promise<Session> {
  const { db } = context.store;
  const order = await findOrder(db, row.order_id);
  const payment = order?.payment_id ? await findPayment(db, order.payment_id) : null;
  const withdrawal = await findWithdrawal(db, row.id);
  const of = [row.version, row.meter_revision, payment?.version, withdrawal?.id].join();
  const key = `${reader} ${row.id}`;
  const nowMs = context.clock.now().getTime();
  const made = context.views.get(key);
  if (made?.of === of && nowMs >= made.atMs && nowMs - made.atMs < FRESH_MS) return made.session;
  const session = makeView(context, { row, reader, payment, withdrawal });
  context.views.set(key, { of, atMs: nowMs, session });
  session.catch(() => context.views.delete(key));
  return session;
}

interface Shown {
  row: SessionRow;
  reader: Reader;
  payment: PaymentRow | null;
  withdrawal: WithdrawalRow | null;
}

async function makeView(context: OperatorContext, { row, reader, payment, withdrawal }: Shown): Promise<Session> {
  const isWatched = reader === 'watcher';
  const priced = await priceNow(context.store.db, row, context);
  keepPrice(context, priced);
  const now = context.clock.now();
  const facts = {
    sessionId: isWatched ? null : row.id,
    watchId: row.watch_id,
    number: row.number,
    version: row.version,
    asOf: now.toISOString(),
    place: placeView(priced.point, row.connector),
    ...(isWatched ? {} : withdrawalOf(withdrawal, row, priced)),
    ...(reader === 'driver' ? { contract: contractOf(row, priced) } : {}),
    hold: priced.order.limit_minor === null ? null : { amountMinor: priced.order.limit_minor, currency: priced.currency },
  };
  const values = valuesOf(row, priced);
  const waiting = { ...facts, refreshAfterMs: REFRESH_MS.waiting };
  switch (row.state) {
    case 'draft':
    case 'starting':
      return { kind: 'starting', ...facts, refreshAfterMs: REFRESH_MS.starting, startBy: iso(row.start_by ?? now.getTime()) };
    case 'running':
    case 'paused':
      return { kind: row.state, ...facts, refreshAfterMs: REFRESH_MS.running, values, blocking: feeNow(priced) };
    case 'stopping':
      return { kind: 'stopping', ...waiting, values, stoppedAt: iso(row.stop_asked_at ?? row.ended_at ?? now.getTime()) };
    case 'cancelling':
      return { kind: 'cancelling', ...waiting };
    case 'completed': {
      const isBilled = isSettled(payment);
      const endedAt = iso(row.ended_at ?? now.getTime());
      return {
        kind: 'completed',
        ...waiting,
        ...(isBilled ? { refreshAfterMs: 0 } : {}),
        values,
        endedAt,
        isBilled,
        endedBy: END_REASONS.find(reason => reason === row.stop_reason) ?? null,
      };
    }
    case 'cancelled': {
      const isReleased = payment === null || payment.state !== 'releasing';
      const endedAt = iso(row.ended_at ?? now.getTime());
      return {
        kind: 'cancelled',
        ...waiting,
        ...(isReleased ? { refreshAfterMs: 0 } : {}),
        endedAt,
        why: row.why ?? ('cancelled' satisfies CancelReason),
      };
    }
    default:
      return row.state satisfies never;
  }
}

/** That the driver has withdrawn; nothing where nobody has, or nobody can. */
function withdrawalOf(
  row: WithdrawalRow | null,
  session: SessionRow,
  { client, order }: PriceFacts,
): { withdrawal?: WithdrawalReceived } {
  if (!row || !client.withdrawal) return {};
  const isMailed = order.email !== '' && mayWrite(order, session);
  return { withdrawal: { receivedAt: iso(row.received_at), isMailed } };
}

const END_REASONS: readonly EndReason[] = ['limit', 'hold-expiry', 'operator'];

/** Free charging has nothing to settle; a payment is settled when the money has moved, or will not any more. */
export function isSettled(payment: PaymentRow | null): boolean {
  return payment === null || ['captured', 'released', 'capture_failed'].includes(payment.state);
}

function valuesOf(row: SessionRow, priced: PriceNow): SessionValues {
  const amountMinor = row.total_minor ?? costSoFar(priced);
  const startedAt = iso(row.started_at ?? row.created_at);
  return {
    startedAt,
    energyWh: row.energy_wh,
    powerW: row.power_w,
    cost: { amountMinor, currency: priced.currency },
    curve: pointsOf(priced.meter?.curve ?? NO_CURVE),
  };
}
