import type { SignedValue } from '../../../core/ports/stationPort.ts';
import type { Sample, TransactionUpdate } from '../messages/updates.ts';
import { isMessage, listIn, numberIn, textIn } from '../messages/values.ts';
import { isPlausible, MARGIN_WH } from './meter.ts';
import type { Doubt, StoredTransaction } from './storedTransaction.ts';

/** Signed and unsigned may differ by so much: one is rounded. */
export const ROUNDING_WH = 10;

interface FinalEnergyInput {
  news: TransactionUpdate;
  samples: readonly Sample[];
  signedValues: readonly SignedValue[];
  powerW: number | null;
  /** When its last value was read, at the latest. */
  endedAt: Date;
}

/** A stop is carried out within so much: a value of that time is the last. */
const STOPS_WITHIN_MS = 3000;

/** Whether its last value is that of its end, as far as what may have flowed since is no more than rounding. */
export function isLast({ last, endedAt }: StoredTransaction): boolean {
  if (endedAt === null) return true;
  if (last === null) return false;
  const sinceMs = Date.parse(endedAt) - Date.parse(last.at);
  return sinceMs <= STOPS_WITHIN_MS && (last.powerW * sinceMs) / 3_600_000 <= ROUNDING_WH;
}

/** A session that lasts longer has told a value of its meter. */
const VALUES_WITHIN_MS = 150_000;

export type FinalEnergy = { energyWh: number; isSigned?: true } | { doubt: Doubt };

/**
 * The energy to be billed. Begin and end always come from the same source: a register of the meter's life minus a start of
 * zero would bill its whole life. Signed, else as 1.6 says with start and stop, else by the samples at the edges.
 */
export function finalEnergy(known: StoredTransaction, ask: FinalEnergyInput): FinalEnergy {
  const { news, samples, powerW, endedAt } = ask;
  const edge = (context: Sample['context']) =>
    samples.findLast(sample => sample.context === context && sample.registerWh !== null)?.registerWh ?? null;
  const lastRegister = lastIn(samples) ?? known.lastRegisterWh;
  const signedWh = signedSpan(ask.signedValues);
  const pairs: readonly (readonly [beginWh: number | null, endWh: number | null])[] = [
    [known.meterStartWh ?? news.meterStartWh, news.meterStopWh],
    [edge('begin') ?? known.baselineWh, edge('end')],
    [known.baselineWh, news.meterStopWh],
    // A register that is older than the end would not bill what flowed between.
    [known.baselineWh, edge('end') ?? (isLast({ ...known, endedAt: endedAt.toISOString() }) ? lastRegister : lastIn(samples))],
  ];
  const seconds = known.startedAt === null ? 0 : (endedAt.getTime() - Date.parse(known.startedAt)) / 1000;
  const reportedWh = known.last?.energyWh ?? 0;
  const canBe = (energyWh: number): boolean => isPlausible(energyWh, { seconds, powerW }) && energyWh >= reportedWh - ROUNDING_WH;
  const spans = pairs.flatMap(([beginWh, endWh]) => (beginWh !== null && endWh !== null ? [endWh - beginWh] : []));
  const possible = spans.filter(canBe);
  const sinceLast = (endedAt.getTime() - Date.parse(known.last?.at ?? known.startedAt ?? '')) / 1000;
  // A start that was read before the meter was ready stands on another zero point than the values that followed.
  const agreeing = possible.filter(energyWh => isPlausible(Math.max(0, energyWh - reportedWh), { seconds: sinceLast, powerW }));
  const unsigned = agreeing[0] ?? possible[0];
  // A register of the meter's life under a start of zero would bill all of it; where values were told they show which it is.
  const isAlone = known.last === null && edge('begin') === null && seconds * 1000 > VALUES_WITHIN_MS;
  const isUnread = isAlone && (known.meterStartWh ?? news.meterStartWh) === 0;
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

/** What a record in OCMF says was charged between begin and end; null: there is no such record, or not both ends. OCMF §3.2. */
function signedSpan(values: readonly SignedValue[]): number | null {
  const readings = values.filter(({ format }) => format === 'OCMF').flatMap(({ data }) => readingsIn(data));
  const begin = readings.find(({ kind }) => kind === 'B');
  const end = readings.findLast(({ kind }) => ENDS.includes(kind));
  return begin && end ? end.registerWh - begin.registerWh : null;
}

const ENDS = ['E', 'L', 'R', 'A', 'P'];

function readingsIn(record: string): { kind: string; registerWh: number }[] {
  try {
    // The signature follows the last sign of this kind; there is none inside the payload.
    const payload: unknown = JSON.parse(record.slice(record.indexOf('|') + 1, record.lastIndexOf('|')));
    if (!isMessage(payload)) return [];
    let kind = '';
    return listIn(payload.RD).flatMap(reading => {
      // What is left out is as in the reading before.
      kind = textIn(reading.TX) ?? kind;
      const value = numberIn(reading.RV);
      return value === null ? [] : [{ kind, registerWh: textIn(reading.RU) === 'Wh' ? value : value * 1000 }];
    });
  } catch {
    return [];
  }
}
