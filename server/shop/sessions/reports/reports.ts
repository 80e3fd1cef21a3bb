import type { StationAddress, StationSession } from '../../../core/ports/stationPort.ts';
import { later } from '../../../core/records/instants.ts';
import { raiseAlertOnce } from '../../../runtime/alerts.ts';
import type { OperatorContext } from '../../../runtime/context.ts';
import type { Trx } from '../../../store/engine/database.ts';
import { requireSerializable } from '../../../store/engine/transactions.ts';
import { enqueueAll } from '../../../store/jobs/outboxRows.ts';
import { findSold, type OrderRecord, type Sold } from '../../../store/shop/orders.ts';
import { addReadings } from '../../../store/shop/readings.ts';
import {
  addSignedValues,
  findSessionByStart,
  type SessionRecord,
  transitionSession,
  updateSession,
} from '../../../store/shop/sessions.ts';
import { findWithdrawal } from '../../../store/shop/withdrawals.ts';
import { makeBill, settleBill } from '../billing/complete.ts';
import { noteLaterCdr, reviewOf, reviewOfHold, waitForPerson } from '../billing/reviewCdr.ts';
import { cachePrice, costSoFar, type PriceNow, priceWith } from '../cost/priceNow.ts';
import { boundingPowerW, factsOf } from '../cost/prices.ts';
import { agreedMaximum } from '../lifecycle/manual.ts';
import { noteRefusedStop, requestCancel } from '../lifecycle/stationJobs.ts';
import { stopCharging, stopOnceMore } from '../lifecycle/transitions.ts';
import { enforceLimit } from '../limits/enforceLimit.ts';
import { enqueueEmail, mayEmail } from '../notices/emailJobs.ts';
import { enqueuePush } from '../notices/pushJobs.ts';
import { feeWarnings, noteWarned, warnOfPause } from '../notices/warnings.ts';
import { noteAfterBill } from './afterBill.ts';
import { addKnownReadings, newReadings } from './knownReadings.ts';
import { checkPlausibility } from './plausibility.ts';
import { figuresOf, type ReportFacts, type ReportResult, startChanges } from './reportFacts.ts';

/**
 * Applies a report of the station source (OCPI or OCPP) about a session, whether pushed or polled. Idempotent. Reports may
 * arrive in any order, because readings are stored by their time.
 */
export async function applyReport(
  context: OperatorContext,
  authorizationReference: string,
  station: StationSession,
): Promise<void> {
  if (station.state === 'refused' || station.state === 'cancelled') {
    const known = await findSessionByStart(context.store.db, authorizationReference);
    if (known) await requestCancel(context, known.id, station.state === 'refused' ? 'refused' : 'never-started');
    return;
  }
  const result = await context.store.inTransaction(
    async trx => {
      const sold = await findSold(trx, { authorizationReference });
      return sold && applyInTransaction(context, trx, sold, station);
    },
    goesOn(station) ? 'read committed' : 'serializable',
  );
  if (!result) return;
  const { sessionId, from, to, price, knownReadings } = result;
  // The caches change only after the commit, because the transaction could have been rolled back.
  if (price) {
    cachePrice(context, price);
    noteWarned(context, price);
  }
  if (price?.session.station) showCost(context, price, price.session.station);
  if (knownReadings) context.knownReadings.set(sessionId, knownReadings);
  if (to !== from) context.logEvent(`session ${to}`, { session: sessionId });
  context.sessionNotifier.notify(sessionId);
}

function showCost({ stations }: OperatorContext, price: PriceNow, address: StationAddress): void {
  const { session, currency } = price;
  const cost = { amountMinor: costSoFar(price), currency };
  stations.showCost?.({ authorizationReference: session.authorizationReference, address, cost });
}

const IMPOSSIBLE = 'more energy reported than the plug can give';

