import type { Currency } from '../../../shared/money.ts';
import { HOUR_MS, MINUTE_MS } from '../../../shared/time.ts';
import { LAST_VALUE_LIMIT_MS, type OperatorContext, type Outcome } from '../context.ts';
import type { MeterReading } from '../ports.ts';
import { completeSession, finaliseBill } from '../sessions/complete.ts';
import { endUnstarted } from '../sessions/stationJobs.ts';
import { giveUpStart, stopCharging, stopOnceMore } from '../sessions/transitions.ts';
import { latestAudit, writeAudit } from '../store/audit.ts';
import { findPoint } from '../store/catalogue.ts';
import { findOrder } from '../store/orders.ts';
import { enqueue, type OutboxRow } from '../store/outboxRows.ts';
import { addReadings, latestReading } from '../store/readings.ts';
import { findSession, findSessionByNumber, type SessionRow } from '../store/sessions.ts';
import type { Store, Trx } from '../store/store.ts';

/**
 * What a person may do about a session whose station does not answer any more: without it a driver's hold would hang until the
 * bank lets it go. Only rows are written: whoever works on this store does the jobs.
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

export interface Asked {
  energyWh: number;
  endedAt: Date;
}

export interface BillAsk extends StuckAsk {
  /** What a person has read at the meter, in watt-hours; null: what the station has told. */
  energyWh: number | null;
  /** When charging ended; null: when the station has told something for the last time. */
  endedAt: Date | null;
}

/**
 * Bills a session without its last meter value: up to what the station has told, or up to what a person has read at its meter.
 * The bill is made by whoever works on this store; if the last value comes before it, that counts. Asked again, the newest counts.
 * @throws NotStuck
 */
export function billByHand({ store, now }: Place, ask: BillAsk): Promise<Asked> {
  return store.inTransaction(async trx => {
    const session = await sessionOf(trx, ask.number);
    if (session.state !== 'stopping')
      throw new NotStuck(`This session is ${session.state}: only one that is stopping can be billed.`);
    const told = await latestReading(trx, session.id);
    refuseWhileFresh(session, told, now);
    if (session.started_at === null || (!told && ask.energyWh === null))
      throw new NotStuck('Nobody knows what was charged. The session can only be waived.');
    const energyWh = ask.energyWh ?? told?.energyWh ?? 0;
    if (ask.endedAt && session.ended_at !== null) throw new NotStuck('The station has told itself when charging ended.');
    const endedAt = ask.endedAt ?? endOf(session, told, now);
    await refuseUnlikely(trx, { session, told, energyWh, endedAt, now });
    const facts = { energyWh, endedAt: endedAt.getTime(), reason: ask.reason };
    await writeAudit(trx, { at: now, subjectId: session.id, what: BILLED, facts });
    await enqueue(trx, { kind: 'bill', subjectId: session.id, at: now });
    return { energyWh, endedAt };
  });
}

const BILLED = 'billed by hand';

/** Makes the bill that a person has asked for, unless the last meter value has come meanwhile. See `HANDLERS` in outbox.ts. */
export async function handleBill(context: OperatorContext, { subject_id: id }: OutboxRow): Promise<Outcome> {
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    const session = await findSession(trx, id);
    const asked = await latestAudit(trx, { subjectId: id, what: BILLED });
    if (session?.state !== 'stopping' || !asked) return;
    const told = await latestReading(trx, session.id);
    const billed = asBilled(session, told, { energyWh: Number(asked.energyWh), endedAt: new Date(Number(asked.endedAt)) });
    // Beside what was told, and only now: until here the station could have told more.
    await addReadings(trx, id, billed.added);
    await stopOnceMore(trx, session, now);
    await completeSession(context, trx, billed.session, now);
  });
  context.sessionNotifier.notify(id);
  context.wake();
  return 'done';
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
    const told = await latestReading(trx, session.id);
    refuseWhileFresh(session, told, now);
    await writeAudit(trx, { at: now, subjectId: session.id, what: 'waived by hand', facts: { reason } });
    if (session.state === 'cancelling') return endUnstarted(trx, session, now);
    const order = await findOrder(trx, session.order_id);
    const bill = { currency: order?.currency as Currency, lines: [], totalMinor: 0, vat: [] };
    const ended = { ...session, ended_at: endOf(session, told, now).getTime() };
    await stopOnceMore(trx, session, now);
    await finaliseBill(trx, { session: ended, bill, minMinor: 0, now });
  });
}

