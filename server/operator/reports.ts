import { attendOnce } from './attention.ts';
import { completeSession } from './complete.ts';
import { credible } from './credible.ts';
import { promiseMail } from './mails.ts';
import type { Desk } from './parts.ts';
import type { StationSession } from './ports.ts';
import { billUntil, type Priced, pricedSession, usageUntil } from './prices.ts';
import { stopMarginMinor } from './pricing/estimate.ts';
import { stopCharging, stopOnceMore } from './sessionMoves.ts';
import { askToCancel } from './stationPromises.ts';
import { findOrder } from './store/orders.ts';
import {
  addReadings,
  addSignedValues,
  findSession,
  findSessionByStart,
  moveSession,
  noteSession,
  type SessionRow,
} from './store/sessions.ts';
import type { Trx } from './store/store.ts';
import { findWithdrawal } from './store/withdrawals.ts';
import { currentFee } from './views.ts';

const FEE_WARNING_MS = 10 * 60_000;

/**
 * Takes over what a station says of a start, whether it told us or was asked. The same words twice change nothing, and
 * words that arrive out of order lose nothing: readings are kept by their time.
 */
export async function applyStation(desk: Desk, startId: string, station: StationSession): Promise<void> {
  const known = await findSessionByStart(desk.store.db, startId);
  if (!known) return;
  if (station.state === 'refused' || station.state === 'cancelled') {
    await askToCancel(desk, known.id, station.state === 'refused' ? 'refused' : 'never-started');
    return;
  }
  const from = known.state;
  const to = await desk.store.inTransaction(async trx => {
    const session = await findSession(trx, known.id);
    if (!session) return from;
    const now = desk.clock.now();
    const { station: believed, doubts } = credible(station, { session, now });
    for (const why of doubts) await attendOnce(trx, { at: now, subjectId: session.id, why });
    await addSignedValues(trx, session.id, believed.signedValues);
    if (session.state === 'completed') {
      await noteAfterBill(trx, session, believed, now);
      if (chargesOn(session, believed)) await stopOnceMore(trx, session, now);
      return from;
    }
    await addReadings(trx, session.id, believed.readings);
    await followStation(desk, trx, session.id, believed);
    return (await findSession(trx, session.id))?.state ?? from;
  });
  if (to !== from) desk.note(`session ${to}`, { session: known.id });
  desk.announcer.announce(known.id);
  desk.hurry();
}

/** What a bill was made from stays as it was, or the bill could not be checked against it any more. */
async function noteAfterBill(trx: Trx, session: SessionRow, { readings, isFinal }: StationSession, now: Date): Promise<void> {
  const last = readings.at(-1);
  if (readings.some(({ energyWh }) => energyWh > session.energy_wh))
    await attendOnce(trx, { at: now, subjectId: session.id, why: 'more energy told after the bill' });
  else if (isFinal && last && last.energyWh < session.energy_wh && (session.total_minor ?? 0) > 0)
    await attendOnce(trx, { at: now, subjectId: session.id, why: 'less energy told after the bill' });
}

/** Not one that was told late: the vehicle charges after the end. */
const chargesOn = ({ ended_at }: SessionRow, { state, readings }: StationSession): boolean =>
  state === 'charging' && (readings.at(-1)?.at.getTime() ?? 0) > (ended_at ?? 0);

async function followStation(desk: Desk, trx: Trx, sessionId: string, station: StationSession): Promise<void> {
  const now = desk.clock.now();
  const current = async () => (await findSession(trx, sessionId)) as SessionRow;
  const begun = await current();
  if (station.startedAt && (begun.state === 'cancelling' || begun.state === 'cancelled')) {
    await noteSession(trx, begun, { started_at: station.startedAt.getTime(), ended_at: null });
    await stopCharging(trx, { session: await current(), reason: 'late-start', now });
  } else if (station.startedAt && begun.state === 'starting') {
    await moveSession(trx, begun, 'running', { started_at: station.startedAt.getTime(), look_at: now.getTime() + 60_000 });
    await promiseLetters(desk, trx, await current(), now);
  } else if (station.startedAt && begun.started_at === null) {
    // Our cancellation was answered with 'already started' before anybody told when: without a beginning nothing is billed.
    await noteSession(trx, begun, { started_at: station.startedAt.getTime() });
  }
  await noteLatest(trx, await current(), station);
  const live = await current();
  if (station.state === 'paused' && live.state === 'running') {
    await moveSession(trx, live, 'paused');
    await warnOfFee(desk, trx, await current(), now);
  }
  if (station.state === 'charging' && live.state === 'paused') await moveSession(trx, live, 'running');
  if (station.state === 'charging' && live.state === 'stopping') await stopOnceMore(trx, live, now);
  if (station.endedAt) await endCharging(desk, trx, await current(), station, now);
  else await stopBeforeLimit(desk, trx, await current(), now);
}

