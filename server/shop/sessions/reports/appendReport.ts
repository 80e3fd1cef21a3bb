import type { MeterReading, StationSession } from '../../../core/ports/stationPort.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import { withLeaseHeld } from '../../../store/engine/distributedLock.ts';
import { unlessUndone } from '../../../store/engine/transactions.ts';
import { findSold, type Sold } from '../../../store/shop/orders.ts';
import { writeReport } from '../../../store/shop/readings.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { type PriceNow, priceWith } from '../cost/priceNow.ts';
import { boundingPowerW, factsOf } from '../cost/prices.ts';
import { isEnforcementDue, nextCheck } from '../limits/enforceLimit.ts';
import { emailJobs, mayEmail } from '../notices/emailJobs.ts';
import { feeWarnings } from '../notices/warnings.ts';
import { addKnownReadings, newReadings } from './knownReadings.ts';
import { checkPlausibility } from './plausibility.ts';
import { figuresOf, type ReportFacts, type ReportResult, startChanges } from './reportFacts.ts';

/**
 * Takes over a report of charging that begins or goes on, which most reports are, without a transaction: what it comes to is worked out
 * on what was read, and written by one statement unless that has changed meanwhile. Null, and nothing has happened: it says more than
 * that, or others were faster or in its way.
 */
export async function appendReport(
  context: OperatorContext,
  authorizationReference: string,
  station: StationSession,
): Promise<ReportResult | null> {
  if (!saysOnlyFigures(station)) return null;
  const sold = await findSold(context.store.db, { authorizationReference });
  const report = sold && believed(context, sold, station);
  if (!sold || !report) return null;
  const { session, facts, now } = report;
  const known = context.told.get(session.id);
  const readings = newReadings(report.station.readings, known);
  const changes = changesOf(report);
  if (!changes || !areLater(readings, sold.heardAt)) return null;
  const changed = { ...session, ...changes };
  const price = await priceWith(context.store.db, { session: changed, facts, told: readings }, context);
  if (isEnforcementDue(context, price)) return null;
  const live = { ...changed, lookAt: nextCheck(price, now) ?? changed.lookAt, version: session.version + 1 };
  const jobs = session.state === 'starting' ? beginningJobs(context, { price, now }) : [];
  const written = { session, live, readings, jobs };
  if (!(await unlessUndone(() => withLeaseHeld(context.store.db, db => writeReport(db, written))))) return null;
  if (jobs.length > 0) context.wake();
  const stored = addKnownReadings(report.station.readings, known);
  return { sessionId: session.id, from: session.state, to: live.state, price: { ...price, session: live }, told: stored };
}

const saysOnlyFigures = ({ state, endedAt, signedValues, isStopRefused }: StationSession): boolean =>
  (state === 'charging' || state === 'paused') && endedAt === null && signedValues.length === 0 && !isStopRefused;

/** Null: it cannot be true as it is, or a first report may have to tell of more than the beginning. */
function believed(context: OperatorContext, sold: Sold, told: StationSession): ReportFacts | null {
  const { session, order } = sold;
  // What a refused reading becomes is written in a transaction, and so is what is not billed.
  if (session.refused || (told.unbilledWh ?? session.unbilledWh) !== session.unbilledWh) return null;
  const now = context.clock.now();
  const { station, implausibilities } = checkPlausibility(told, {
    session,
    now,
    powerW: boundingPowerW(context, sold),
    heardAt: sold.heardAt,
  });
  if (implausibilities.length > 0 || !mayEmail(order, { startedAt: null })) return null;
  return { session, facts: factsOf(sold, context), station, now, isImpossible: false };
}

/** Null: more changes than that charging begins, or its figures. */
function changesOf(heard: ReportFacts): Partial<SessionRecord> | null {
  const { session, station } = heard;
  if (session.state === 'starting' && station.state === 'charging' && station.startedAt)
    return { ...startChanges(heard, station.startedAt), state: 'running' };
  const isAsBefore = session.state === (station.state === 'paused' ? 'paused' : 'running');
  return isAsBefore && session.startedAt ? figuresOf(heard) : null;
}

/** Nothing that was priced before is changed by them. */
const areLater = (readings: readonly MeterReading[], heardAt: Date | null): boolean =>
  readings.every(({ at }, index) => at.getTime() > (readings[index - 1]?.at ?? heardAt ?? new Date(0)).getTime());

/** With the letter that charging has begun, what is to be told before staying costs something. */
const beginningJobs = (context: OperatorContext, { price, now }: { price: PriceNow; now: Date }) => [
  ...emailJobs({ kind: 'mail-started', session: price.session, email: price.order.email, at: now }),
  ...feeWarnings(context, { price, now }),
];
