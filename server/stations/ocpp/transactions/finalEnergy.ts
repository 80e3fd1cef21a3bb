import type { SignedValue } from '../../../core/ports/stationPort.ts';
import type { Sample, TransactionUpdate } from '../messages/updates.ts';
import { isMessage, listIn, type Message, numberIn, textIn } from '../messages/values.ts';
import { isPlausible, MARGIN_WH } from './meter.ts';
import type { Doubt, StoredTransaction } from './storedTransaction.ts';

/** Signed and unsigned energy may differ by this much, because one of them is rounded. */
export const ROUNDING_WH = 10;

interface FinalEnergyInput {
  changes: TransactionUpdate;
  samples: readonly Sample[];
  signedValues: readonly SignedValue[];
  powerW: number | null;
  /** The latest possible time of the last meter reading. */
  endedAt: Date;
}

/** A meter reading that is at most this old at the end counts as the last one, because a stop takes effect within this time. */
const STOPS_WITHIN_MS = 3000;

/** True if no energy beyond a rounding difference can have flowed between the last meter reading and the end. */
export function isLast({ last, endedAt }: StoredTransaction): boolean {
  if (endedAt === null) return true;
  if (last === null) return false;
  const sinceMs = Date.parse(endedAt) - Date.parse(last.at);
  return sinceMs <= STOPS_WITHIN_MS && (last.powerW * sinceMs) / 3_600_000 <= ROUNDING_WH;
}

/** A session that is longer than this has normally sent a meter reading. */
const VALUES_WITHIN_MS = 150_000;

export type FinalEnergy = { energyWh: number; isSigned?: true } | { doubt: Doubt };

/**
 * Computes the energy to bill. Start and end always come from the same source: a register that counts for the meter's whole life
 * must not be combined with a start of zero. The order is: the signed record, meterStart and meterStop of OCPP 1.6, the samples
 * at start and end.
 * @returns a doubt if no source is reliable
 */
export function finalEnergy(known: StoredTransaction, input: FinalEnergyInput): FinalEnergy {
  const { changes, samples, powerW, endedAt } = input;
  const edge = (context: Sample['context']) =>
    samples.findLast(sample => sample.context === context && sample.registerWh !== null)?.registerWh ?? null;
  const lastRegister = lastIn(samples) ?? known.lastRegisterWh;
  const signedWh = signedSpan(input.signedValues);
  const pairs: readonly (readonly [beginWh: number | null, endWh: number | null])[] = [
    [known.meterStartWh ?? changes.meterStartWh, changes.meterStopWh],
    [edge('begin') ?? known.baselineWh, edge('end')],
    [known.baselineWh, changes.meterStopWh],
    // The last register counts only if it was read at the end. An earlier one would omit the energy that has flowed since.
    [known.baselineWh, edge('end') ?? (isLast({ ...known, endedAt: endedAt.toISOString() }) ? lastRegister : lastIn(samples))],
  ];
  const seconds = known.startedAt === null ? 0 : (endedAt.getTime() - Date.parse(known.startedAt)) / 1000;
  const reportedWh = known.last?.energyWh ?? 0;
  const canBe = (energyWh: number): boolean => isPlausible(energyWh, { seconds, powerW }) && energyWh >= reportedWh - ROUNDING_WH;
  const spans = pairs.flatMap(([beginWh, endWh]) => (beginWh !== null && endWh !== null ? [endWh - beginWh] : []));
  const possible = spans.filter(canBe);
  const sinceLast = (endedAt.getTime() - Date.parse(known.last?.at ?? known.startedAt ?? '')) / 1000;
  // If the meter was not ready at the start, its start value has another zero point than the readings that follow.
  const agreeing = possible.filter(energyWh => isPlausible(Math.max(0, energyWh - reportedWh), { seconds: sinceLast, powerW }));
  const unsigned = agreeing[0] ?? possible[0];
  // If the start value is zero but the register counts for the meter's whole life, the energy of that whole life would be billed.
  // Only readings in between show which kind of register this is.
  const isAlone = known.last === null && edge('begin') === null && seconds * 1000 > VALUES_WITHIN_MS;
  const isUnread = isAlone && (known.meterStartWh ?? changes.meterStartWh) === 0;
  if (signedWh !== null) {
    if (!canBe(signedWh)) return { doubt: 'the signed record says otherwise' };
    if (unsigned !== undefined && Math.abs(unsigned - signedWh) > ROUNDING_WH)
      return { doubt: 'the signed record says otherwise' };
    return { energyWh: Math.max(Math.round(signedWh), reportedWh), isSigned: true };
  }
  if (isUnread) return { doubt: 'no first value' };
  if (known.last !== null && Math.max(...agreeing) - Math.min(...agreeing) > MARGIN_WH) return { doubt: 'no first value' };
  if (unsigned !== undefined && !known.doubts.includes('the meter fell'))
    return { energyWh: Math.max(Math.round(unsigned), reportedWh) };
  if (known.startedAt === null || (known.baselineWh === null && known.meterStartWh === null)) return { doubt: 'no first value' };
  return { doubt: known.doubts.includes('the meter fell') ? 'the meter fell' : 'no last value' };
}

const lastIn = (samples: readonly Sample[]): number | null =>
  samples.findLast(({ registerWh }) => registerWh !== null)?.registerWh ?? null;

/**
 * Returns the energy between start and end by OCMF records, in Wh (OCMF §3.2). If a record contains several registers, the first
 * that does not count exported energy is used at both ends. Null: there is no OCMF record, or an end is missing.
 */
function signedSpan(values: readonly SignedValue[]): number | null {
  const readings = values.filter(({ format }) => format === 'OCMF').flatMap(({ data }) => readingsIn(data));
  const begins = readings.filter(({ kind }) => kind === 'B');
  const begin = begins.find(({ register }) => !EXPORT.test(register)) ?? begins[0];
  const end = readings.findLast(({ kind, register }) => ENDS.includes(kind) && register === begin?.register);
  return begin && end ? end.registerWh - begin.registerWh : null;
}

const ENDS = ['E', 'L', 'R', 'A', 'P'];
/** Matches OBIS codes of exported energy: 2.8.0, and C0 to C3 of OCMF. */
const EXPORT = /:(0?2|C[0-3])\.0?8\./;
/** Units of energy that OCMF defines, in Wh. A record without a unit counts as kWh. */
const WH_IN: Readonly<Record<string, number>> = { Wh: 1, kWh: 1000 };

function readingsIn(record: string): { kind: string; register: string; registerWh: number }[] {
  try {
    // The payload is the text between the first and the last '|'. The signature follows it.
    const payload: unknown = JSON.parse(record.slice(record.indexOf('|') + 1, record.lastIndexOf('|')));
    if (!isMessage(payload)) return [];
    let fields: Message = {};
    return listIn(payload.RD).flatMap(reading => {
      // A reading omits fields that are the same as in the previous reading.
      fields = { ...fields, ...reading };
      const [value, factor] = [numberIn(reading.RV), WH_IN[textIn(fields.RU) ?? 'kWh']];
      if (value === null || factor === undefined) return [];
      return [{ kind: textIn(fields.TX) ?? '', register: textIn(fields.RI) ?? '', registerWh: value * factor }];
    });
  } catch {
    return [];
  }
}