async function applyInTransaction(
  context: OperatorContext,
  trx: Trx,
  sold: Sold,
  station: StationSession,
): Promise<ReportResult> {
  const { session: before, lastReadingAt } = sold;
  const { id: sessionId, state: from } = before;
  const now = context.clock.now();
  const powerW = boundingPowerW(context, sold);
  const facts = { session: before, now, powerW, lastReadingAt };
  const { station: believed, implausibilities, refused } = checkPlausibility(station, facts);
  const { unbilledWh = before.unbilledWh } = believed;
  const isAsBefore = refused === before.refused && unbilledWh === before.unbilledWh;
  if (implausibilities.length > 0 || !isAsBefore || !onlyContinues(sold, believed)) requireSerializable(trx);
  // If a CDR reports impossible energy, its bill waits for staff. That raises an alert of its own, so none is raised here.
  const toNote = implausibilities.filter(why => why !== IMPOSSIBLE || !believed.cdr);
  for (const why of toNote)
    await raiseAlertOnce(trx, { at: now, subjectId: sessionId, why, facts: why === IMPOSSIBLE ? { ...refused } : {} });
  const session = isAsBefore ? before : ((await updateSession(trx, before, { refused, unbilledWh })) ?? before);
  await addSignedValues(trx, sessionId, believed.signedValues);
  if (session.state === 'completed') {
    await noteAfterBill(context, trx, { session, station: believed, now });
    const { cdr } = believed;
    if (cdr) await noteLaterCdr(context, trx, { session, cdr, now });
    if (chargesOn(session, believed)) await stopOnceMore(trx, session, now);
    return { sessionId, from, to: from };
  }
  const written = context.knownReadings.get(sessionId);
  const isRevised = await addReadings(trx, { id: sessionId, lastReadingAt }, newReadings(believed.readings, written));
  const metered = isRevised ? { ...session, meterRevision: session.meterRevision + 1 } : session;
  const report = {
    session: metered,
    facts: factsOf(sold, context),
    station: believed,
    now,
    isImpossible: implausibilities.includes(IMPOSSIBLE),
  };
  const { to, price } = await followStation(context, trx, report);
  return { sessionId, from, to, price, knownReadings: addKnownReadings(believed.readings, written) };
}

/** Returns whether a report only confirms that charging continues, as nearly all reports do. */
const goesOn = ({ state, endedAt, signedValues, isStopRefused }: StationSession): boolean =>
  (state === 'charging' || state === 'paused') && endedAt === null && signedValues.length === 0 && !isStopRefused;

/**
 * True if charging only begins or continues. The transaction need not be serializable then, because the version of the session
 * row detects all concurrent changes.
 */
function onlyContinues({ session, order }: Sold, { state, startedAt }: StationSession): boolean {
  if (session.state === 'starting') return state === 'charging' && startedAt !== null && mayEmail(order, { startedAt: null });
  return session.startedAt !== null && session.state === (state === 'paused' ? 'paused' : 'running');
}

/** Returns whether the vehicle charges after the session's end. A delayed report of an earlier time does not count. */
const chargesOn = ({ endedAt }: SessionRecord, { state, readings }: StationSession): boolean =>
  state === 'charging' && (readings.at(-1)?.at.getTime() ?? 0) > (endedAt?.getTime() ?? 0);

async function followStation(context: OperatorContext, trx: Trx, received: ReportFacts) {
  const { session, facts, station, now } = received;
  const live = isLast(received) ? { ...session, ...figuresOf(received) } : await noteReport(context, trx, received);
  if (station.endedAt) {
    const ended = await endCharging(context, trx, { ...received, session: live, before: session });
    if (ended) await enqueuePush(context, trx, { sessionId: ended.id, event: 'ended', at: now });
    return { to: (ended ?? live).state, price: null };
  }
  if (live.state !== 'running' && live.state !== 'paused') return { to: live.state, price: null };
  const price = await priceWith(trx, { session: live, facts }, context);
  const isPaused = live.state === 'paused' && session.state !== 'paused';
  if (session.state === 'starting' || isPaused) await enqueueAll(trx, feeWarnings(context, { price, now }));
  return enforceLimit(context, trx, price);
}

/** Returns whether the session is billed now, without a CDR. The values of the report are then written with the bill. */
const isLast = ({ session: { state, startedAt }, station: { endedAt, isFinal, cdr } }: ReportFacts): boolean =>
  endedAt !== null &&
  isFinal &&
  !cdr &&
  startedAt !== null &&
  (state === 'running' || state === 'paused' || state === 'stopping');

/** Writes the changes that a report makes, except the end of charging. */
async function noteReport(context: OperatorContext, trx: Trx, received: ReportFacts): Promise<SessionRecord> {
  const { station, now } = received;
  let live = await noteCharging(trx, received);
  if (station.state === 'paused' && live.state === 'running') {
    live = (await transitionSession(trx, live, 'paused')) ?? live;
    await warnOfPause(context, trx, { session: live, now });
  } else if (station.state === 'charging' && live.state === 'paused')
    live = (await transitionSession(trx, live, 'running')) ?? live;
  if (station.isStopRefused) live = await noteRefusedStop(trx, live, now);
  if (station.state === 'charging' && live.state === 'stopping') await stopOnceMore(trx, live, now);
  return live;
}

