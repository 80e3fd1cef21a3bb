import { HOUR_MS, MINUTE_MS } from '../../../shared/model/time.ts';
import type { MeterReading } from '../../core/ports/stationPort.ts';
import { earliest, latest } from '../../core/records/instants.ts';
import { no } from '../../core/records/refusals.ts';
import { LAST_VALUE_LIMIT_MS, type OperatorContext, type Outcome } from '../../runtime/context.ts';
import { completeSession, finaliseBill } from '../../shop/sessions/billing/complete.ts';
import { plugPowerW } from '../../shop/sessions/cost/prices.ts';
import { MANUAL_BILLING } from '../../shop/sessions/lifecycle/manual.ts';
import { endUnstarted } from '../../shop/sessions/lifecycle/stationJobs.ts';
import { enqueueAtStation, giveUpStart, stopCharging, stopOnceMore } from '../../shop/sessions/lifecycle/transitions.ts';
import type { Trx } from '../../store/engine/database.ts';
import { latestAudit, writeAudit } from '../../store/jobs/audit.ts';
import { enqueue, listEnqueued, type OutboxRecord } from '../../store/jobs/outboxRows.ts';
import { findPoint } from '../../store/shop/catalogue.ts';
import { findWholeOrder } from '../../store/shop/orders.ts';
import { addReadings, latestReading } from '../../store/shop/readings.ts';
import { findSession, type SessionRecord } from '../../store/shop/sessions.ts';
import { ActRefused } from './act.ts';

/**
 * Context of the actions that settle a stuck session, whose station no longer responds. Without them the hold would stay on the
 * driver's card until the bank releases it. The actions only write to the database; jobs of the running app do the work.
 */
export interface SettlementContext {
  trx: Trx;
  session: SessionRecord;
  /** The reason that the staff member entered. It is recorded in the audit log. */
  reason: string;
  now: Date;
}

/**
 * Sends the stop request that the driver could also send. If charging has not started, the start is cancelled instead.
 * @throws ActRefused
 */
export async function stopManually({ trx, session, reason, now }: SettlementContext): Promise<void> {
  if (session.state === 'starting') await giveUpStart(trx, { session, why: 'cancelled', now });
  else if (session.state === 'running' || session.state === 'paused')
    await stopCharging(trx, { session, reason: 'operator', now });
  else throw new ActRefused(`The session is ${session.state} and cannot be stopped.`, no('stop'));
  await writeAudit(trx, { at: now, subjectId: session.id, what: 'stopped by hand', facts: { reason } });
}

export interface ManualUsage {
  energyWh: number;
  endedAt: Date;
}

export interface ManualBillOptions {
  /** Meter value in watt-hours that a person read at the meter. Null: the last value that the station reported is used. */
  energyWh: number | null;
  /** The maximum amount to capture, in minor units. Null: the full price is captured. */
  maxMinor: number | null;
  /** End of charging. Null: the time of the last meter value is used. */
  endedAt: Date | null;
}

/**
 * Requests a bill for a session whose last meter value is missing. The bill ends at the last reported meter value or at the
 * value that a person read at the meter. A job creates the bill. If the last meter value arrives before that job runs, it is
 * billed instead, but never more than `maxMinor`. If several bills were requested, the newest request counts.
 * @throws ActRefused
 */
export async function billManually(
  { trx, session, reason, now }: SettlementContext,
  { maxMinor, ...request }: ManualBillOptions,
): Promise<ManualUsage> {
  if (session.state !== 'stopping')
    throw new ActRefused(`The session is ${session.state}. Only a stopping session can be billed.`, no('bill'));
  const lastReading = await latestReading(trx, session.id);
  if (!session.review) refuseWhileFresh(session, lastReading, now);
  if (session.startedAt === null || (!lastReading && request.energyWh === null))
    throw new ActRefused('No meter value was received. Use `waive`.', no('unknown'));
  const energyWh = request.energyWh ?? session.review?.energyWh ?? lastReading?.energyWh ?? 0;
  if (request.endedAt && session.endedAt !== null)
    throw new ActRefused('The station has already reported the end of charging.', no('ended'));
  const endedAt = request.endedAt ?? endOf(session, lastReading, now);
  await refuseUnlikely(trx, { session, reported: lastReading, energyWh, endedAt, now });
  const facts = { energyWh, endedAt: endedAt.getTime(), ...(maxMinor === null ? {} : { maxMinor }), reason };
  await writeAudit(trx, { at: now, subjectId: session.id, what: MANUAL_BILLING, facts });
  await enqueue(trx, { kind: 'bill', subjectId: session.id, at: now });
  return { energyWh, endedAt };
}