async function promiseLetters(desk: Desk, trx: Trx, session: SessionRow, now: Date): Promise<void> {
  const order = await findOrder(trx, session.order_id);
  if (!order) return;
  await promiseMail(trx, { kind: 'mail-started', session, email: order.email, at: now });
  // Where nobody could be written to before.
  if (await findWithdrawal(trx, session.id))
    await promiseMail(trx, { kind: 'mail-withdrawal', session, email: order.email, at: now });
  await warnOfFee(desk, trx, session, now);
}

/** The warning is sent a while before a fee for staying begins; it is numbered by that time, so a later fee gets its own. */
async function warnOfFee(desk: Desk, trx: Trx, session: SessionRow, now: Date): Promise<void> {
  const priced = await pricedSession(trx, session, desk);
  const fee = currentFee(session, priced, now);
  if (!fee || fee.isRunning) return;
  const fromMs = Date.parse(fee.fromAt);
  const at = new Date(Math.max(now.getTime(), fromMs - FEE_WARNING_MS));
  await promiseMail(trx, { kind: 'mail-blocking', session, email: priced.order.email, at, n: Math.floor(fromMs / 60_000) });
}

/** The figures a driver sees; energy never falls. */
async function noteLatest(trx: Trx, session: SessionRow, { readings }: StationSession): Promise<void> {
  const latest = readings.at(-1);
  if (!latest || latest.energyWh < session.energy_wh) return;
  await noteSession(trx, session, { energy_wh: latest.energyWh, power_w: latest.isCharging ? latest.powerW : 0 });
}

/** Until the last meter value is there, the session waits in `stopping`: no bill is ever invented. */
async function endCharging(desk: Desk, trx: Trx, session: SessionRow, station: StationSession, now: Date): Promise<void> {
  const endedAt = station.endedAt?.getTime() ?? now.getTime();
  if (session.state === 'running' || session.state === 'paused') {
    if (!station.isFinal) {
      await moveSession(trx, session, 'stopping', {
        ended_at: endedAt,
        stop_asked_at: session.stop_asked_at ?? now.getTime(),
        power_w: 0,
        look_at: now.getTime() + 10_000,
      });
      return;
    }
  } else if (session.state !== 'stopping') return;
  if (!station.isFinal) {
    if (session.ended_at === null) await noteSession(trx, session, { ended_at: endedAt, power_w: 0 });
    return;
  }
  await completeSession(desk, trx, { ...session, ended_at: session.ended_at ?? endedAt }, now);
}

/** Stops while the price of the next two meter intervals at full power still fits into the hold. */
async function stopBeforeLimit(desk: Desk, trx: Trx, session: SessionRow, now: Date): Promise<void> {
  if (session.state !== 'running' && session.state !== 'paused') return;
  const order = await findOrder(trx, session.order_id);
  if (order?.limit_minor == null) return;
  const priced = await pricedSession(trx, session, desk);
  if (spentMinor(session, priced, now) + marginMinor(desk, session, priced, now) < order.limit_minor) return;
  await stopCharging(trx, { session, reason: 'limit', now });
}

const spentMinor = (session: SessionRow, priced: Priced, now: Date): number => billUntil(session, priced, now).totalMinor;

function marginMinor(desk: Desk, session: SessionRow, priced: Priced, now: Date): number {
  const { tariff, place, vatPercent, currency, point, readings } = priced;
  const usage = usageUntil(session, readings, now);
  const powerW = point.connectors.find(({ id }) => id === session.connector)?.powerW ?? 0;
  if (!usage) return 0;
  return stopMarginMinor({ tariff, place, vatPercent, currency, usage, powerW, intervalS: desk.stations.meterIntervalS });
}
