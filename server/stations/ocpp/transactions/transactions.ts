import { createExclusiveRunner } from '../../../../shared/util/runExclusive.ts';
import type { SessionAnomaly } from '../../../core/ports/stationPort.ts';
import type { TransactionUpdate } from '../messages/updates.ts';
import { type Followed, follow, settle } from './follow.ts';
import { withDoubt } from './meter.ts';
import { withMeterKeys } from './meterKeys.ts';
import {
  claim,
  reportWrongPlug,
  startOf,
  type TransactionsContext,
  type TransactionsDependencies,
  unlessReplaced,
  WRONG_PLUG,
} from './owner.ts';
import { beginsAnew, isOfFormer, setAside, UNWANTED_SESSION_MS } from './reusedIds.ts';
import { notStarted, snapshotOf } from './snapshot.ts';
import {
  type Doubt,
  isOpenStart,
  isSameStart,
  newTransaction,
  type StoredStart,
  type StoredTransaction,
} from './storedTransaction.ts';
import { createTransactionRowStore, type TransactionRows } from './transactionRows.ts';
import { afterFlow, isToStop, noteUnowned } from './unowned.ts';
import { noteUnusableStart } from './unusableStarts.ts';
import { isWrongPlug } from './wrongPlug.ts';

/**
 * True for 60 s after the transaction's first message or the start of its session, whichever is later. The cable may have been
 * plugged in long before the start.
 */
export const isYoung = ({ firstMessageAt, startedAt }: StoredTransaction, now: Date): boolean =>
  now.getTime() - Math.max(Date.parse(firstMessageAt), Date.parse(startedAt ?? firstMessageAt)) < UNWANTED_SESSION_MS;
/** With one of these doubts, the transaction's messages can no longer be attributed to its driver. */
const LEFT: readonly Doubt[] = ['its number was used again', 'at another plug'];

/** Applies messages about transactions, and reports the resulting sessions of the app. */
export function createTransactionStore(dependencies: TransactionsDependencies) {
  const rows = createTransactionRowStore(dependencies);
  const context: TransactionsContext = { ...dependencies, rows };
  // The messages of a station are applied one after the other, and timed checks do not run in between.
  const runExclusively = createExclusiveRunner();
  return {
    load: rows.load,
    startOf: (stationId: string, changes: TransactionUpdate) => startOf(context, stationId, changes),
    signedOf: rows.signedOf,
    /** Stops a transaction that continues although its session is over. */
    end: (stationId: string, transactionId: string): void => void dependencies.stopUnknown(stationId, transactionId),
    /**
     * Applies a message about a transaction. Resolves when the result is stored, because the station discards the message after
     * the response.
     */
    apply: (stationId: string, changes: TransactionUpdate): Promise<StoredTransaction> =>
      runExclusively(stationId, () => applyUpdate(context, stationId, changes)),
    /** Completes stopped transactions that have sent no more messages, and checks those that are assigned to no start. */
    async settleDue(): Promise<void> {
      for (const due of await rows.listDue(dependencies.now()))
        await runExclusively(due.stationId, () => settleOne(context, due)).catch(() =>
          dependencies.note('ocpp session not settled, retrying', { station: due.stationId, transaction: due.transactionId }),
        );
    },
  };
}

export type Transactions = ReturnType<typeof createTransactionStore>;

interface Leaving {
  why: SessionAnomaly;
  doubt: Doubt;
  /** Authorization reference of the start whose driver is affected. */
  reference: string;
}

/**
 * Ends a transaction whose id another start uses, or that runs at another plug than the one that was paid for. Staff must bill
 * it.
 */
async function leave(
  context: TransactionsContext,
  known: StoredTransaction,
  { why, doubt, reference }: Leaving,
): Promise<StoredTransaction> {
  const { rows, starts, listener, now } = context;
  const { stationId, transactionId, authorizationReference, last, startedAt, endedAt } = known;
  context.stopUnknown(stationId, transactionId);
  await listener().reportAnomaly({ why, authorizationReference: reference, session: transactionId });
  if (known.isFinal) return known;
  const ends = endedAt ?? last?.at ?? startedAt ?? now().toISOString();
  const left = withDoubt({ ...known, state: 'ended', endedAt: ends, settleAt: null }, doubt);
  const start = await starts.load(authorizationReference ?? '');
  await reportSession(context, start, {
    transaction: left,
    station: start && snapshotOf(start, left, { since: null, signedValues: [] }),
  });
  await rows.save(known, left, []);
  return left;
}