/**
 * Job that creates the bill requested by a person. Does nothing if the session is no longer stopping, for example because the
 * last meter value has arrived.
 */
export async function handleBill(context: OperatorContext, { subjectId: id }: OutboxRecord): Promise<Outcome> {
  const now = context.clock.now();
  await context.store.inTransaction(async trx => {
    const session = await findSession(trx, id);
    const decision = await latestAudit(trx, { subjectId: id, what: MANUAL_BILLING });
    if (session?.state !== 'stopping' || !decision) return;
    const lastReading = await latestReading(trx, session.id);
    const manual = { energyWh: Number(decision.energyWh), endedAt: new Date(Number(decision.endedAt)) };
    const billed = asBilled(session, lastReading, manual);
    // The entered meter value is stored only now, because the station could report higher values until this transaction.
    await addReadings(trx, { id, lastReadingAt: lastReading?.at ?? null }, billed.added);
    await stopOnceMore(trx, session, now);
    const maxMinor = decision.maxMinor === undefined ? null : Number(decision.maxMinor);
    // If the bill was under review, the values that the person entered are billed even if the station has reported more.
    const accounted = session.review ? manual : null;
    await completeSession(context, trx, { session: billed.session, now, accounted, maxMinor });
  });
  context.sessionNotifier.notify(id);
  return 'done';
}

/**
 * Closes a session without charging the driver and releases the hold.
 * @throws ActRefused
 */
export async function waiveManually({ trx, session, reason, now }: SettlementContext): Promise<void> {
  if (session.state !== 'stopping' && session.state !== 'cancelling')
    throw new ActRefused(`The session is ${session.state}. Only a stopping or cancelling session can be waived.`, no('waive'));
  const lastReading = await latestReading(trx, session.id);
  if (!session.review) refuseWhileFresh(session, lastReading, now);
  await writeAudit(trx, { at: now, subjectId: session.id, what: 'waived by hand', facts: { reason } });
  if (session.state === 'cancelling') return endUnstarted(trx, session, now);
  const whole = await findWholeOrder(trx, session);
  if (!whole) throw new Error(`Session ${session.id}: order not found`);
  const { order, payment } = whole;
  const bill = { currency: order.currency, lines: [], totalMinor: 0, vat: [] };
  const ended = { ...session, endedAt: endOf(session, lastReading, now) };
  await stopOnceMore(trx, session, now);
  await finaliseBill(trx, { session: ended, payment, bill, minMinor: 0, now });
}

/**
 * Sends an unlock request for the cable to the station. Only for a session that has ended.
 * @throws ActRefused
 */
export async function unlockManually({ trx, session, reason, now }: SettlementContext): Promise<void> {
  if (session.state !== 'completed' && session.state !== 'cancelled')
    throw new ActRefused(`The session is ${session.state}. The plug can be unlocked after the end: \`stop\` the session first.`);
  const tries = await listEnqueued(trx, { kind: 'unlock', subjectId: session.id });
  await enqueueAtStation(trx, session, { kind: 'unlock', n: tries.length + 1, at: now });
  await writeAudit(trx, { at: now, subjectId: session.id, what: 'unlocked by hand', facts: { reason } });
}

/**
 * Returns the session with the end of charging that is billed. `added` contains a further meter value if more energy is billed
 * than the station reported.
 */
