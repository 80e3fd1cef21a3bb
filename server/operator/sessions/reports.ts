import type { SessionState } from '../../../shared/session.ts';
import { raiseAlertOnce } from '../alerts.ts';
import type { OperatorContext } from '../context.ts';
import { later } from '../instants.ts';
import { enqueueEmail } from '../mail/send.ts';
import { tellDevices } from '../push/tell.ts';
import { noteWarned, warnOfFee, warnOfPause } from '../push/warnings.ts';
import type { StationAddress, StationSession } from '../stationPort.ts';
import { findOrder } from '../store/orders.ts';
import { findPayment } from '../store/payments.ts';
import { addReadings } from '../store/readings.ts';
import { addSignedValues, findSessionByStart, type SessionRecord, transitionSession, updateSession } from '../store/sessions.ts';
import type { Trx } from '../store/store.ts';
import { findWithdrawal } from '../store/withdrawals.ts';
import { noteLaterAccount, reviewOf, waitForPerson } from './accounts/review.ts';
import { stopInTime } from './ahead/stopInTime.ts';
import { mostByHand } from './byHand.ts';
import { makeBill, takeBill } from './complete.ts';
import { checkPlausibility } from './plausibility.ts';
import { costSoFar, keepPrice, type PriceNow } from './priceNow.ts';
import { askToCancel, noteRefusedStop } from './stationJobs.ts';
import { type Told, toldWith, withoutTold } from './told.ts';
import { stopCharging, stopOnceMore } from './transitions.ts';

/**
 * Applies a station's report of a start, whether it was pushed or read. The same report twice changes nothing, and reports
 * that arrive out of order lose nothing: readings are kept by their time.
 */
export async function applyStation(
  context: OperatorContext,
  authorizationReference: string,
  station: StationSession,
): Promise<void> {
  if (station.state === 'refused' || station.state === 'cancelled') {
    const known = await findSessionByStart(context.store.db, authorizationReference);
    if (known) await askToCancel(context, known.id, station.state === 'refused' ? 'refused' : 'never-started');
    return;
  }
  const taken = await context.store.inTransaction(async trx => {
    const session = await findSessionByStart(trx, authorizationReference);
    return session && takeOver(context, trx, session, station);
  });
  if (!taken) return;
  const { sessionId, from, to, price, told } = taken;
  // Cached only now: until here the transaction could have been undone.
  if (price) {
    keepPrice(context, price);
    noteWarned(context, price);
  }
  if (price?.session.station) showCost(context, price, price.session.station);
  if (told) context.told.set(sessionId, told);
  if (to !== from) context.logEvent(`session ${to}`, { session: sessionId });
  context.sessionNotifier.notify(sessionId);
  context.wake();
}

function showCost({ stations }: OperatorContext, price: PriceNow, address: StationAddress): void {
  const { session, currency } = price;
  const cost = { amountMinor: costSoFar(price), currency };
  stations.showCost?.({ authorizationReference: session.authorizationReference, address, cost });
}

interface TakenOver {
  sessionId: string;
  from: SessionState;
  to: SessionState;
  /** What it cost when it was last priced here. */
  price?: PriceNow | null;
  told?: Told | undefined;
}

async function takeOver(context: OperatorContext, trx: Trx, session: SessionRecord, station: StationSession): Promise<TakenOver> {
  const { id: sessionId, state: from } = session;
  const now = context.clock.now();
  const { station: believed, implausibilities } = checkPlausibility(station, { session, now });
  for (const why of implausibilities) await raiseAlertOnce(trx, { at: now, subjectId: sessionId, why });
  await addSignedValues(trx, sessionId, believed.signedValues);
  if (session.state === 'completed') {
    await noteAfterBill(trx, session, believed, now);
    const { account } = believed;
    if (account) await noteLaterAccount(context, trx, { session, account, now });
    if (chargesOn(session, believed)) await stopOnceMore(trx, session, now);
    return { sessionId, from, to: from };
  }
  const written = context.told.get(sessionId);
  const isRevised = await addReadings(trx, sessionId, withoutTold(believed.readings, written));
  const metered = isRevised ? { ...session, meterRevision: session.meterRevision + 1 } : session;
  const { to, price } = await followStation(context, trx, metered, believed);
  return { sessionId, from, to, price, told: toldWith(believed.readings, written) };
}

/** The readings of a bill stay as they were, or the bill could not be checked against them. Differences raise an alert. */
async function noteAfterBill(trx: Trx, session: SessionRecord, { readings, isFinal }: StationSession, now: Date): Promise<void> {
  const last = readings.at(-1);
  if (readings.some(({ energyWh }) => energyWh > session.energyWh))
    await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'more energy told after the bill' });
  else if (isFinal && last && last.energyWh < session.energyWh && (session.totalMinor ?? 0) > 0)
    await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'less energy told after the bill' });
}

/** The vehicle charges after the session's end; a report of an earlier time that arrives late does not count. */
const chargesOn = ({ endedAt }: SessionRecord, { state, readings }: StationSession): boolean =>
  state === 'charging' && (readings.at(-1)?.at.getTime() ?? 0) > (endedAt?.getTime() ?? 0);

