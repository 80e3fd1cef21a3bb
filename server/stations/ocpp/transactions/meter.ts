import type { MeterReading } from '../../../core/ports/stationPort.ts';
import type { Sample, TransactionUpdate } from '../messages/updates.ts';
import type { Doubt, StoredTransaction } from './storedTransaction.ts';

/** Energy by which a meter value may exceed what the plug can deliver, because meters round and count in steps. */
export const MARGIN_WH = 100;
const POWER_MARGIN = 1.1;
/** Power that is assumed if that of the plug is unknown. */
const UNKNOWN_POWER_W = 400_000;

/**
 * True if the plug can have delivered the energy within `seconds`.
 * @param powerW maximum power of the plug, null if unknown
 */
export function isPlausible(energyWh: number, { seconds, powerW }: { seconds: number; powerW: number | null }): boolean {
  const limitWh = (POWER_MARGIN * (powerW ?? UNKNOWN_POWER_W) * Math.max(seconds, 0)) / 3600 + MARGIN_WH;
  return energyWh >= 0 && energyWh <= limitWh;
}

const secondsBetween = (from: string | Date, to: Date): number => (to.getTime() - new Date(from).getTime()) / 1000;

interface MeterInput {
  changes: TransactionUpdate;
  /** In order of time, by the app's clock. */
  samples: readonly Sample[];
  powerW: number | null;
  isCharging: boolean;
}

interface Metered {
  transaction: StoredTransaction;
  /** The readings that result from the new samples. */
  readings: readonly MeterReading[];
}

/**
 * Determines the register at the start of the session: the station's start value, or else the first reading. A start value is
 * ignored if its zero point differs from that of later readings, because the meter was not ready, or counts each session from
 * zero.
 */
function withBaseline(known: StoredTransaction, { changes, samples, powerW }: MeterInput): StoredTransaction {
  if (known.startedAt === null) {
    const register = samples.findLast(({ registerWh }) => registerWh !== null)?.registerWh ?? null;
    return register === null ? known : { ...known, lastRegisterWh: register };
  }
  const begin = samples.find(({ context, registerWh }) => context === 'begin' && registerWh !== null)?.registerWh ?? null;
  const first = samples.find(({ context, registerWh }) => context !== 'begin' && registerWh !== null);
  const meterStartWh = known.meterStartWh ?? changes.meterStartWh;
  const isOpen = known.last === null;
  let { baselineWh, unbilledWh } = known;
  if (isOpen) baselineWh = begin ?? baselineWh ?? meterStartWh ?? known.lastRegisterWh;
  if (first?.registerWh != null && isOpen) {
    const seconds = secondsBetween(known.startedAt, first.at);
    const isSameZero = baselineWh !== null && isPlausible(first.registerWh - baselineWh, { seconds, powerW });
    if (!isSameZero) {
      baselineWh = first.registerWh;
      unbilledWh = maxBefore(first.registerWh, { seconds, powerW });
    }
  }
  return { ...known, meterStartWh, baselineWh, ...(unbilledWh === undefined ? {} : { unbilledWh }) };
}

/**
 * Returns the maximum energy that may have flowed before the first reading: what the plug can deliver in `seconds`, and no more
 * than the reading itself.
 * @returns undefined if this energy is within the tolerance
 */
function maxBefore(registerWh: number, { seconds, powerW }: { seconds: number; powerW: number | null }): number | undefined {
  const possibleWh = Math.ceil(((powerW ?? UNKNOWN_POWER_W) * Math.max(seconds, 0)) / 3600);
  const maxWh = Math.min(possibleWh, Math.ceil(registerWh));
  return maxWh > MARGIN_WH ? maxWh : undefined;
}

/**
 * Converts a sample to a meter reading of the session. The reading is null if the sample is impossible or contains nothing new.
 */
function applySample(
  known: StoredTransaction,
  sample: Sample,
  input: MeterInput,
): { transaction: StoredTransaction; reading: MeterReading | null } {
  const { startedAt, last } = known;
  const nothing = { transaction: known, reading: null };
  if (startedAt === null || sample.context === 'begin' || secondsBetween(startedAt, sample.at) <= 0) return nothing;
  const doubted = (doubt: Doubt) => ({ transaction: withDoubt(known, doubt), reading: null });
  const isInterval = sample.registerWh === null && sample.intervalWh !== null;
  const intervalsWh = known.intervalsWh + (isInterval ? (sample.intervalWh ?? 0) : 0);
  const register = sample.registerWh !== null && known.baselineWh !== null ? sample.registerWh - known.baselineWh : null;
  const measuredWh = register ?? (isInterval ? intervalsWh : null);
  if (measuredWh === null) return { transaction: withPower(known, sample), reading: null };
  const energyWh = Math.round(measuredWh);
  const { at: lastAt, energyWh: lastWh } = last ?? { at: startedAt, energyWh: 0 };
  const seconds = secondsBetween(lastAt, sample.at);
  const powerW = Math.max(0, Math.round(sample.powerW ?? (seconds > 0 ? ((energyWh - lastWh) * 3600) / seconds : 0)));
  const reading: MeterReading = {
    at: sample.at,
    energyWh,
    powerW: believable(powerW, input.powerW),
    isCharging: input.isCharging,
  };
  // If the sample is late and lies between two others, readings that were already reported do not change.
  if (last !== null && seconds <= 0)
    return seconds < 0 && energyWh >= 0 && energyWh <= lastWh ? { transaction: known, reading } : nothing;
  if (energyWh < lastWh) return doubted('the meter fell');
  if (!isPlausible(energyWh - lastWh, { seconds, powerW: input.powerW })) return doubted('the meter jumped');
  const { registerWh } = sample;
  return {
    transaction: {
      ...known,
      intervalsWh,
      lastRegisterWh: registerWh ?? known.lastRegisterWh,
      last: { at: sample.at.toISOString(), energyWh, powerW: reading.powerW },
    },
    reading,
  };
}

/** Updates the power of the last reading. Power alone makes no new reading and never affects the bill. */
const withPower = (known: StoredTransaction, { powerW }: Sample): StoredTransaction =>
  known.last === null || powerW === null ? known : { ...known, last: { ...known.last, powerW: Math.round(powerW) } };

/** Corrects the power of stations that send watts with the unit kilowatt. An impossible power becomes 0. */
function believable(powerW: number, maxW: number | null): number {
  if (maxW === null || powerW <= 2 * maxW) return powerW;
  return powerW / 1000 <= 2 * maxW ? Math.round(powerW / 1000) : 0;
}

export const withDoubt = (known: StoredTransaction, doubt: Doubt): StoredTransaction =>
  known.doubts.includes(doubt) ? known : { ...known, doubts: [...known.doubts, doubt] };

/** Applies the samples of a message. At most one reading is made per instant, and energy never decreases. */
export function applySamples(known: StoredTransaction, input: MeterInput): Metered {
  let transaction = withBaseline(known, input);
  const readings: MeterReading[] = [];
  for (const sample of input.samples) {
    const applied = applySample(transaction, sample, input);
    transaction = applied.transaction;
    if (applied.reading) readings.push(applied.reading);
  }
  return { transaction, readings };
}
