import { createExclusiveRunner } from '../../../../shared/util/runExclusive.ts';
import type { OddityListener, SessionOddity, StationListener } from '../../../core/ports/stationPort.ts';
import type { OcppStore } from '../chargePoints/storage.ts';
import type { TransactionNews } from '../messages/updates.ts';
import { type Followed, follow, settle } from './follow.ts';
import { withDoubt } from './meter.ts';
import { type MeterKeys, withMeterKeys } from './meterKeys.ts';
import { beginsAnew, isOfFormer, STRAY_MS, setAside } from './reusedIds.ts';
import { notStarted, snapshotOf } from './snapshot.ts';
import type { Starts } from './starts.ts';
import {
  type Doubt,
  isOpenStart,
  isSameStart,
  type KeptStart,
  type KeptTransaction,
  newTransaction,
} from './storedTransaction.ts';
import { keepTransactionRows, type TransactionRows } from './transactionRows.ts';
import { afterFlow, disowned, isToStop, noteUnowned, withoutUnowned } from './unowned.ts';
import { noteUnusableStart, type UnusableStarts } from './unusableStarts.ts';
import { isElsewhere } from './wrongPlug.ts';

interface TransactionsDependencies extends UnusableStarts, MeterKeys {
  store: OcppStore;
  starts: Starts;
  listener(): StationListener & OddityListener;
  now(): Date;
  /** By so much a station's clock is behind ours. */
  offsetMs(stationId: string): number;
  /** Ends a transaction that is not paid for, and again while it goes on. Answers whether its station is connected here. */
  stopStray(stationId: string, transactionId: string): boolean;
  /** Takes back a stop that was not sent yet: its transaction has an owner. */
  takeBackStop(stationId: string, transactionId: string): void;
  /** Has the station say what its meter says, without waiting for it. */
  askMeter(transaction: KeptTransaction): void;
  note(event: string, facts: Readonly<Record<string, string>>): void;
}

type Desk = TransactionsDependencies & { rows: TransactionRows };

/** Since its driver's start, where the cable was there before. */
export const isYoung = ({ heardAt, startedAt }: KeptTransaction, now: Date): boolean =>
  now.getTime() - Math.max(Date.parse(heardAt), Date.parse(startedAt ?? heardAt)) < STRAY_MS;
const ELSEWHERE = 'a session of one start at another plug';
/** Nothing that is told under it can be known to be its driver's. */
const LEFT: readonly Doubt[] = ['its number was used again', 'at another plug'];

/** Transactions of stations, and what becomes of our sessions by them. */
export function keepTransactions(dependencies: TransactionsDependencies) {
  const rows = keepTransactionRows(dependencies);
  const desk: Desk = { ...dependencies, rows };
  // Messages of a station come one after the other; what is done by the clock must not come between.
  const runExclusively = createExclusiveRunner();
  return {
    load: rows.load,
    startOf: (stationId: string, news: TransactionNews) => startOf(desk, stationId, news),
    signedOf: rows.signedOf,
    /** Ends what its station goes on with although it is over. */
    end: (stationId: string, transactionId: string): void => void dependencies.stopStray(stationId, transactionId),
    /** Takes a message about a transaction. It is answered when this has resolved, so that what was answered is written down. */
    take: (stationId: string, news: TransactionNews): Promise<KeptTransaction> =>
      runExclusively(stationId, () => take(desk, stationId, news)),
    /** Ends what was stopped some time ago and has said no more. */
    async settleDue(): Promise<void> {
      for (const due of await rows.listDue(dependencies.now()))
        await runExclusively(due.stationId, () => settleOne(desk, due)).catch(() =>
          dependencies.note('ocpp session not settled', { station: due.stationId, transaction: due.transactionId }),
        );
    },
  };
}

export type Transactions = ReturnType<typeof keepTransactions>;

/** Whose it is, by its token or by the number of the start it follows. */
async function startOf(
  { starts }: Desk,
  stationId: string,
  { token, remoteStartId }: TransactionNews,
): Promise<KeptStart | null> {
  const byToken = token === null ? null : await starts.load(token);
  if (byToken?.stationId === stationId) return byToken;
  return remoteStartId === null ? null : starts.findByRemoteId(stationId, remoteStartId);
}

