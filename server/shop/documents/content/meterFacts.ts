import type { SignedValue } from '../../../core/ports/stationPort.ts';
import type { DocumentMeter } from '../../../core/records/records.ts';

const UNKNOWN: DocumentMeter = { startWh: null, stopWh: null, id: null };

/** Reads the meter's number and the meter readings at start and end of the session from signed OCMF records (OCMF §RD). */
export function meterFacts(values: readonly SignedValue[]): DocumentMeter {
  return values.filter(({ format }) => format === 'OCMF').reduce((facts, { data }) => merge(facts, readRecord(data)), UNKNOWN);
}

function merge(a: DocumentMeter, b: DocumentMeter): DocumentMeter {
  return { startWh: a.startWh ?? b.startWh, stopWh: b.stopWh ?? a.stopWh, id: a.id ?? b.id };
}

/** Parses one OCMF record. The record comes from a third party, so a value in an unexpected format is treated as unknown. */
function readRecord(data: string): DocumentMeter {
  try {
    const payload = JSON.parse(data.split('|')[1] ?? '') as { MS?: unknown; RD?: unknown };
    const readings = Array.isArray(payload.RD) ? (payload.RD as readonly Readonly<Record<string, unknown>>[]) : [];
    const at = (kinds: readonly string[]) => readings.find(({ TX }) => kinds.includes(String(TX)));
    const id = typeof payload.MS === 'string' ? payload.MS : null;
    return { startWh: wattHours(at(['B'])), stopWh: wattHours(at(['E', 'L', 'R', 'A', 'P'])), id };
  } catch {
    return UNKNOWN;
  }
}

function wattHours(reading: Readonly<Record<string, unknown>> | undefined): number | null {
  const value = reading?.RV;
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  return Math.round(reading?.RU === 'Wh' ? value : value * 1000);
}
