import { describe, expect, it } from '@jest/globals';
import { readSamples } from './samples.ts';

const AT = '2026-11-22T10:00:00Z';
const values = (...sampledValue: object[]) => [{ timestamp: AT, sampledValue }];
const one = (...sampledValue: object[]) => readSamples(values(...sampledValue))[0];

describe('What a station says of its meter', () => {
  it.each([
    ['a bare value, which is a register in watt-hours', [{ value: '1234' }], 1234],
    ['kilowatt-hours', [{ value: '9.46', unit: 'kWh' }], 9460],
    ['a number with blanks', [{ value: ' 51.3 ' }], 51.3],
    ['kilowatt-hours in other letters', [{ value: '9.46', unit: 'KWH' }], 9460],
    ['a power of ten', [{ value: 1.5, unitOfMeasure: { unit: 'Wh', multiplier: 3 } }], 1500],
    ['kilowatt-hours of 2.x', [{ value: 12.5, unitOfMeasure: { unit: 'kWh' } }], 12_500],
    ['phases of one instant, added up', [10, 20, 30].map((value, n) => ({ value: String(value), phase: `L${n + 1}` })), 60],
    ['phases to neutral', [1, 2, 3].map((value, n) => ({ value, phase: `L${n + 1}-N` })), 6],
    ['the total, where phases are told as well', [{ value: '60' }, { value: '20', phase: 'L1' }], 60],
    [
      'the outlet, and not the inlet',
      [
        { value: '9', location: 'Inlet' },
        { value: '5', location: 'Outlet' },
      ],
      5,
    ],
    ['the vehicle’s end, where no other is told', [{ value: '7', location: 'EV' }], 7],
  ])('is taken as %s', (_, sampled, registerWh) => {
    expect(one(...sampled)?.registerWh).toBeCloseTo(registerWh, 6);
  });

  it.each([
    ['a comma', { value: '9,5' }],
    ['no number', { value: 'NaN' }],
    ['nothing', { value: '' }],
    ['a signed record', { value: '12', format: 'SignedData' }],
    ['the grid’s side alone', { value: '12', location: 'Inlet' }],
  ])('is left where it is %s', (_, sampled) => {
    expect(one(sampled)?.registerWh ?? null).toBeNull();
  });

  it('reads power in watts where no unit is said, although energy has another', () => {
    const measurand = 'Power.Active.Import';
    expect(one({ value: '11000', measurand })?.powerW).toBe(11_000);
    expect(one({ value: '11', measurand, unit: 'kW' })?.powerW).toBe(11_000);
  });

  it('tells what stood at the start from what stands now, in one message', () => {
    const samples = readSamples(
      values({ value: '5000', context: 'Sample.Periodic' }, { value: '1000', context: 'Transaction.Begin' }),
    );
    expect(samples.map(({ context, registerWh }) => [context, registerWh])).toEqual([
      ['begin', 1000],
      ['live', 5000],
    ]);
  });

  it('says how full the battery is and how long it will take, as 2.1 stations show it', () => {
    const sample = one(
      { value: 42.4, measurand: 'SoC', location: 'EV' },
      { value: 80, measurand: 'Display.TargetSOC' },
      { value: 1790, measurand: 'Display.RemainingTimeToTargetSOC' },
    );
    expect(sample?.battery).toEqual({ percent: 42, targetPercent: 80, minutesLeft: 30 });
    expect(one({ value: 142, measurand: 'SoC' })?.battery).toBeNull();
  });

  it('takes a time without zone for UTC, and leaves what has no time', () => {
    expect(readSamples([{ timestamp: '2026-11-22T10:00:00', sampledValue: [{ value: '1' }] }])[0]?.at).toEqual(new Date(AT));
    expect(readSamples([{ sampledValue: [{ value: '1' }] }, null, 'what'])).toEqual([]);
  });
});