/** One start has one transaction; another takes its place only where the first came to nothing. */
async function claim(
  { starts, rows, listener, stopStray, takeBackStop }: Desk,
  known: KeptTransaction,
  start: KeptStart,
): Promise<KeptTransaction> {
  const { stationId, transactionId } = known;
  const { authorizationReference } = start;
  const former = start.transactionId === null ? null : await rows.load(stationId, start.transactionId);
  const isFirst = former?.transactionId !== transactionId && former?.authorizationReference === authorizationReference;
  const isOver = former?.state === 'ended' || (former?.last?.energyWh ?? 0) > 0;
  if (former && isFirst && (isOver || former.heardAt > known.heardAt)) {
    await listener().reportOddity({ why: 'a second session of one start', authorizationReference, session: transactionId });
    stopStray(stationId, transactionId);
    return known;
  }
  if (start.transactionId !== transactionId) await starts.begun(authorizationReference, transactionId);
  if (known.unowned) takeBackStop(stationId, transactionId);
  return { ...withoutUnowned(known), authorizationReference };
}

/** It is nobody's: its start is for another plug. */
async function turnAway({ listener }: Desk, known: KeptTransaction, { authorizationReference }: KeptStart) {
  await listener().reportOddity({ why: ELSEWHERE, authorizationReference, session: known.transactionId });
  return known;
}

interface Leaving {
  why: SessionOddity;
  doubt: Doubt;
  /** Whose driver has to do with it. */
  reference: string;
}

/** Nothing of it is billed without a person: another start runs under its number, or it is not where its driver has paid. */
async function leave(desk: Desk, known: KeptTransaction, { why, doubt, reference }: Leaving): Promise<KeptTransaction> {
  const { rows, starts, listener, now } = desk;
  const { stationId, transactionId, authorizationReference, last, startedAt, endedAt } = known;
  desk.stopStray(stationId, transactionId);
  await listener().reportOddity({ why, authorizationReference: reference, session: transactionId });
  if (known.isFinal) return known;
  const ends = endedAt ?? last?.at ?? startedAt ?? now().toISOString();
  const left = withDoubt({ ...known, state: 'ended', endedAt: ends, settleAt: null }, doubt);
  const start = await starts.load(authorizationReference ?? '');
  await tell(desk, start, { transaction: left, station: start && snapshotOf(start, left, { since: null, signedValues: [] }) });
  await rows.save(known, left, []);
  return left;
}

/** What becomes of a transaction whose start has another one since: it is nobody's. */
async function unlessReplaced({ starts }: Desk, known: KeptTransaction): Promise<KeptTransaction> {
  const start = known.authorizationReference === null ? null : await starts.load(known.authorizationReference);
  const isReplaced = start !== null && start.transactionId !== null && start.transactionId !== known.transactionId;
  return isReplaced ? disowned(known) : known;
}

async function take(desk: Desk, stationId: string, told: TransactionNews): Promise<KeptTransaction> {
  const { rows, starts, now, offsetMs, stopStray } = desk;
  const found = await rows.load(stationId, told.transactionId);
  const { transactionId, evse, connector } = told;
  const facts = { stationId, transactionId, authorizationReference: null, evse, connector, heardAt: now().toISOString() };
  const asked = await startOf(desk, stationId, told);
  const isAnew = found !== null && asked !== null && beginsAnew(found, told, asked);
  if (found?.formerId !== undefined && isOfFormer(found, told))
    return take(desk, stationId, { ...told, transactionId: found.formerId });
  const formerId = isAnew ? await setAside(desk, found) : null;
  const before = isAnew ? null : found;
  const fresh = { ...newTransaction({ ...facts, offsetMs: offsetMs(stationId) }), ...(formerId === null ? {} : { formerId }) };
  let known = await unlessReplaced(desk, before ?? fresh);
  const isOther = asked !== null && known.authorizationReference !== null && !isSameStart(asked, known);
  if (isOther) {
    const reused = { why: 'a second session of one start', doubt: 'its number was used again' } as const;
    return leave(desk, known, { ...reused, reference: asked.authorizationReference });
  }
  if (known.doubts.some(doubt => LEFT.includes(doubt))) {
    stopStray(stationId, transactionId);
    return known;
  }
  if (asked && known.authorizationReference === null)
    known = isElsewhere(asked, told) ? await turnAway(desk, known, asked) : await claim(desk, known, asked);
  // Nothing of it counts yet: what is known of the clock by now is better than what was known when it was opened.
  if (known.startedAt === null) known = { ...known, offsetMs: offsetMs(stationId) };
  const start = known.authorizationReference === null ? null : await starts.load(known.authorizationReference);
  if (start && isElsewhere(start, told)) {
    const elsewhere = { why: ELSEWHERE, doubt: 'at another plug' } as const;
    return leave(desk, known, { ...elsewhere, reference: start.authorizationReference });
  }
  const signedBefore = before && told.phase === 'ended' ? await rows.signedOf(before) : [];
  const news = await withMeterKeys(desk, known, told);
  const requestedAt = start && new Date(start.askedAt);
  const { station, transaction } = follow(known, news, { now: now(), powerW: powerOf(start), requestedAt, signedBefore });
  const followed = { station, transaction: noteUnowned(transaction, { before, news, now: now() }) };
  // Told first: what was not written down is sent again, and told again changes nothing.
  await tell(desk, start, followed);
  await rows.save(before, followed.transaction, news.signedValues);
  await finish(desk, start, before, followed.transaction);
  const isEnded = followed.transaction.state === 'ended';
  // What was taken for over charges on.
  const goesOn = isEnded && news.phase !== 'ended' && news.activity === 'charging' && !news.isOffline;
  if (goesOn || (!isEnded && (await isUnpaid(desk, start, followed.transaction)))) stopStray(stationId, transactionId);
  return followed.transaction;
}

