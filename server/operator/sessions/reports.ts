import type { SessionState } from '../../../shared/session.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { raiseAlertOnce } from '../alerts.ts';
import type { OperatorContext } from '../context.ts';
import { enqueueEmail } from '../mail/send.ts';
import type { StationSession } from '../ports.ts';
import { findOrder } from '../store/orders.ts';
import { addReadings } from '../store/readings.ts';
import {
  addSignedValues,
  findSession,
  findSessionByStart,
  type SessionRow,
  transitionSession,
  updateSession,
} from '../store/sessions.ts';
import type { Trx } from '../store/store.ts';
import { findWithdrawal } from '../store/withdrawals.ts';
import { completeSession } from './complete.ts';
import { checkPlausibility } from './plausibility.ts';
import { costSoFar, feeNow, keepPrice, marginNow, type PriceNow, priceNow } from './priceNow.ts';
import { askToCancel } from './stationJobs.ts';
import { type Told, toldWith, withoutTold } from './told.ts';
import { stopCharging, stopOnceMore } from './transitions.ts';

const FEE_WARNING_MS = 10 * MINUTE_MS;

/**
 * Takes over what a station says of a start, whether it told us or was asked. The same words twice change nothing, and
 * words that arrive out of order lose nothing: readings are kept by their time.
 */
export async function applyStation(
  context: OperatorContext,
  authorizationReference: string,
  station: StationSession,
): Promise<void> {
  const known = await findSessionByStart(context.store.db, authorizationReference);
  if (!known) return;
  if (station.state === 'refused' || station.state === 'cancelled') {
    await askToCancel(context, known.id, station.state === 'refused' ? 'refused' : 'never-started');
    return;
  }
  const { from, to, price, told } = await context.store.inTransaction(trx => takeOver(context, trx, known, station));
  // Kept only now: until here all of it could have been undone.
  if (price) keepPrice(context, price);
  if (told) context.told.set(known.id, told);
  if (to !== from) context.logEvent(`session ${to}`, { session: known.id });
  context.sessionNotifier.notify(known.id);
  context.wake();
}

interface TakenOver {
  from: SessionState;
  to: SessionState;
  /** What it cost when it was last priced here. */
  price?: PriceNow | null;
  told?: Told | undefined;
}

async function takeOver(context: OperatorContext, trx: Trx, known: SessionRow, station: StationSession): Promise<TakenOver> {
  const from = known.state;
  const session = await findSession(trx, known.id);
  if (!session) return { from, to: from };
  const now = context.clock.now();
  const { station: believed, implausibilities } = checkPlausibility(station, { session, now });
  for (const why of implausibilities) await raiseAlertOnce(trx, { at: now, subjectId: session.id, why });
  await addSignedValues(trx, session.id, believed.signedValues);
  if (session.state === 'completed') {
    await noteAfterBill(trx, session, believed, now);
    if (chargesOn(session, believed)) await stopOnceMore(trx, session, now);
    return { from, to: from };
  }
  const written = context.told.get(session.id);
  await addReadings(trx, session.id, withoutTold(believed.readings, written));
  const { to, price } = await followStation(context, trx, session.id, believed);
  return { from, to, price, told: toldWith(believed.readings, written) };
}

/** What a bill was made from stays as it was, or the bill could not be checked against it any more. */
async function noteAfterBill(trx: Trx, session: SessionRow, { readings, isFinal }: StationSession, now: Date): Promise<void> {
  const last = readings.at(-1);
  if (readings.some(({ energyWh }) => energyWh > session.energy_wh))
    await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'more energy told after the bill' });
  else if (isFinal && last && last.energyWh < session.energy_wh && (session.total_minor ?? 0) > 0)
    await raiseAlertOnce(trx, { at: now, subjectId: session.id, why: 'less energy told after the bill' });
}

/** Not one that was told late: the vehicle charges after the end. */
const chargesOn = ({ ended_at }: SessionRow, { state, readings }: StationSession): boolean =>
  state === 'charging' && (readings.at(-1)?.at.getTime() ?? 0) > (ended_at ?? 0);

async function followStation(context: OperatorContext, trx: Trx, sessionId: string, station: StationSession) {
  const now = context.clock.now();
  const begun = await begin(context, trx, (await findSession(trx, sessionId)) as SessionRow, station);
  let live = await noteLatest(trx, begun, station);
  if (station.state === 'paused' && live.state === 'running') {
    live = (await transitionSession(trx, live, 'paused')) ?? live;
    await warnOfFee(context, trx, live, now);
  } else if (station.state === 'charging' && live.state === 'paused')
    live = (await transitionSession(trx, live, 'running')) ?? live;
  else if (station.state === 'charging' && live.state === 'stopping') await stopOnceMore(trx, live, now);
  if (!station.endedAt) return stopBeforeLimit(context, trx, live, now);
  await endCharging(context, trx, live, station, now);
  return { to: (await findSession(trx, sessionId))?.state ?? live.state, price: null };
}