/** Writes the values of a report and, with the first report after the start, the start of charging. */
async function noteCharging(trx: Trx, received: ReportFacts): Promise<SessionRecord> {
  const { session, facts, station, now } = received;
  const { startedAt } = station;
  const figures = figuresOf(received);
  if (startedAt && (session.state === 'cancelling' || session.state === 'cancelled')) {
    const reopened = (await updateSession(trx, session, { ...figures, startedAt, endedAt: null })) ?? session;
    return (await stopCharging(trx, { session: reopened, reason: 'late-start', now })) ?? reopened;
  }
  if (startedAt && session.state === 'starting') {
    const running = (await transitionSession(trx, session, 'running', startChanges(received, startedAt))) ?? session;
    await enqueueEmails(trx, { session: running, order: facts.order, now });
    return running;
  }
  // If a cancellation was answered with `already-started`, `startedAt` is missing. Without it, nothing is billed.
  const changes = startedAt && session.startedAt === null ? { ...figures, startedAt } : figures;
  // Updated even if no column changes: this raises the version, so that a concurrent writer with the older row fails.
  const hasChanges = station.readings.length > 0 || Object.keys(changes).length > 0;
  return hasChanges ? ((await updateSession(trx, session, changes)) ?? session) : session;
}

async function enqueueEmails(
  trx: Trx,
  { session, order, now }: { session: SessionRecord; order: OrderRecord; now: Date },
): Promise<void> {
  await enqueueEmail(trx, { kind: 'mail-started', session, email: order.email, at: now });
  // The driver may have declared the withdrawal before e-mails to this address were allowed.
  if (!mayEmail(order, { startedAt: null }) && (await findWithdrawal(trx, session.id)))
    await enqueueEmail(trx, { kind: 'mail-withdrawal', session, email: order.email, at: now });
}

interface Ended extends ReportFacts {
  before: SessionRecord;
}

/** Ends charging. Without the last reading, the session waits in `stopping`. Returns null if nothing changes. */
async function endCharging(context: OperatorContext, trx: Trx, request: Ended): Promise<SessionRecord | null> {
  const { session, station, now } = request;
  const endedAt = station.endedAt ?? now;
  const isCharging = session.state === 'running' || session.state === 'paused';
  if (!isCharging && session.state !== 'stopping') return null;
  if (station.isFinal) {
    const invoiceReference = station.cdr?.invoiceReference ?? null;
    const ended = { ...session, endedAt: session.endedAt ?? endedAt, invoiceReference };
    return billAsAccounted(context, trx, { ...request, session: ended });
  }
  if (isCharging) {
    const stopRequestedAt = session.stopRequestedAt ?? now;
    return transitionSession(trx, session, 'stopping', {
      endedAt,
      stopRequestedAt,
      powerW: 0,
      nextCheckAt: later(now, 10_000),
    });
  }
  return session.endedAt === null ? updateSession(trx, session, { endedAt, powerW: 0 }) : null;
}

/** Bills the session. If the bill differs from the platform's CDR or exceeds its hold, staff decide before the capture. */
async function billAsAccounted(context: OperatorContext, trx: Trx, request: Ended): Promise<SessionRecord | null> {
  const { session, facts, before, station, now, isImpossible } = request;
  const { cdr } = station;
  const accounted = cdr ? { energyWh: cdr.energyWh, endedAt: station.endedAt ?? now } : null;
  const made = await makeBill(context, trx, { session, facts, now, accounted });
  // Staff can have agreed on a maximum only while the session was in `stopping`.
  const agreedMinor = before.state === 'stopping' ? await agreedMaximum(trx, session.id) : null;
  const { payment } = made.priced;
  if (made.bill.totalMinor > 0 && payment?.state === 'authorised') {
    const byCdr = cdr && reviewOf(context, { session: made.session, before, cdr, made, now, isImpossible });
    const review = byCdr ?? (agreedMinor === null ? reviewOfHold(made, { payment, now }) : null);
    const { endedAt } = made.session;
    const waiting = { ...session, endedAt, ...(byCdr ? {} : { energyWh: made.session.energyWh }) };
    if (review) return waitForPerson(trx, { session: waiting, review, payment, now });
  }
  return settleBill(context, trx, { made, now, maxMinor: agreedMinor });
}