async function applyUpdate(
  context: TransactionsContext,
  stationId: string,
  reported: TransactionUpdate,
): Promise<StoredTransaction> {
  const { rows, starts, now, offsetMs, stopUnknown } = context;
  const found = await rows.load(stationId, reported.transactionId);
  const { transactionId, evse, connector } = reported;
  const facts = { stationId, transactionId, authorizationReference: null, evse, connector, firstMessageAt: now().toISOString() };
  const requestedStart = await startOf(context, stationId, reported);
  const isAnew = found !== null && requestedStart !== null && beginsAnew(found, reported, requestedStart);
  if (found?.formerId !== undefined && isOfFormer(found, reported))
    return applyUpdate(context, stationId, { ...reported, transactionId: found.formerId });
  const formerId = isAnew ? await setAside(context, found) : null;
  const before = isAnew ? null : found;
  const fresh = { ...newTransaction({ ...facts, offsetMs: offsetMs(stationId) }), ...(formerId === null ? {} : { formerId }) };
  let known = await unlessReplaced(context, before ?? fresh);
  const isOther = requestedStart !== null && known.authorizationReference !== null && !isSameStart(requestedStart, known);
  if (isOther) {
    const reused = { why: 'a second session of one start', doubt: 'its number was used again' } as const;
    return leave(context, known, { ...reused, reference: requestedStart.authorizationReference });
  }
  if (known.doubts.some(doubt => LEFT.includes(doubt))) {
    stopUnknown(stationId, transactionId);
    return known;
  }
  if (requestedStart && known.authorizationReference === null)
    known = isWrongPlug(requestedStart, reported)
      ? await reportWrongPlug(context, known, requestedStart)
      : await claim(context, known, requestedStart);
  // Until the session begins, the current offset of the clock replaces that of the first message.
  if (known.startedAt === null) known = { ...known, offsetMs: offsetMs(stationId) };
  const start = known.authorizationReference === null ? null : await starts.load(known.authorizationReference);
  if (start && isWrongPlug(start, reported)) {
    const wrongPlug = { why: WRONG_PLUG, doubt: 'at another plug' } as const;
    return leave(context, known, { ...wrongPlug, reference: start.authorizationReference });
  }
  const signedBefore = before && reported.phase === 'ended' ? await rows.signedOf(before) : [];
  const update = await withMeterKeys(context, known, reported);
  const requestedAt = start && new Date(start.requestedAt);
  const { station, transaction } = follow(known, update, { now: now(), powerW: powerOf(start), requestedAt, signedBefore });
  const followed = { station, transaction: noteUnowned(transaction, { before, changes: update, now: now() }) };
  // Reported before the rows are stored: if storing fails, the station sends the message again, and a repeated report changes
  // nothing.
  await reportSession(context, start, followed);
  await rows.save(before, followed.transaction, update.signedValues);
  await finish(context, start, before, followed.transaction);
  const isEnded = followed.transaction.state === 'ended';
  // The vehicle charges on, although the session was considered over.
  const goesOn = isEnded && update.phase !== 'ended' && update.activity === 'charging' && !update.isOffline;
  if (goesOn || (!isEnded && (await isUnpaid(context, start, followed.transaction)))) stopUnknown(stationId, transactionId);
  return followed.transaction;
}

/**
 * True if a running transaction must be stopped: its start was given up, its stop was requested, or it is assigned to no start
 * and `isToStop` is true.
 */
async function isUnpaid(
  { starts, now }: TransactionsContext,
  start: StoredStart | null,
  known: StoredTransaction,
): Promise<boolean> {
  if (start) return !isOpenStart(start) || start.isStopWanted;
  const isFlowing = known.unowned?.flowsSince != null;
  return isToStop(known, { now: now(), starts: isFlowing ? await starts.listOpen(known.stationId) : [] });
}

const powerOf = (start: StoredStart | null): number | null => start?.address.plug?.powerW ?? null;

/** Reports the session of a start. A cancelled start is reported only if energy has flowed or the transaction does not stop. */
async function reportSession(
  { listener, now, note }: TransactionsContext,
  start: StoredStart | null,
  { transaction, station }: Followed,
): Promise<void> {
  if (!start || transaction.authorizationReference === null) return;
  if (start.state === 'cancelled') {
    const isNothing = (transaction.last?.energyWh ?? 0) === 0;
    if (isNothing && isYoung(transaction, now())) return;
    note('ocpp session started after timeout', { station: transaction.stationId, transaction: transaction.transactionId });
  }
  if (station) await listener().report(start.authorizationReference, station);
  else if (transaction.state === 'ended') await listener().report(start.authorizationReference, notStarted(start, 'cancelled'));
}

async function finish(
  context: TransactionsContext,
  start: StoredStart | null,
  before: StoredTransaction | null,
  after: StoredTransaction,
) {
  const { starts, note } = context;
  const { stationId, transactionId, state, isFinal, startedAt, doubts } = after;
  for (const doubt of doubts)
    if (!before?.doubts.includes(doubt))
      note('ocpp transaction inconsistent', { station: stationId, transaction: transactionId, doubt });
  if (start && (isFinal || (state === 'ended' && startedAt === null))) await starts.close(start);
  if (start && isFinal && !before?.isFinal && after.unbilledWh) await noteUnusableStart(context, stationId);
}

async function settleOne(
  context: TransactionsContext,
  due: Awaited<ReturnType<TransactionRows['listDue']>>[number],
): Promise<void> {
  const { rows, starts, now, requestMeter } = context;
  const known = await rows.load(due.stationId, due.transactionId);
  if (!known?.settleAt) return rows.forgetDue(due);
  if (known.unowned) return settleUnowned(context, known);
  const start = known.authorizationReference === null ? null : await starts.load(known.authorizationReference);
  const requestedAt = start && new Date(start.requestedAt);
  const followed = settle(known, { now: now(), powerW: powerOf(start), requestedAt, signedBefore: await rows.signedOf(known) });
  await reportSession(context, start, followed);
  await rows.save(known, followed.transaction, []);
  await finish(context, start, known, followed.transaction);
  if (followed.isValueMissing) requestMeter(known);
}

/** Checks a transaction that is assigned to no start, delivers energy, and has sent no further message. */
async function settleUnowned(context: TransactionsContext, known: StoredTransaction): Promise<void> {
  const isStopped = await isUnpaid(context, null, known);
  const isHere = !isStopped || context.stopUnknown(known.stationId, known.transactionId);
  const after = afterFlow(known, { now: context.now(), isStopped, isHere });
  if (after) await context.rows.save(known, after, []);
}
