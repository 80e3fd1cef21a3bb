import { describe, expect, it } from '@jest/globals';
import { fc, runs } from '../../../test/support/property.ts';
import type { MeterReading } from '../ports/stationPort.ts';
import { addToCurve, NO_CURVE, pointsOf } from './powerCurve.ts';

const readingsOf = (powers: readonly number[]): MeterReading[] =>
  powers.map((powerW, n) => ({ at: new Date(n * 10_000), energyWh: n, powerW, isCharging: true }));
const ofCurve = (readings: readonly MeterReading[]) => pointsOf(addToCurve(NO_CURVE, readings));

describe('The power curve of a session', () => {
  it('shows every reading of a short one', () => {
    const readings = readingsOf(Array.from({ length: 47 }, (_, n) => n % 5));
    expect(ofCurve(readings).map(({ at }) => at)).toEqual(readings.map(({ at }) => at.toISOString()));
  });

  it('has at most 48 points in order of time, keeps the highest and the lowest power, and ends with the last reading', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 22_000 }), { minLength: 1, maxLength: 2000 }), powers => {
        const points = ofCurve(readingsOf(powers));
        expect(points.length).toBeLessThanOrEqual(48);
        expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).sort());
        const shown = points.map(({ powerW }) => powerW);
        expect([Math.min(...shown), Math.max(...shown)]).toEqual([Math.min(...powers), Math.max(...powers)]);
        expect(points.at(-1)).toMatchObject({ energyWh: powers.length - 1, powerW: powers.at(-1) });
      }),
      runs(100),
    );
  });

  it('says no power while the vehicle asks for none', () => {
    expect(ofCurve([{ at: new Date(0), energyWh: 5, powerW: 300, isCharging: false }])[0]?.powerW).toBe(0);
  });
});