/** Whether a transaction that goes on is stopped: its start is not wanted any more, or it has no owner and more than a cable. */
async function isUnpaid({ starts, now }: Desk, start: KeptStart | null, known: KeptTransaction): Promise<boolean> {
  if (start) return !isOpenStart(start) || start.isStopWanted;
  const isFlowing = known.unowned?.flowsSince != null;
  return isToStop(known, { now: now(), starts: isFlowing ? await starts.listOpen(known.stationId) : [] });
}

const powerOf = (start: KeptStart | null): number | null => start?.address.plug?.powerW ?? null;

/** What became of our start. What was given up is told only when it costs somebody energy or goes on. */
async function tell({ listener, now, note }: Desk, start: KeptStart | null, { transaction, station }: Followed): Promise<void> {
  if (!start || transaction.authorizationReference === null) return;
  if (start.state === 'cancelled') {
    const isNothing = (transaction.last?.energyWh ?? 0) === 0;
    if (isNothing && isYoung(transaction, now())) return;
    note('ocpp late start', { station: transaction.stationId, transaction: transaction.transactionId });
  }
  if (station) await listener().report(start.authorizationReference, station);
  else if (transaction.state === 'ended') await listener().report(start.authorizationReference, notStarted(start, 'cancelled'));
}

async function finish(desk: Desk, start: KeptStart | null, before: KeptTransaction | null, after: KeptTransaction) {
  const { starts, note } = desk;
  const { stationId, transactionId, state, isFinal, startedAt, doubts } = after;
  for (const doubt of doubts)
    if (!before?.doubts.includes(doubt)) note('ocpp doubt', { station: stationId, transaction: transactionId, doubt });
  if (start && (isFinal || (state === 'ended' && startedAt === null))) await starts.close(start);
  if (start && isFinal && !before?.isFinal && after.unbilledWh) await noteUnusableStart(desk, stationId);
}

async function settleOne(desk: Desk, due: Awaited<ReturnType<TransactionRows['listDue']>>[number]): Promise<void> {
  const { rows, starts, now, askMeter } = desk;
  const known = await rows.load(due.stationId, due.transactionId);
  if (!known?.settleAt) return rows.forgetDue(due);
  if (known.unowned) return settleUnowned(desk, known);
  const start = known.authorizationReference === null ? null : await starts.load(known.authorizationReference);
  const requestedAt = start && new Date(start.askedAt);
  const followed = settle(known, { now: now(), powerW: powerOf(start), requestedAt, signedBefore: await rows.signedOf(known) });
  await tell(desk, start, followed);
  await rows.save(known, followed.transaction, []);
  await finish(desk, start, known, followed.transaction);
  if (followed.isValueMissing) askMeter(known);
}

/** Energy flows without an owner, and no further message has come. */
async function settleUnowned(desk: Desk, known: KeptTransaction): Promise<void> {
  const isStopped = await isUnpaid(desk, null, known);
  const isHere = !isStopped || desk.stopStray(known.stationId, known.transactionId);
  const after = afterFlow(known, { now: desk.now(), isStopped, isHere });
  if (after) await desk.rows.save(known, after, []);
}
