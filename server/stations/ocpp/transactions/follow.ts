import type { MeterReading, SignedValue, StationSession } from '../../../core/ports/stationPort.ts';
import type { Activity, Sample, TransactionUpdate } from '../messages/updates.ts';
import { finalEnergy, isLast, ROUNDING_WH } from './finalEnergy.ts';
import { timeOf, withClock } from './messageTimes.ts';
import { applySamples, withDoubt } from './meter.ts';
import type { StoredTransaction } from './storedTransaction.ts';

/** What is needed to judge a transaction besides the station's messages. */
export interface FollowFacts {
  now: Date;
  /** Maximum power of the plug in W. Null: unknown. */
  powerW: number | null;
  /** When the app requested the start. Null: the app has not requested the transaction. */
  requestedAt: Date | null;
  /** Signed records of earlier messages. Needed only for the energy at the end. */
  signedBefore: readonly SignedValue[];
}

export interface Followed {
  transaction: StoredTransaction;
  /**
   * The report, with new meter readings only. Null: the app has not requested the transaction, or no vehicle is plugged in yet.
   */
  station: StationSession | null;
}

/** How long energy may still flow after a stop. The transaction itself may go on until the cable is unplugged. */
const SETTLES_MS = 60_000;
/** If the last meter reading is missing for this long, it will not arrive any more, and staff are alerted. */
export const LAST_VALUE_WITHIN_MS = 15 * 60_000;
/** Meter readings that are taken later than this after the end of a session do not belong to it. */
const AFTER_END_MS = 60_000;

const later = (at: Date, ms: number): Date => new Date(at.getTime() + ms);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Applies an update to a transaction. Idempotent: applying the same message twice changes nothing. */
export function follow(before: StoredTransaction, changes: TransactionUpdate, facts: FollowFacts): Followed {
  const known = withClock(before, changes, facts);
  const corrected = (at: Date): Date => earlier(later(at, known.offsetMs), facts.now);
  const time = timeOf(known, changes, facts);
  const at = time ?? facts.now;
  // Once the final energy of a transaction is known, samples change nothing.
  const reported = known.isFinal ? [] : changes.samples;
  const samples = reported.map(sample => ({ ...sample, at: corrected(sample.at) }));
  // A late message may add energy, but does not change the state.
  const isNewest = changes.seqNo === null || changes.seqNo > known.topSeqNo;
  let next: StoredTransaction = {
    ...known,
    evse: known.evse ?? changes.evse,
    connector: known.connector ?? changes.connector,
    topSeqNo: Math.max(known.topSeqNo, changes.seqNo ?? -1),
    meterStartWh: known.meterStartWh ?? changes.meterStartWh,
  };
  if (isNewest && changes.activity !== null) next = { ...next, activity: changes.activity };
  next = withStart(next, changes, at);
  const isRunning = next.state !== 'ended';
  const { transaction, readings } = applySamples(next, {
    changes,
    samples: isRunning ? samples : samplesAfterEnd(next, samples),
    powerW: facts.powerW,
    isCharging: isDrawing(next.activity, next.hasCharged),
  });
  next = isRunning && isNewest ? withState(transaction) : transaction;
  const ended = ending(next, { changes, samples, time, facts });
  next = ended.transaction;
  const all = [...firstReading(known, next), ...readings, ...ended.readings, ...afterEnd(known, changes, facts.now)];
  return { transaction: next, station: stationOf(next, { readings: all, changes, samples }) };
}

/**
 * Selects the samples that count after the end of a session. While the last reading is awaited, all samples count, but a time
 * after the end becomes the time of the end. Afterwards, only samples up to a minute after the end count.
 */
function samplesAfterEnd({ endedAt, settleAt }: StoredTransaction, samples: readonly Sample[]): readonly Sample[] {
  const end = new Date(endedAt ?? 0);
  if (settleAt === null) return samples.filter(({ at }) => at <= later(end, AFTER_END_MS));
  return samples.map(sample => ({ ...sample, at: earlier(sample.at, end) }));
}

/**
 * Begins the session once the transaction is assigned to a start and a vehicle is plugged in. Earlier time and energy are not
 * billed.
 */
