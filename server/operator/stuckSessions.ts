import type { Currency } from '../../shared/money.ts';
import { completeSession, settleBill } from './complete.ts';
import { type Desk, LAST_VALUE_LIMIT_MS, type Outcome } from './parts.ts';
import type { MeterReading } from './ports.ts';
import { giveUpStart, stopCharging } from './sessionMoves.ts';
import { endUnstarted } from './stationPromises.ts';
import { writeAudit } from './store/audit.ts';
import { findPoint } from './store/catalogue.ts';
import { findOrder } from './store/orders.ts';
import { type OutboxRow, promise } from './store/outboxRows.ts';
import { addReadings, findSession, findSessionByNumber, listReadings, type SessionRow } from './store/sessions.ts';
import type { Store, Trx } from './store/store.ts';

/**
 * What a person may do about a session whose station does not answer any more: without it a driver's hold would hang until the
 * bank lets it go. Only rows are written: whoever works on this store does what they promise.
 */
export interface StuckAsk {
  /** The session's number: the transaction ID. */
  number: number;
  /** Kept in the audit. */
  reason: string;
}

/** Not with this session, or not yet; the message says why. */
export class NotStuck extends Error {
  override name = 'NotStuck';
}

interface Place {
  store: Store;
  now: Date;
}

/**
 * Asks the station to stop, or gives the start up, as the driver could.
 * @throws NotStuck
 */
export function stopByHand({ store, now }: Place, { number, reason }: StuckAsk): Promise<void> {
  return store.inTransaction(async trx => {
    const session = await sessionOf(trx, number);
    if (session.state === 'starting') await giveUpStart(trx, { session, why: 'cancelled', now });
    else if (session.state === 'running' || session.state === 'paused')
      await stopCharging(trx, { session, reason: 'operator', now });
    else throw new NotStuck(`This session is ${session.state}: there is nothing to stop.`);
    await writeAudit(trx, { at: now, subjectId: session.id, what: 'stopped by hand', facts: { reason } });
  });
}

/**
 * Bills a session without its last meter value: up to what the station has told, or up to what a person has read at its meter.
 * @param ask.energyWh null: what the station has told
 * @throws NotStuck
 */
export function billByHand({ store, now }: Place, ask: StuckAsk & { energyWh: number | null }): Promise<{ energyWh: number }> {
  return store.inTransaction(async trx => {
    const session = await sessionOf(trx, ask.number);
    if (session.state !== 'stopping')
      throw new NotStuck(`This session is ${session.state}: only one that is stopping can be billed.`);
    refuseWhileFresh(session, now);
    const last = (await listReadings(trx, session.id)).at(-1);
    if (session.started_at === null || !last)
      throw new NotStuck('Nobody knows what was charged. The session can only be waived.');
    const energyWh = ask.energyWh ?? last.energyWh;
    await refuseUnlikely(trx, { session, last, energyWh, now });
    const at = new Date(Math.max(last.at.getTime(), session.ended_at ?? 0));
    if (energyWh > last.energyWh) await addReadings(trx, session.id, [{ at, energyWh, powerW: 0, isCharging: false }]);
    await writeAudit(trx, { at: now, subjectId: session.id, what: 'billed by hand', facts: { energyWh, reason: ask.reason } });
    await promise(trx, { kind: 'bill', subjectId: session.id, at: now });
    return { energyWh };
  });
}

/**
 * Asks nothing for a session, and gives its hold back.
 * @throws NotStuck
 */
export function waiveByHand({ store, now }: Place, { number, reason }: StuckAsk): Promise<void> {
  return store.inTransaction(async trx => {
    const session = await sessionOf(trx, number);
    if (session.state !== 'stopping' && session.state !== 'cancelling')
      throw new NotStuck(`This session is ${session.state}: only one that is stopping or cancelling can be waived.`);
    refuseWhileFresh(session, now);
    await writeAudit(trx, { at: now, subjectId: session.id, what: 'waived by hand', facts: { reason } });
    if (session.state === 'cancelling') return endUnstarted(trx, session, now);
    const order = await findOrder(trx, session.order_id);
    const bill = { currency: order?.currency as Currency, lines: [], totalMinor: 0, vat: [] };
    const ended = { ...session, ended_at: session.ended_at ?? now.getTime() };
    await settleBill(trx, { session: ended, bill, minMinor: 0, now });
  });
}

async function sessionOf(trx: Trx, number: number): Promise<SessionRow> {
  const session = await findSessionByNumber(trx, number);
  if (!session) throw new NotStuck('There is no session with this transaction number.');
  return session;
}

function refuseWhileFresh({ stop_asked_at, ended_at, start_by }: SessionRow, now: Date): void {
  const sinceMs = Math.max(stop_asked_at ?? 0, ended_at ?? 0) || (start_by ?? 0);
  const waitMs = sinceMs + LAST_VALUE_LIMIT_MS - now.getTime();
  if (waitMs > 0)
    throw new NotStuck(`Its station may still answer: in ${Math.ceil(waitMs / 60_000)} min this may be asked again.`);
}

/** A slip of the pen is not billed. */
async function refuseUnlikely(
  trx: Trx,
  { session, last, energyWh, now }: { session: SessionRow; last: MeterReading; energyWh: number; now: Date },
): Promise<void> {
  if (energyWh < last.energyWh)
    throw new NotStuck(`The station has told ${last.energyWh / 1000} kWh already. Less can only be waived, or refunded later.`);
  const point = await findPoint(trx, session.evse_id, { hasGone: true });
  const powerW = point?.connectors.find(({ id }) => id === session.connector)?.powerW ?? 0;
  const hours = ((session.ended_at ?? now.getTime()) - (session.started_at ?? now.getTime())) / 3_600_000;
  const mostWh = Math.max(last.energyWh, Math.ceil(powerW * hours));
  if (energyWh > mostWh) throw new NotStuck(`This plug gives no more than ${mostWh / 1000} kWh in that time.`);
}

/** Makes the bill that a person has asked for, unless the last meter value has come meanwhile. See `KEEP` in outbox.ts. */
export async function keepBill(desk: Desk, { subject_id: id }: OutboxRow): Promise<Outcome> {
  const now = desk.clock.now();
  await desk.store.inTransaction(async trx => {
    const session = await findSession(trx, id);
    if (session?.state !== 'stopping') return;
    const last = (await listReadings(trx, id)).at(-1);
    await completeSession(desk, trx, { ...session, ended_at: session.ended_at ?? last?.at.getTime() ?? now.getTime() }, now);
  });
  desk.announcer.announce(id);
  desk.hurry();
  return 'kept';
}
