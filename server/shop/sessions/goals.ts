import { Temporal } from 'temporal-polyfill';
import type { Session } from '../../../shared/charging/session.ts';
import { type GoalForm, readGoal, type TypedGoal } from '../../../shared/forms/goal.ts';
import { type FieldErrors, Problem } from '../../../shared/model/problem.ts';
import { iso } from '../../../shared/model/time.ts';
import type { Goal } from '../../../shared/price/progress.ts';
import type { OperatorContext } from '../../runtime/context.ts';
import type { Trx } from '../../store/engine/database.ts';
import { findSession, type SessionRecord, updateSession } from '../../store/shop/sessions.ts';
import { costSoFar, type PriceNow, priceNow } from './cost/priceNow.ts';
import { watchGoal } from './limits/enforceLimit.ts';
import { getRow } from './sessions.ts';
import { viewSession } from './views/views.ts';

/** If a driver's goal time is more than 23 hours ahead, that time of day has just passed. The driver hardly means tomorrow. */
const MAX_GOAL_HOURS = 23;

/**
 * Sets the state of charge, energy, amount or time at which the driver wants charging to end. Null removes the goal. Idempotent.
 * @throws Problem 'no-session', 'not-now' unless the session is charging, 'invalid-input' if the goal is invalid or has already
 * been reached
 */
export async function setGoal(
  context: OperatorContext,
  { sessionId, goal: form }: { sessionId: string; goal: GoalForm | null },
): Promise<Session> {
  const { id } = await getRow(context, { sessionId });
  const read = form && readGoal(form);
  if (read && 'errors' in read) throw new Problem('invalid-input', { fields: read.errors });
  const isChanged = await context.store.inTransaction(async trx => {
    const session = await findSession(trx, id);
    if (session?.state !== 'running' && session?.state !== 'paused') throw new Problem('not-now');
    const price = await priceNow(trx, session, context);
    return saveGoal(context, trx, { session, price, typed: read?.goal ?? null });
  });
  if (isChanged) {
    context.logEvent('session goal changed', { session: id });
    context.sessionNotifier.notify(id);
  }
  return viewSession(context, await getRow(context, { sessionId }), 'driver');
}

async function saveGoal(
  { clock }: OperatorContext,
  trx: Trx,
  { session, price, typed }: { session: SessionRecord; price: PriceNow; typed: TypedGoal | null },
): Promise<boolean> {
  const now = clock.now();
  const goal = typed && goalOf(typed, { now, timeZone: price.point.timeZone });
  const errors = goal ? passed(price, goal, now) : null;
  if (errors) throw new Problem('invalid-input', { fields: errors });
  if (JSON.stringify(goal) === JSON.stringify(session.goal)) return false;
  const changed = await updateSession(trx, session, { goal });
  if (changed) await watchGoal(trx, { ...price, session: changed }, now);
  return changed !== null;
}

function goalOf(typed: TypedGoal, place: { now: Date; timeZone: string }): Goal {
  return typed.kind === 'time' ? { kind: 'time', at: iso(nextAt(typed.clock, place)) } : typed;
}

/**
 * Returns the next instant at which a local clock shows the given time. In the night in which clocks are set back, a time occurs
 * twice.
 */
function nextAt(clock: string, { now, timeZone }: { now: Date; timeZone: string }): number {
  const today = localTime(now.getTime(), timeZone);
  const shown = [today, today.add({ days: 1 })]
    .map(day => day.withPlainTime(clock))
    .flatMap(first => [first, first.toPlainDateTime().toZonedDateTime(timeZone, { disambiguation: 'later' })]);
  return shown.map(time => time.epochMilliseconds).find(at => at > now.getTime()) ?? now.getTime();
}

const localTime = (at: number, timeZone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

/**
 * Returns whether a time goal is too far ahead. Local clock times are compared, so that a clock change does not shift the
 * result.
 */
function isTooFarOff(at: string, { now, timeZone }: { now: Date; timeZone: string }): boolean {
  const [to, from] = [Date.parse(at), now.getTime()].map(time => localTime(time, timeZone).toPlainDateTime());
  return to !== undefined && from !== undefined && to.since(from, { largestUnit: 'hours' }).total('hours') > MAX_GOAL_HOURS;
}

/**
 * Returns an error if the goal has already been reached: it must be a mistake, because the page has a button for an immediate
 * stop.
 */
function passed(price: PriceNow, goal: Goal, now: Date): FieldErrors | null {
  const { energyWh, battery } = price.session;
  const isBehind = {
    // A vehicle that reports no state of charge cannot reach the goal.
    battery: goal.kind === 'battery' && (battery?.percent ?? Number.POSITIVE_INFINITY) >= goal.percent,
    energy: goal.kind === 'energy' && energyWh >= goal.energyWh,
    amount: goal.kind === 'amount' && costSoFar(price) >= goal.amountMinor,
    time: goal.kind === 'time' && isTooFarOff(goal.at, { now, timeZone: price.point.timeZone }),
  }[goal.kind];
  return isBehind ? { [goal.kind]: { key: 'goal.error.passed' } } : null;
}