function withStart(known: StoredTransaction, changes: TransactionUpdate, at: Date): StoredTransaction {
  if (known.startedAt !== null || known.authorizationReference === null) return known;
  const isThere = known.activity === null ? changes.phase === 'started' : known.activity !== 'no vehicle';
  const isOver = changes.phase === 'ended' && changes.samples.length === 0 && changes.meterStopWh === null;
  // The message about the end may have arrived before the one about the start.
  const state = known.state === 'ended' ? known.state : 'charging';
  return isThere && !isOver ? { ...known, startedAt: at.toISOString(), state } : known;
}

/**
 * False while the vehicle requests no power. During a pause by the station it is true, because the driver must not pay a parking
 * fee for that.
 */
const isDrawing = (activity: Activity | null, hasCharged: boolean): boolean =>
  activity !== 'paused by the vehicle' && !(hasCharged && (activity === 'connected' || activity === 'no vehicle'));

function withState(known: StoredTransaction): StoredTransaction {
  if (known.startedAt === null) return known;
  const { activity } = known;
  const hasCharged = known.hasCharged || activity === 'charging' || (known.last?.energyWh ?? 0) > 0;
  return { ...known, hasCharged, state: isDrawing(activity, hasCharged) ? 'charging' : 'paused' };
}

/** Returns the first reading of a session: no energy, at the exact time of the start. */
const firstReading = (known: StoredTransaction, { startedAt, activity }: StoredTransaction): readonly MeterReading[] =>
  known.startedAt === null && startedAt !== null
    ? [{ at: new Date(startedAt), energyWh: 0, powerW: 0, isCharging: isDrawing(activity, false) }]
    : [];

interface EndInput {
  changes: TransactionUpdate;
  samples: readonly Sample[];
  /** Time of the message. Null: missing or impossible. */
  time: Date | null;
  facts: FollowFacts;
}

function ending(
  known: StoredTransaction,
  { changes, samples, time, facts }: EndInput,
): { transaction: StoredTransaction; readings: readonly MeterReading[] } {
  const nothing = { transaction: known, readings: [] };
  if (changes.phase !== 'ended' && changes.stop === null) return nothing;
  if (known.isFinal) return secondStop(known, changes, facts.now);
  // A stop does not end a transaction that the app has not requested: the cable is still plugged in, and a later start may claim
  // the transaction.
  if (changes.phase !== 'ended' && known.authorizationReference === null) return nothing;
  const at = time ?? facts.now;
  if (known.startedAt === null) return { ...nothing, transaction: { ...known, state: 'ended', endedAt: iso(at) } };
  const lastAt = new Date(known.last?.at ?? known.startedAt);
  // After a power loss it is unknown what happened before the end, so the time after the last reading is not billed. The same
  // applies if the end has no time.
  const isTimed = time !== null || changes.phase !== 'ended' || changes.stop === 'gone';
  const lastKnownAt = (changes.reason === 'PowerLoss' && known.last !== null) || !isTimed ? lastAt : at;
  const reported = known.endedAt === null ? lastKnownAt : new Date(known.endedAt);
  const endedAt = reported < lastAt ? lastAt : reported;
  const ended: StoredTransaction = { ...known, state: 'ended', endedAt: endedAt.toISOString() };
  if (changes.stop === 'gone') return { ...nothing, transaction: ended };
  // After this time, no more energy is expected, although the transaction may continue until the cable is unplugged.
  const settleAt = known.settleAt ?? iso(later(facts.now, SETTLES_MS));
  // Counted from the receipt, because after an outage of the app the end may be long ago.
  const settleBy = known.settleBy ?? iso(later(facts.now, LAST_VALUE_WITHIN_MS));
  if (changes.phase !== 'ended') return { ...nothing, transaction: { ...ended, settleAt, settleBy } };
  // If the end has no time, the energy is checked against the time of the receipt.
  const readAt = isTimed || known.endedAt !== null ? endedAt : facts.now;
  return finished(ended, { changes, samples, readAt, facts });
}

function finished(known: StoredTransaction, { changes, samples, readAt, facts }: Omit<EndInput, 'time'> & { readAt: Date }) {
  const signedValues = [...facts.signedBefore, ...changes.signedValues];
  const final = finalEnergy(known, { changes, samples, signedValues, powerW: facts.powerW, endedAt: readAt });
  if ('doubt' in final) return { transaction: { ...withDoubt(known, final.doubt), settleAt: null }, readings: [] };
  const { energyWh, isSigned } = final;
  const unbilled = isSigned && known.unbilledWh ? { unbilledWh: 0 } : {};
  const last = { at: readAt.toISOString(), energyWh, powerW: 0 };
  const isCharging = isDrawing(known.activity, known.hasCharged);
  return {
    transaction: { ...known, ...unbilled, settleAt: null, isFinal: true, finalWh: energyWh, last },
    readings: [{ at: readAt, energyWh, powerW: 0, isCharging }],
  };
}