export function asBilled(
  session: SessionRecord,
  reported: MeterReading | null,
  { energyWh, endedAt }: ManualUsage,
): { session: SessionRecord; added: readonly MeterReading[] } {
  const at = new Date(Math.max(endedAt.getTime(), (reported?.at.getTime() ?? 0) + 1));
  const isMore = energyWh > (reported?.energyWh ?? 0);
  return {
    session: { ...session, endedAt: session.endedAt ?? endedAt },
    // Marked as charging, because energy flowed until this time. None of the time before it is then billed as parking.
    added: isMore ? [{ at, energyWh, powerW: 0, isCharging: true }] : [],
  };
}

/**
 * Estimates the end of charging. If it is uncertain, the earlier time is used, so that no unproven time is billed. Station
 * clocks may be wrong, so the result is never before the start or after the stop request.
 */
export function endOf(session: SessionRecord, reported: MeterReading | null, now: Date): Date {
  if (session.endedAt !== null) return session.endedAt;
  const from = session.startedAt ?? session.createdAt;
  return latest(from, earliest(reported?.at ?? from, session.stopRequestedAt ?? now));
}

/**
 * Tolerance for station clocks that run ahead. Meter values from further in the future do not show that the station still
 * responds.
 */
const CLOCK_TOLERANCE_MS = 10 * MINUTE_MS;
const TALKATIVE_MS = 2 * HOUR_MS;

function refuseWhileFresh({ stopRequestedAt, endedAt, startBy }: SessionRecord, reported: MeterReading | null, now: Date): void {
  // Meter values long after the stop request are ignored. Otherwise a session whose station never ends it would not count as
  // stuck.
  const latestMs = Math.min(now.getTime() + CLOCK_TOLERANCE_MS, msOf(stopRequestedAt) + TALKATIVE_MS);
  const lastReadingMs = reported && reported.at.getTime() <= latestMs ? reported.at.getTime() : 0;
  const sinceMs = Math.max(msOf(stopRequestedAt), msOf(endedAt), lastReadingMs) || msOf(startBy);
  const waitMs = sinceMs + LAST_VALUE_LIMIT_MS - now.getTime();
  const minutes = Math.ceil(waitMs / MINUTE_MS);
  if (waitMs > 0)
    throw new ActRefused(`The station may still respond. Try again in ${minutes} min.`, no('early', { count: minutes }));
}

const msOf = (at: Date | null): number => at?.getTime() ?? 0;

/** Factor above the rated power that is still accepted, because a plug may deliver slightly more than its rated power. */
const MAX_POWER_FACTOR = 1.1;

/** Rejects energy or times that are not plausible, so that a typing error is not billed. */
async function refuseUnlikely(
  trx: Trx,
  options: { session: SessionRecord; reported: MeterReading | null; energyWh: number; endedAt: Date; now: Date },
): Promise<void> {
  const { session, reported, energyWh, endedAt, now } = options;
  const reportedWh = reported?.energyWh ?? 0;
  if (energyWh < reportedWh && !session.review)
    throw new ActRefused(
      `The station has already reported ${reportedWh / 1000} kWh. To charge less, use \`waive\`, or refund later.`,
      no('less', { energy: { energyWh: reportedWh } }),
    );
  const startedAt = session.startedAt ?? session.createdAt;
  if (endedAt < startedAt || endedAt > now)
    throw new ActRefused('Invalid end. Use a time after the start and before now.', no('times'));
  const point = await findPoint(trx, session.evseId, { includesRemoved: true });
  const powerW = point ? plugPowerW(point, session) : 0;
  const hours = (Math.max(endedAt.getTime(), msOf(session.stopRequestedAt)) - startedAt.getTime()) / 3_600_000;
  const maxWh = Math.ceil(powerW * hours * MAX_POWER_FACTOR);
  if (powerW > 0 && hours > 0 && energyWh > Math.max(reportedWh, maxWh))
    throw new ActRefused(
      `The plug delivers at most ${maxWh / 1000} kWh in that time. If charging ended later, use --ended.`,
      no('unlikely', { energy: { energyWh: maxWh } }),
    );
}
