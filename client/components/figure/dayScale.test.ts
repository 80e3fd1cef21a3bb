import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { PricePeriod } from '../../../shared/model/tariff.ts';
import { daySteps, fitWidth, minuteOf, percentOfDay, stepBox } from './dayScale.ts';

const period = (from: string, to: string, energyMicro: number): PricePeriod => ({
  from,
  to,
  energyMicro,
  timeMicro: null,
  start: null,
  blocking: null,
  occupancy: null,
});
const step = (fromMinute: number, toMinute: number, micro: number) => ({ fromMinute, toMinute, micro });

describe('The steps of a day', () => {
  it('cover the day from midnight to midnight', () => {
    const periods = [period('00:00', '06:00', 390_000), period('06:00', '22:00', 520_000), period('22:00', '24:00', 390_000)];
    expect(daySteps(periods)).toEqual([step(0, 360, 390_000), step(360, 1320, 520_000), step(1320, 1440, 390_000)]);
  });

  it('split a period that ends on the next day', () => {
    const periods = [period('06:00', '22:00', 520_000), period('22:00', '06:00', 390_000)];
    expect(daySteps(periods)).toEqual([step(0, 360, 390_000), step(360, 1320, 520_000), step(1320, 1440, 390_000)]);
  });

  it('join periods that differ only in another price', () => {
    expect(daySteps([period('00:00', '12:00', 520_000), period('12:00', '24:00', 520_000)])).toEqual([step(0, 1440, 520_000)]);
    expect(daySteps([period('00:00', '00:00', 520_000)])).toEqual([step(0, 1440, 520_000)]);
  });

  it('can show another price than that of energy', () => {
    expect(daySteps([period('00:00', '24:00', 520_000)], ({ timeMicro }) => timeMicro ?? 0)).toEqual([step(0, 1440, 0)]);
  });
});

describe('A step', () => {
  it('is as high as its price, on the scale of the highest', () => {
    expect(stepBox(step(0, 360, 390_000), { highestMicro: 520_000, top: 20, base: 80 })).toEqual({
      x: 0,
      width: 25,
      y: 35,
      height: 45,
    });
  });

  it('never leaves the picture', () => {
    const minute = fc.integer({ min: 0, max: 1440 });
    const price = fc.integer({ min: 0, max: 2_000_000 });
    fc.assert(
      fc.property(minute, minute, price, price, (a, b, micro, other) => {
        const box = stepBox(step(Math.min(a, b), Math.max(a, b), micro), {
          highestMicro: Math.max(micro, other),
          top: 10,
          base: 82,
        });
        expect(box.x + box.width).toBeLessThanOrEqual(100.01);
        expect(box.y).toBeGreaterThanOrEqual(10);
        expect(box.y + box.height).toBeCloseTo(82, 1);
      }),
    );
  });

  it('needs a wider picture for its price the shorter it lasts', () => {
    expect(fitWidth('0,52 €', step(360, 1320, 1))).toBe(6);
    expect(fitWidth('0,39 €', step(0, 360, 1))).toBe(14);
    expect(fitWidth('0,39 €', step(0, 240, 1))).toBe(25);
    expect(fitWidth('0,39 €', step(0, 240, 1), 0.9)).toBe(20);
    expect(fitWidth('0,39 €', step(1320, 1440, 1))).toBe(44);
    expect(fitWidth('0,39 €', step(1380, 1440, 1))).toBeNull();
  });
});

it('A time of day has its minutes and its place', () => {
  expect([minuteOf('00:00'), minuteOf('06:30'), minuteOf('24:00')]).toEqual([0, 390, 1440]);
  expect(percentOfDay(1233)).toBe(85.63);
});
