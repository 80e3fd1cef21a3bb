import { describe, expect, it } from '@jest/globals';
import type { MeterReading } from '../../../core/ports/stationPort.ts';
import { toldWith, withoutTold } from './knownReadings.ts';

const readings: readonly MeterReading[] = Array.from({ length: 50 }, (_, n) => {
  return { at: new Date(Date.parse('2026-11-20T10:00:00Z') + n * 10_000), energyWh: n * 30, powerW: 11_000, isCharging: true };
});
const changed = (n: number, more: Partial<MeterReading>) =>
  readings.map((reading, i) => (i === n ? { ...reading, ...more } : reading));

describe('What a station tells once more', () => {
  const told = toldWith(readings.slice(0, 40), undefined);

  it('is left out, and what follows on it is new', () => {
    expect(withoutTold(readings, told)).toEqual(readings.slice(40));
    expect(withoutTold(readings.slice(0, 40), told)).toEqual([]);
  });

  it.each([
    ['more energy', { energyWh: 100_000 }],
    ['another time', { at: new Date(0) }],
    ['another power', { powerW: 0 }],
    ['a vehicle that waited', { isCharging: false }],
  ] as const)('is heard again as a whole with %s anywhere in it', (_, more) => {
    for (const n of [0, 17, 39]) expect(withoutTold(changed(n, more), told)).toHaveLength(50);
  });

  it('is remembered beside reports that tell only what is new', () => {
    expect(toldWith(readings.slice(40), told)).toEqual(told);
    expect(withoutTold(readings.slice(40), told)).toHaveLength(10);
    expect(toldWith(readings, told)?.count).toBe(50);
  });
});