async function followStation(context: OperatorContext, trx: Trx, session: SessionRecord, station: StationSession) {
  const now = context.clock.now();
  const begun = await begin(context, trx, session, station);
  let live = await noteLatest(trx, begun, station);
  if (station.state === 'paused' && live.state === 'running') {
    live = (await transitionSession(trx, live, 'paused')) ?? live;
    await warnOfFee(context, trx, { session: live, now });
    await warnOfPause(context, trx, { session: live, now });
  } else if (station.state === 'charging' && live.state === 'paused')
    live = (await transitionSession(trx, live, 'running')) ?? live;
  if (station.isStopRefused) live = await noteRefusedStop(trx, live, now);
  if (station.state === 'charging' && live.state === 'stopping') await stopOnceMore(trx, live, now);
  if (!station.endedAt) return stopInTime(context, trx, live);
  const ended = await endCharging(context, trx, { session: live, heard: session, station, now });
  if (ended) await tellDevices(trx, { sessionId: ended.id, event: 'ended', at: now });
  return { to: (ended ?? live).state, price: null };
}

/** Applies the first report that says that charging has begun. */
async function begin(
  context: OperatorContext,
  trx: Trx,
  session: SessionRecord,
  { startedAt }: StationSession,
): Promise<SessionRecord> {
  if (!startedAt) return session;
  const now = context.clock.now();
  if (session.state === 'cancelling' || session.state === 'cancelled') {
    const late = (await updateSession(trx, session, { startedAt, endedAt: null })) ?? session;
    return (await stopCharging(trx, { session: late, reason: 'late-start', now })) ?? late;
  }
  if (session.state === 'starting') {
    const running = (await transitionSession(trx, session, 'running', { startedAt, lookAt: later(now, 60_000) })) ?? session;
    await enqueueEmails(context, trx, running, now);
    return running;
  }
  // Our cancellation was answered with 'already started' before a report said when: without a beginning nothing is billed.
  return session.startedAt === null ? ((await updateSession(trx, session, { startedAt })) ?? session) : session;
}

async function enqueueEmails(context: OperatorContext, trx: Trx, session: SessionRecord, now: Date): Promise<void> {
  const order = await findOrder(trx, session.orderId);
  if (!order) return;
  await enqueueEmail(trx, { kind: 'mail-started', session, email: order.email, at: now });
  // The withdrawal may have been declared before an e-mail to this address was allowed (`mayWrite`).
  if (await findWithdrawal(trx, session.id))
    await enqueueEmail(trx, { kind: 'mail-withdrawal', session, email: order.email, at: now });
  await warnOfFee(context, trx, { session, now });
}

/** The figures a driver sees; energy never falls. */
async function noteLatest(trx: Trx, session: SessionRecord, { readings, battery }: StationSession): Promise<SessionRecord> {
  const latest = readings.at(-1);
  const meter =
    latest && latest.energyWh >= session.energyWh
      ? { energyWh: latest.energyWh, powerW: latest.isCharging ? latest.powerW : 0 }
      : {};
  const facts = battery ? { ...meter, battery } : meter;
  if (Object.keys(facts).length === 0) return session;
  return (await updateSession(trx, session, facts)) ?? session;
}

/** Until the last meter value is there, the session waits in `stopping`: a bill is never estimated. Null: it stays as it is. */
async function endCharging(
  context: OperatorContext,
  trx: Trx,
  { session, heard, station, now }: { session: SessionRecord; heard: SessionRecord; station: StationSession; now: Date },
): Promise<SessionRecord | null> {
  const endedAt = station.endedAt ?? now;
  const isCharging = session.state === 'running' || session.state === 'paused';
  if (!isCharging && session.state !== 'stopping') return null;
  if (station.isFinal) {
    const invoiceReference = station.account?.invoiceReference ?? null;
    const ended = { ...session, endedAt: session.endedAt ?? endedAt, invoiceReference };
    return billAsAccounted(context, trx, { session: ended, heard, station, now });
  }
  if (isCharging) {
    const stopAskedAt = session.stopAskedAt ?? now;
    return transitionSession(trx, session, 'stopping', { endedAt, stopAskedAt, powerW: 0, lookAt: later(now, 10_000) });
  }
  return session.endedAt === null ? updateSession(trx, session, { endedAt, powerW: 0 }) : null;
}

/** A bill that its source's own account gainsays is not taken before a person has looked at it. */
async function billAsAccounted(
  context: OperatorContext,
  trx: Trx,
  ask: { session: SessionRecord; heard: SessionRecord; station: StationSession; now: Date },
): Promise<SessionRecord | null> {
  const { session, heard, station, now } = ask;
  const { account } = station;
  const accounted = account ? { energyWh: account.energyWh, endedAt: station.endedAt ?? now } : null;
  const made = await makeBill(context, trx, { session, now, accounted });
  if (account) {
    const payment = await findPayment(trx, made.priced.order.paymentId ?? '');
    if (made.bill.totalMinor > 0 && payment?.state === 'authorised') {
      const review = reviewOf({ session: made.session, heard, account, made });
      if (review) return waitForPerson(trx, { session: { ...session, endedAt: made.session.endedAt }, review, payment, now });
    }
  }
  return takeBill(context, trx, { made, now, mostMinor: await mostByHand(trx, session.id) });
}
