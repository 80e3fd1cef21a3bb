import type { BillReason } from '../../../shared/charging/receipt.ts';
import { readEvseId } from '../../../shared/model/evseId.ts';
import type { SignedValue } from '../ports/stationPort.ts';
import type { SignedReading } from './meterValues.ts';
import type { OcmfRecord } from './ocmf.ts';

/** A parsed meter record, with the context and the public key that the station sent with the record. */
export interface ReadRecord extends Pick<SignedValue, 'context' | 'publicKey'> {
  record: OcmfRecord;
}

/** First and last meter reading of a session, and the reasons to doubt that both readings belong together. */
export interface Span {
  begin: SignedReading | null;
  end: SignedReading | null;
  meterId: string | null;
  /** Energy between the two readings in thousandths of a Wh. Null: unknown. */
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

/**
 * Returns true if all readings are equal. Several records may contain the same reading: the last record often repeats the first
 * reading.
 */
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

/**
 * Returns true if a record that was sent as Transaction.Begin contains an end reading, or if one that was sent as
 * Transaction.End contains a begin reading and no end reading.
 */
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

/**
 * Returns true if the record contains the id of another EVSE. Stations may write other kinds of ids into the record, so anything
 * that is not an EVSE ID is ignored.
 */
function isOtherEvse(reported: string | null, ours: string): boolean {
  const there = reported === null ? null : readEvseId(reported);
  return there !== null && there.compact !== readEvseId(ours)?.compact;
}
