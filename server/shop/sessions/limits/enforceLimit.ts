import { MINUTE_MS } from '../../../../shared/model/time.ts';
import { later } from '../../../core/records/instants.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import type { Trx } from '../../../store/engine/database.ts';
import { requireSerializable } from '../../../store/engine/transactions.ts';
import { findSession, type SessionRecord, updateSession } from '../../../store/shop/sessions.ts';
import { costSoFar, type MayBe, marginNow, type PriceNow, priceNow, worstCase } from '../cost/priceNow.ts';
import { stopCharging } from '../lifecycle/transitions.ts';
import { warnOfLimit } from '../notices/warnings.ts';
import { firstInstant, projectCost } from './projection.ts';

/** Time until the sweeper's next check and the station's answer. Energy that flows in this time counts towards the goal. */
const LEAD_MS = 10_000;

type Reason = 'limit' | 'unreported' | 'goal';

/**
 * Stops charging if the hold might not cover two more meter intervals at full power, or if the driver's goal is reached. If both
 * apply, the stop reason is 'limit'.
 */
export async function enforceLimit(context: OperatorContext, trx: Trx, price: PriceNow) {
  await warnOfLimit(context, trx, { price, now: context.clock.now() });
  const stopping = await stopOrWatch(context, trx, { price, reason: reasonToStop(price, context) });
  return { to: stopping?.state ?? price.session.state, price };
}

function reasonToStop(price: PriceNow, context: OperatorContext): Reason | null {
  const { limitMinor } = price.order;
  const isLimit = limitMinor !== null && costSoFar(price) + marginNow(price, context) >= limitMinor;
  return isLimit ? 'limit' : goalReached(price, context);
}

/**
 * Stops a session without recent reports if its limit or goal may be reached. If the meter is overdue, full power is assumed,
 * but only for this decision: no reading is stored.
 */
export async function stopWhileSilent(context: OperatorContext, sessionId: string): Promise<void> {
  const reason = await context.store.inTransaction(async trx => {
    const session = await findSession(trx, sessionId);
    if (session?.state !== 'running' && session?.state !== 'paused') return null;
    const price = await priceNow(trx, session, context);
    const { limitMinor } = price.order;
    const worst = worstCase(price, context);
    const isLimit = limitMinor !== null && worst !== null && worst.costMinor >= limitMinor;
    const why = isLimit ? 'unreported' : goalReached(price, context);
    return (await stopOrWatch(context, trx, { price, reason: why })) ? why : null;
  });
  if (!reason) return;
  context.logEvent('session stopping', { session: sessionId, reason });
  context.sessionNotifier.notify(sessionId);
}

/**
 * Stops charging if there is a reason. Otherwise schedules a check for the time at which the goal may be reached.
 * @returns null if charging continues
 */
async function stopOrWatch(
  { clock }: OperatorContext,
  trx: Trx,
  { price, reason }: { price: PriceNow; reason: Reason | null },
): Promise<SessionRecord | null> {
  const now = clock.now();
  if (reason) {
    requireSerializable(trx);
    return stopCharging(trx, { session: price.session, reason, now });
  }
  await watchGoal(trx, price, now);
  return null;
}

/** Returns 'goal' if the driver's goal has been reached, or will be reached before a stop takes effect. */
function goalReached(price: PriceNow, context: Pick<OperatorContext, 'stations' | 'clock'>): 'goal' | null {
  const { goal } = price.session;
  if (!goal) return null;
  const now = context.clock.now();
  if (goal.kind === 'time') return now >= new Date(goal.at) ? 'goal' : null;
  // The goal is reached if either the projection or `worstCase` reaches it. Both are needed, because the projection uses the
  // current power, which may exceed the power that `worstCase` assumes.
  const worst = worstCase(price, context);
  const isReached = isThere(price, projectCost(price, later(now, LEAD_MS))) || (worst !== null && isThere(price, worst));
  return isReached ? 'goal' : null;
}

/** If the goal is due before the next check of a session, moves that check forward. */
export async function watchGoal(trx: Trx, price: PriceNow, now: Date): Promise<void> {
  const nextCheckAt = nextCheck(price, now);
  if (nextCheckAt) await updateSession(trx, price.session, { nextCheckAt });
}

/** Returns when the goal is due; null if the next check of the session is earlier, or if no goal is due. */
function nextCheck(price: PriceNow, now: Date): Date | null {
  const { nextCheckAt } = price.session;
  const at = dueAt(price, now);
  return at !== null && (nextCheckAt === null || at < nextCheckAt) ? at : null;
}

function dueAt(price: PriceNow, now: Date): Date | null {
  const { goal } = price.session;
  if (!goal) return null;
  if (goal.kind === 'time') return new Date(goal.at);
  const span = { from: now, withinMs: MINUTE_MS, stepMs: 1000 };
  return firstInstant(at => isThere(price, projectCost(price, later(at, LEAD_MS))), span);
}

function isThere({ session: { goal, battery } }: PriceNow, { energyWh, costMinor }: MayBe): boolean {
  // The state of charge cannot be projected, because the capacity of the battery is unknown.
  if (goal?.kind === 'battery') return (battery?.percent ?? 0) >= goal.percent;
  if (goal?.kind === 'energy') return energyWh >= goal.energyWh;
  return goal?.kind === 'amount' && costMinor >= goal.amountMinor;
}