/** The session with the end that it is billed to, and the reading that is billed beside what was told. */
export function asBilled(
  session: SessionRow,
  told: MeterReading | null,
  { energyWh, endedAt }: Asked,
): { session: SessionRow; added: readonly MeterReading[] } {
  const at = new Date(Math.max(endedAt.getTime(), (told?.at.getTime() ?? 0) + 1));
  const isMore = energyWh > (told?.energyWh ?? 0);
  return {
    session: { ...session, ended_at: session.ended_at ?? endedAt.getTime() },
    // Energy has flowed until there, so nothing of that time was standing.
    added: isMore ? [{ at, energyWh, powerW: 0, isCharging: true }] : [],
  };
}

async function sessionOf(trx: Trx, number: number): Promise<SessionRow> {
  const session = await findSessionByNumber(trx, number);
  if (!session) throw new NotStuck('There is no session with this transaction number.');
  return session;
}

/**
 * When charging ended, as far as anybody knows: in doubt earlier, so that no time is charged for that may not have been. Clocks of
 * stations may be wrong, so what they tell lies between the beginning and our stop.
 */
export function endOf(session: SessionRow, told: MeterReading | null, now: Date): Date {
  if (session.ended_at !== null) return new Date(session.ended_at);
  const from = session.started_at ?? session.created_at;
  const to = session.stop_asked_at ?? now.getTime();
  return new Date(Math.max(from, Math.min(told?.at.getTime() ?? from, to)));
}

/** A clock that is ahead by more than this says nothing about how long ago something was told. */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;
const TALKATIVE_MS = 2 * HOUR_MS;

function refuseWhileFresh({ stop_asked_at, ended_at, start_by }: SessionRow, told: MeterReading | null, now: Date): void {
  // One that goes on telling for hours and never stops is stuck as well.
  const latestMs = Math.min(now.getTime() + CLOCK_TOLERANCE_MS, (stop_asked_at ?? 0) + TALKATIVE_MS);
  const toldMs = told && told.at.getTime() <= latestMs ? told.at.getTime() : 0;
  const sinceMs = Math.max(stop_asked_at ?? 0, ended_at ?? 0, toldMs) || (start_by ?? 0);
  const waitMs = sinceMs + LAST_VALUE_LIMIT_MS - now.getTime();
  if (waitMs > 0)
    throw new NotStuck(`Its station may still answer: in ${Math.ceil(waitMs / 60_000)} min this may be asked again.`);
}

/** A plug may give a little more than it says. */
const TOLERANCE = 1.1;

/** A slip of the pen is not billed. */
async function refuseUnlikely(
  trx: Trx,
  ask: { session: SessionRow; told: MeterReading | null; energyWh: number; endedAt: Date; now: Date },
): Promise<void> {
  const { session, told, energyWh, endedAt, now } = ask;
  const toldWh = told?.energyWh ?? 0;
  if (energyWh < toldWh)
    throw new NotStuck(`The station has told ${toldWh / 1000} kWh already. Less can only be waived, or refunded later.`);
  const startedMs = session.started_at ?? session.created_at;
  if (endedAt.getTime() < startedMs || endedAt > now) throw new NotStuck('Charging ended after it had begun, and before now.');
  const point = await findPoint(trx, session.evse_id, { hasGone: true });
  const powerW = point?.connectors.find(({ id }) => id === session.connector)?.powerW ?? 0;
  const hours = (Math.max(endedAt.getTime(), session.stop_asked_at ?? 0) - startedMs) / 3_600_000;
  const mostWh = Math.ceil(powerW * hours * TOLERANCE);
  if (powerW > 0 && hours > 0 && energyWh > Math.max(toldWh, mostWh))
    throw new NotStuck(`This plug gives no more than ${mostWh / 1000} kWh in that time. If it ended later, say so with --ended.`);
}