/** Where a station has told for the first time that charging has begun. */
async function begin(
  context: OperatorContext,
  trx: Trx,
  session: SessionRow,
  { startedAt }: StationSession,
): Promise<SessionRow> {
  if (!startedAt) return session;
  const now = context.clock.now();
  const started_at = startedAt.getTime();
  if (session.state === 'cancelling' || session.state === 'cancelled') {
    const late = (await updateSession(trx, session, { started_at, ended_at: null })) ?? session;
    return (await stopCharging(trx, { session: late, reason: 'late-start', now })) ?? late;
  }
  if (session.state === 'starting') {
    const running =
      (await transitionSession(trx, session, 'running', { started_at, look_at: now.getTime() + 60_000 })) ?? session;
    await enqueueEmails(context, trx, running, now);
    return running;
  }
  // Our cancellation was answered with 'already started' before anybody told when: without a beginning nothing is billed.
  return session.started_at === null ? ((await updateSession(trx, session, { started_at })) ?? session) : session;
}

async function enqueueEmails(context: OperatorContext, trx: Trx, session: SessionRow, now: Date): Promise<void> {
  const order = await findOrder(trx, session.order_id);
  if (!order) return;
  await enqueueEmail(trx, { kind: 'mail-started', session, email: order.email, at: now });
  // Where nobody could be written to before.
  if (await findWithdrawal(trx, session.id))
    await enqueueEmail(trx, { kind: 'mail-withdrawal', session, email: order.email, at: now });
  await warnOfFee(context, trx, session, now);
}

/** The warning is sent a while before a fee for staying begins; it is numbered by that time, so a later fee gets its own. */
async function warnOfFee(context: OperatorContext, trx: Trx, session: SessionRow, now: Date): Promise<void> {
  const priced = await priceNow(trx, session, context);
  const fee = feeNow(priced);
  if (!fee || fee.isRunning) return;
  const fromMs = Date.parse(fee.fromAt);
  const at = new Date(Math.max(now.getTime(), fromMs - FEE_WARNING_MS));
  await enqueueEmail(trx, { kind: 'mail-blocking', session, email: priced.order.email, at, n: Math.floor(fromMs / 60_000) });
}

/** The figures a driver sees; energy never falls. */
async function noteLatest(trx: Trx, session: SessionRow, { readings }: StationSession): Promise<SessionRow> {
  const latest = readings.at(-1);
  if (!latest || latest.energyWh < session.energy_wh) return session;
  const facts = { energy_wh: latest.energyWh, power_w: latest.isCharging ? latest.powerW : 0 };
  return (await updateSession(trx, session, facts)) ?? session;
}

/** Until the last meter value is there, the session waits in `stopping`: no bill is ever invented. */
async function endCharging(
  context: OperatorContext,
  trx: Trx,
  session: SessionRow,
  station: StationSession,
  now: Date,
): Promise<void> {
  const endedAt = station.endedAt?.getTime() ?? now.getTime();
  if (session.state === 'running' || session.state === 'paused') {
    if (!station.isFinal) {
      await transitionSession(trx, session, 'stopping', {
        ended_at: endedAt,
        stop_asked_at: session.stop_asked_at ?? now.getTime(),
        power_w: 0,
        look_at: now.getTime() + 10_000,
      });
      return;
    }
  } else if (session.state !== 'stopping') return;
  if (!station.isFinal) {
    if (session.ended_at === null) await updateSession(trx, session, { ended_at: endedAt, power_w: 0 });
    return;
  }
  await completeSession(context, trx, { ...session, ended_at: session.ended_at ?? endedAt }, now);
}

/** Stops while the price of the next two meter intervals at full power still fits into the hold. */
async function stopBeforeLimit(context: OperatorContext, trx: Trx, session: SessionRow, now: Date) {
  const to = session.state;
  if (to !== 'running' && to !== 'paused') return { to, price: null };
  const price = await priceNow(trx, session, context);
  const { limit_minor } = price.order;
  if (limit_minor === null || costSoFar(price) + marginNow(price, context) < limit_minor) return { to, price };
  const stopping = await stopCharging(trx, { session, reason: 'limit', now });
  return { to: stopping?.state ?? to, price };
}
