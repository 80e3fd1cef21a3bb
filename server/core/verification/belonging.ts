import type { BillReason } from '../../../shared/charging/receipt.ts';
import { readEvseId } from '../../../shared/model/evseId.ts';
import type { SignedValue } from '../ports/stationPort.ts';
import type { SignedReading } from './meterValues.ts';
import type { OcmfRecord } from './ocmf.ts';

/** A parsed record with the context and the key that the station has sent with it. */
export interface ReadRecord extends Pick<SignedValue, 'context' | 'publicKey'> {
  record: OcmfRecord;
}

/** The first and the last reading of a session, and reasons to doubt that they belong together. */
export interface Span {
  begin: SignedReading | null;
  end: SignedReading | null;
  meterId: string | null;
  /** Thousandths of a Wh. */
  milliWh: number | null;
  reasons: readonly BillReason[];
}

export function spanOf(records: readonly ReadRecord[], { evseId }: { evseId: string }): Span {
  const begins = ofKind(records, 'begin');
  const ends = ofKind(records, 'end');
  const [begin = null, end = null] = [begins[0]?.reading, ends[0]?.reading];
  const milliWh = begin?.milliWh == null || end?.milliWh == null ? null : end.milliWh - begin.milliWh;
  const isClear = areAlike(begins) && areAlike(ends) && milliWh !== null && begin?.at != null && end?.at != null;
  const found: Readonly<Record<string, boolean>> = {
    incomplete: !isClear,
    order: isOutOfOrder({ begins, ends, milliWh }) || records.some(isInWrongContext),
    meter: areMixed(records),
    unit: begin !== null && end !== null && (begin.unit !== end.unit || begin.register !== end.register),
    point: records.some(({ record }) => isOtherEvse(record.values.evseId, evseId)),
    'meter-state': [...begins, ...ends].some(({ reading }) => reading.isFaulty),
  };
  const reasons = (Object.keys(found) as BillReason[]).filter(reason => found[reason]);
  return { begin, end, meterId: records[0]?.record.values.meterId ?? null, milliWh, reasons };
}

interface Placed {
  reading: SignedReading;
  record: OcmfRecord;
}

const ofKind = (records: readonly ReadRecord[], kind: SignedReading['kind']): Placed[] =>
  records.flatMap(({ record }) =>
    record.values.readings.filter(reading => reading.kind === kind).map(reading => ({ reading, record })),
  );

/** The last record often repeats the first reading. */
function areAlike([first, ...others]: readonly Placed[]): boolean {
  return others.every(({ reading }) => reading.at === first?.reading.at && reading.milliWh === first.reading.milliWh);
}

function isOutOfOrder({ begins, ends, milliWh }: { begins: readonly Placed[]; ends: readonly Placed[]; milliWh: number | null }) {
  const [begin, end] = [begins[0], ends[0]];
  if (!begin || !end) return false;
  if (milliWh !== null && milliWh < 0) return true;
  if (begin.reading.at !== null && end.reading.at !== null && begin.reading.at > end.reading.at) return true;
  const [from, to] = [begin.record.values.page, end.record.values.page];
  if (begin.record === end.record || !from || !to) return false;
  return from.series !== to.series || from.number >= to.number;
}

/** A record sent as Transaction.Begin must not contain an end reading. A record sent as Transaction.End must contain one. */
function isInWrongContext({ context, record }: ReadRecord): boolean {
  const kinds = record.values.readings.map(({ kind }) => kind);
  if (context === 'Transaction.Begin') return kinds.includes('end');
  return context === 'Transaction.End' && kinds.includes('begin') && !kinds.includes('end');
}

const areMixed = (records: readonly ReadRecord[]): boolean =>
  [
    records.map(({ record }) => record.values.meterId),
    records.map(({ publicKey }) => publicKey?.replace(/\s+/g, '') ?? null),
  ].some(names => new Set(names.filter(name => name !== null)).size > 1);

/** Only EVSE IDs are compared, because a station may identify itself in other ways. */
function isOtherEvse(reported: string | null, ours: string): boolean {
  const there = reported === null ? null : readEvseId(reported);
  return there !== null && there.compact !== readEvseId(ours)?.compact;
}