/**
 * Completes a stopped transaction that sends no more messages: the register at the stop becomes the final one. If the last
 * reading is older than the stop, it would omit energy, so a new one is requested and awaited.
 */
export function settle(known: StoredTransaction, facts: FollowFacts): Followed & { isValueMissing: boolean } {
  const isMissing = !isLast(known);
  if (isMissing && known.settleBy != null && new Date(known.settleBy) < facts.now)
    return { transaction: { ...withDoubt(known, 'no last value'), settleAt: null }, station: null, isValueMissing: false };
  if (isMissing)
    return { transaction: { ...known, settleAt: iso(later(facts.now, SETTLES_MS)) }, station: null, isValueMissing: true };
  const update: TransactionUpdate = { ...NOTHING, transactionId: known.transactionId };
  const readAt = new Date(known.endedAt ?? 0);
  const { transaction, readings } = finished(known, { changes: update, samples: [], readAt, facts });
  return { transaction, station: stationOf(transaction, { readings, changes: update, samples: [] }), isValueMissing: false };
}

export const NOTHING: TransactionUpdate = {
  phase: 'updated',
  transactionId: '',
  token: null,
  remoteStartId: null,
  at: null,
  evse: null,
  connector: null,
  activity: null,
  samples: [],
  meterStartWh: null,
  meterStopWh: null,
  signedValues: [],
  isOffline: false,
  seqNo: null,
  stop: null,
  reason: null,
};

/** Returns a reading if energy has flowed after the bill was final. The bill does not change, and staff are alerted. */
function afterEnd(
  { isFinal, baselineWh, finalWh }: StoredTransaction,
  changes: TransactionUpdate,
  at: Date,
): readonly MeterReading[] {
  if (!isFinal || changes.phase === 'ended' || baselineWh === null || finalWh === null) return [];
  const registersWh = changes.samples.flatMap(({ registerWh }) => (registerWh === null ? [] : [registerWh]));
  const energyWh = Math.max(...registersWh) - baselineWh;
  return energyWh > finalWh + ROUNDING_WH ? [{ at, energyWh, powerW: 0, isCharging: false }] : [];
}

/** Compares a second end with the first, which is billed. If they differ, staff are told both values. */
function secondStop(known: StoredTransaction, { meterStopWh, samples }: TransactionUpdate, at: Date) {
  const { meterStartWh, baselineWh, finalWh } = known;
  const endWh = meterStopWh ?? samples.findLast(({ registerWh }) => registerWh !== null)?.registerWh ?? null;
  // The end is compared with both start values, because their zero points may differ.
  const spansWh = [meterStartWh, baselineWh].flatMap(beginWh => (endWh === null || beginWh === null ? [] : [endWh - beginWh]));
  const energyWh = spansWh.at(-1);
  const isSame = spansWh.some(spanWh => Math.abs(spanWh - (finalWh ?? spanWh)) <= ROUNDING_WH);
  if (isSame || energyWh === undefined) return { transaction: known, readings: [] };
  const reading = { at, energyWh: Math.max(0, energyWh), powerW: 0, isCharging: false };
  return { transaction: withDoubt(known, 'stopped twice with different values'), readings: [reading] };
}

interface StationInput {
  readings: readonly MeterReading[];
  changes: TransactionUpdate;
  samples: readonly Sample[];
}

function stationOf(known: StoredTransaction, { readings, changes, samples }: StationInput): StationSession | null {
  const { authorizationReference, startedAt, endedAt, unbilledWh } = known;
  if (authorizationReference === null || startedAt === null) return null;
  const reported = samples.findLast(({ battery }) => battery !== null);
  const battery = reported?.battery ? { at: reported.at.toISOString(), ...reported.battery } : null;
  return {
    authorizationReference,
    state: known.state,
    startedAt: new Date(startedAt),
    endedAt: endedAt === null ? null : new Date(endedAt),
    readings: readings.toSorted((a, b) => a.at.getTime() - b.at.getTime()),
    signedValues: changes.signedValues,
    isFinal: known.isFinal,
    ...(battery ? { battery } : {}),
    ...(unbilledWh === undefined ? {} : { unbilledWh }),
  };
}
