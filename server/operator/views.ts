import type { CancelReason, EndReason, Place, Session, SessionValues, WithdrawalReceived } from '../../shared/session.ts';
import { contractOf } from './contract.ts';
import { powerCurve } from './curve.ts';
import { mayWrite } from './limits.ts';
import type { Desk } from './parts.ts';
import { billUntil, type Priced, pricedSession, usageUntil } from './prices.ts';
import { blockingFee } from './pricing/blockingFee.ts';
import type { PointRecord } from './records.ts';
import { findPayment, type PaymentRow } from './store/payments.ts';
import type { SessionRow } from './store/sessions.ts';
import { findWithdrawal } from './store/withdrawals.ts';

export function placeOf(point: PointRecord, connectorId: string): Place {
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

/** A session as its reader may see it. A watcher gets no id to stop it with, and nothing of what was agreed. */
export async function viewSession(desk: Desk, row: SessionRow, reader: Reader): Promise<Session> {
  const isWatched = reader === 'watcher';
  const priced = await pricedSession(desk.store.db, row, desk);
  const payment = priced.order.payment_id ? await findPayment(desk.store.db, priced.order.payment_id) : null;
  const now = desk.clock.now();
  const facts = {
    ...{
      sessionId: isWatched ? null : row.id,
      watchId: row.watch_id,
      number: row.number,
      version: row.version,
      asOf: now.toISOString(),
    },
    place: placeOf(priced.point, row.connector),
    ...(isWatched ? {} : await withdrawalOf(desk, row, priced)),
    ...(reader === 'driver' ? { contract: contractOf(row, priced) } : {}),
    hold: priced.order.limit_minor === null ? null : { amountMinor: priced.order.limit_minor, currency: priced.currency },
  };
  const values = valuesOf(row, priced, now);
  const waiting = { ...facts, refreshAfterMs: REFRESH_MS.waiting };
  switch (row.state) {
    case 'draft':
    case 'starting':
      return { kind: 'starting', ...facts, refreshAfterMs: REFRESH_MS.starting, startBy: iso(row.start_by ?? now.getTime()) };
    case 'running':
    case 'paused':
      return { kind: row.state, ...facts, refreshAfterMs: REFRESH_MS.running, values, blocking: currentFee(row, priced, now) };
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
async function withdrawalOf(
  { store }: Desk,
  session: SessionRow,
  { client, order }: Priced,
): Promise<{ withdrawal?: WithdrawalReceived }> {
  const row = client.withdrawal ? await findWithdrawal(store.db, session.id) : null;
  const isMailed = order.email !== '' && mayWrite(order, session);
  return row ? { withdrawal: { receivedAt: iso(row.received_at), isMailed } } : {};
}

const END_REASONS: readonly EndReason[] = ['limit', 'hold-expiry', 'operator'];

const iso = (ms: number): string => new Date(ms).toISOString();

/** Free charging has nothing to settle; a payment is settled when the money has moved, or will not any more. */
export function isSettled(payment: PaymentRow | null): boolean {
  return payment === null || ['captured', 'released', 'capture_failed'].includes(payment.state);
}

function valuesOf(row: SessionRow, priced: Priced, now: Date): SessionValues {
  const amountMinor = row.total_minor ?? billUntil(row, priced, now).totalMinor;
  const startedAt = iso(row.started_at ?? row.created_at);
  return {
    startedAt,
    energyWh: row.energy_wh,
    powerW: row.power_w,
    cost: { amountMinor, currency: priced.currency },
    curve: powerCurve(priced.readings),
  };
}

/** The fee for staying plugged in as things stand. */
export function currentFee(row: SessionRow, { tariff, place, vatPercent, readings }: Priced, now: Date) {
  const usage = usageUntil(row, readings, now);
  return usage ? blockingFee({ tariff, place, vatPercent, usage }) : null;
}
