import type { SignedValue } from '../../../core/ports/stationPort.ts';
import type { DocumentMeter } from '../../../core/records/records.ts';

const UNKNOWN: DocumentMeter = { startWh: null, stopWh: null, id: null };

/** What signed OCMF records say of the meter: its number, and what its display showed at begin and end (OCMF §RD). */
export function meterFacts(values: readonly SignedValue[]): DocumentMeter {
  return values.filter(({ format }) => format === 'OCMF').reduce((facts, { data }) => merge(facts, readRecord(data)), UNKNOWN);
}

function merge(a: DocumentMeter, b: DocumentMeter): DocumentMeter {
  return { startWh: a.startWh ?? b.startWh, stopWh: b.stopWh ?? a.stopWh, id: a.id ?? b.id };
}

/** Foreign text: whatever does not read as expected is left unknown. */
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
