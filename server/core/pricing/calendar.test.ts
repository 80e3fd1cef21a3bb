import { describe, expect, it, test } from '@jest/globals';
import type { Tariff } from '../../../shared/model/tariff.ts';
import { calendarPieces, laterPieces, localMoment, minutesOfChange } from './calendar.ts';
import { BERLIN, PLAIN, perKwh, tariffOf } from './tariffs.fixture.ts';

const second = (text: string) => Date.parse(text) / 1000;
const between = (restrictions: NonNullable<Tariff['elements'][number]['restrictions']>) =>
  tariffOf({ components: [perKwh(390_000)], restrictions }, { components: [perKwh(590_000)] });
const NIGHT = between({ startTime: '22:00', endTime: '06:00' });
const cuts = (pieces: typeof calendarPieces, tariff: Tariff, from: string, to: string) =>
  pieces({ tariff, place: BERLIN, fromS: second(from), toS: second(to) }).map(({ fromS }) =>
    new Date(fromS * 1000).toISOString().slice(5, 16),
  );

describe('Time is cut where clock or calendar may change a price', () => {
  it('at midnight and at the times of the tariff', () => {
    // Local time in Berlin is two hours ahead of the UTC times in this test.
    expect(cuts(calendarPieces, NIGHT, '2026-07-08T08:00Z', '2026-07-09T08:00Z')).toEqual([
      '07-08T08:00',
      '07-08T20:00',
      '07-08T22:00',
      '07-09T04:00',
    ]);
  });

  it('from a first second on, which may be a cut itself, and before a last one', () => {
    const stretch = ['2026-07-08T20:00Z', '2026-07-09T04:00Z'] as const;
    expect(cuts(calendarPieces, NIGHT, ...stretch)).toEqual(['07-08T20:00', '07-08T22:00']);
    expect(cuts(laterPieces, NIGHT, ...stretch)).toEqual(['07-08T20:00', '07-08T22:00']);
    expect(cuts(laterPieces, NIGHT, '2026-07-08T20:01Z', '2026-07-09T04:01Z')).toEqual(['07-08T22:00', '07-09T04:00']);
  });

  test.each<[string, Tariff]>([
    ['has no restrictions', PLAIN],
    ['counts only energy and power', between({ minEnergyWh: 1000, maxPowerW: 11_000, minDurationS: 60 })],
  ])('nowhere for a tariff that %s', (_, tariff) => {
    expect(cuts(calendarPieces, tariff, '2026-07-08T08:00Z', '2026-07-11T08:00Z')).toEqual(['07-08T08:00']);
    expect(cuts(laterPieces, tariff, '2026-07-08T08:00Z', '2026-07-11T08:00Z')).toEqual([]);
  });

  test.each<[string, NonNullable<Tariff['elements'][number]['restrictions']>]>([
    ['dates', { startDate: '2026-07-09' }],
    ['a last date', { endDate: '2026-07-09' }],
    ['days of the week', { daysOfWeek: ['saturday'] }],
    ['holidays', { holiday: true }],
  ])('at midnight for a tariff with %s', (_, restrictions) => {
    expect(cuts(calendarPieces, between(restrictions), '2026-07-08T08:00Z', '2026-07-09T08:00Z')).toEqual([
      '07-08T08:00',
      '07-08T22:00',
    ]);
  });

  it('when the clocks are put back, and twice at an hour that comes twice', () => {
    const tariff = between({ startTime: '02:30', endTime: '12:00' });
    expect(cuts(calendarPieces, tariff, '2026-10-24T23:00Z', '2026-10-25T08:00Z')).toEqual([
      '10-24T23:00',
      '10-25T00:30',
      '10-25T01:00',
      '10-25T01:30',
    ]);
  });

  it('when the clocks are put forward, and around an hour that is left out', () => {
    const tariff = between({ startTime: '02:30', endTime: '12:00' });
    expect(cuts(calendarPieces, tariff, '2026-03-28T23:30Z', '2026-03-29T08:00Z')).toEqual([
      '03-28T23:30',
      '03-29T00:30',
      '03-29T01:00',
      '03-29T01:30',
    ]);
  });

  it('as far as it is asked for, over days and seasons', () => {
    expect(cuts(laterPieces, between({ daysOfWeek: ['saturday'] }), '2026-10-23T12:00Z', '2027-03-28T12:00Z')).toHaveLength(158);
  });
});

test('Minutes of change are in order, once each, and a day ends where the next one begins', () => {
  expect(minutesOfChange(PLAIN)).toEqual([0]);
  expect(minutesOfChange(NIGHT)).toEqual([0, 360, 1320]);
  expect(minutesOfChange(between({ startTime: '06:15', endTime: '24:00' }))).toEqual([0, 375]);
  expect(
    minutesOfChange(
      tariffOf({ components: [], restrictions: { endTime: '23:59' } }, { components: [], restrictions: { startTime: '06:00' } }),
    ),
  ).toEqual([0, 360, 1439]);
});

test('A moment is what clock and calendar on the wall say', () => {
  const location = { ...BERLIN, isHoliday: (day: string) => day === '2026-07-09' };
  const moment = { date: '2026-07-09', minute: 61, weekday: 'thursday', isHoliday: true };
  expect(localMoment(second('2026-07-08T23:01:59Z'), location)).toEqual(moment);
  expect(localMoment(second('2026-07-12T10:00Z'), location)).toEqual({
    date: '2026-07-12',
    minute: 720,
    weekday: 'sunday',
    isHoliday: false,
  });
});
