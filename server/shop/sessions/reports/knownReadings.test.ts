import { describe, expect, it } from '@jest/globals';
import type { MeterReading } from '../../../core/ports/stationPort.ts';
import { addKnownReadings, newReadings } from './knownReadings.ts';

const readings: readonly MeterReading[] = Array.from({ length: 50 }, (_, n) => {
  return { at: new Date(Date.parse('2026-11-20T10:00:00Z') + n * 10_000), energyWh: n * 30, powerW: 11_000, isCharging: true };
});
const changed = (n: number, more: Partial<MeterReading>) =>
  readings.map((reading, i) => (i === n ? { ...reading, ...more } : reading));

describe('What a station tells once more', () => {
  const known = addKnownReadings(readings.slice(0, 40), undefined);

  it('is left out, and what follows on it is new', () => {
    expect(newReadings(readings, known)).toEqual(readings.slice(40));
    expect(newReadings(readings.slice(0, 40), known)).toEqual([]);
  });

  it.each([
    ['more energy', { energyWh: 100_000 }],
    ['another time', { at: new Date(0) }],
    ['another power', { powerW: 0 }],
    ['a vehicle that waited', { isCharging: false }],
  ] as const)('is heard again as a whole with %s anywhere in it', (_, more) => {
    for (const n of [0, 17, 39]) expect(newReadings(changed(n, more), known)).toHaveLength(50);
  });

  it('is remembered beside reports that tell only what is new', () => {
    expect(addKnownReadings(readings.slice(40), known)).toEqual(known);
    expect(newReadings(readings.slice(40), known)).toHaveLength(10);
    expect(addKnownReadings(readings, known)?.count).toBe(50);
  });
});
