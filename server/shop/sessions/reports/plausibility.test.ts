import { describe, expect, it, test } from '@jest/globals';
import type { MeterReading, StationSession } from '../../../core/ports/stationPort.ts';
import type { SessionRecord } from '../../../store/shop/sessions.ts';
import { checkPlausibility } from './plausibility.ts';

const at = (clock: string) => new Date(`2026-11-20T${clock}Z`);
const NOW = at('12:00:00.000');
const SESSION = {
  state: 'running',
  createdAt: at('10:00:00.000'),
  startBy: null,
  startedAt: at('10:05:00.000'),
  endedAt: null,
  energyWh: 0,
  refused: null,
} as const;
const reading = (clock: string, energyWh: number, more: Partial<MeterReading> = {}): MeterReading => ({
  at: at(clock),
  energyWh,
  powerW: 11_000,
  isCharging: true,
  ...more,
});
function check(reported: Partial<StationSession>, session: Partial<Pick<SessionRecord, 'state' | 'startedAt' | 'endedAt'>> = {}) {
  const nothing = { startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: false };
  const station: StationSession = { authorizationReference: 'A', state: 'charging', ...nothing, ...reported };
  const { implausibilities, station: taken } = checkPlausibility(station, {
    session: { ...SESSION, ...session },
    now: NOW,
    powerW: 10_000_000,
    lastReadingAt: null,
  });
  return { implausibilities, station: taken };
}
const WRONG_CLOCK = ['clock of the station is wrong'];

describe('The begin of charging that a station tells', () => {
  test.each([
    ['10:03:00.000', '10:03:00.000', []],
    ['09:59:59.999', '10:00:00.000', []],
    ['09:50:00.000', '10:00:00.000', []],
    ['09:49:59.999', '10:00:00.000', WRONG_CLOCK],
    ['12:00:00.000', '12:00:00.000', []],
    ['12:00:00.001', '12:00:00.000', WRONG_CLOCK],
  ])('at %s is taken as %s', (reported, taken, doubts) => {
    const { station, implausibilities } = check({ startedAt: at(reported) }, { startedAt: null });
    expect([station.startedAt, implausibilities]).toEqual([at(taken), doubts]);
  });

  it('does not count once one is known', () => {
    expect(check({ startedAt: at('11:00:00.000') }).station.startedAt).toEqual(SESSION.startedAt);
  });

  it('is its first reading, where it tells of energy and of no begin', () => {
    const nothingYet = { startedAt: null };
    const readings = [reading('10:10:00.000', 0), reading('10:20:00.000', 5)];
    expect(check({ readings }, nothingYet).station.startedAt).toEqual(at('10:10:00.000'));
    expect(check({ readings: readings.slice(0, 1) }, nothingYet).station.startedAt).toBeNull();
    expect(check({}, nothingYet)).toMatchObject({ station: { startedAt: null, endedAt: null }, implausibilities: [] });
  });

  it('is not after the end that is known of it, unless that is the end of a start that we gave up', () => {
    const ended = { startedAt: null, endedAt: at('11:00:00.000') };
    const report = { startedAt: at('11:30:00.000') };
    expect(check(report, { ...ended, state: 'stopping' }).station.startedAt).toEqual(at('11:00:00.000'));
    expect(check(report, { ...ended, state: 'cancelled' }).station.startedAt).toEqual(at('11:30:00.000'));
    expect(check(report, { startedAt: null, state: 'stopping' }).station.startedAt).toEqual(at('11:30:00.000'));
  });

  it('that is no time at all is taken as the earliest it can be', () => {
    const { station, implausibilities } = check({ startedAt: new Date(Number.NaN) }, { startedAt: null });
    expect([station.startedAt, implausibilities]).toEqual([at('10:00:00.000'), WRONG_CLOCK]);
  });
});

describe('The end of charging that a station tells', () => {
  test.each([
    ['11:00:00.000', '11:00:00.000', []],
    ['10:04:59.999', '10:05:00.000', WRONG_CLOCK],
    ['12:00:00.001', '12:00:00.000', WRONG_CLOCK],
  ])('at %s is taken as %s', (reported, taken, doubts) => {
    const { station, implausibilities } = check({ endedAt: at(reported) });
    expect([station.endedAt, implausibilities]).toEqual([at(taken), doubts]);
  });

  it('is not before the session was ordered, where no begin is known', () => {
    expect(check({ endedAt: at('09:00:00.000') }, { startedAt: null }).station.endedAt).toEqual(at('10:00:00.000'));
  });
});

describe('A meter value', () => {
  test.each([
    [0, 0],
    [1234.5, 1235],
    [10_000_000, 10_000_000],
  ])('of %d Wh counts as %i', (energyWh, counted) => {
    const { station, implausibilities } = check({ readings: [reading('11:00:00.000', energyWh, { powerW: 10.6 })] });
    expect(station.readings).toEqual([reading('11:00:00.000', counted, { powerW: 11 })]);
    expect(implausibilities).toEqual([]);
  });

  test.each([
    ['below nothing', reading('11:00:00.000', -1)],
    ['beyond any battery', reading('11:00:00.000', 10_000_001)],
    ['that is no number', reading('11:00:00.000', Number.NaN)],
    ['at no time', { ...reading('11:00:00.000', 5), at: new Date(Number.NaN) }],
  ])('%s is left out, and the last one counts as not arrived yet', (_, broken) => {
    const fine = reading('10:30:00.000', 5);
    const last = check({ readings: [fine, broken], isFinal: true });
    expect(last.station).toMatchObject({ readings: [fine], isFinal: false });
    expect(last.implausibilities).toEqual(['meter value is not usable']);
    const between = check({ readings: [broken, fine], isFinal: true });
    expect(between.station).toMatchObject({ readings: [fine], isFinal: true });
    expect(between.implausibilities).toEqual(['meter value is not usable']);
  });

  it('counts whatever its power', () => {
    const { station } = check({ readings: [reading('11:00:00.000', 5, { powerW: Number.POSITIVE_INFINITY })] });
    expect(station.readings[0]?.powerW).toBe(0);
  });

  it('need not come with the last word', () => {
    expect(check({ isFinal: true })).toMatchObject({ station: { isFinal: true }, implausibilities: [] });
  });
});
