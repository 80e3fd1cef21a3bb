import { describe, expect, it } from '@jest/globals';
import type { MeterReading } from '../ports/stationPort.ts';
import { announcedFee } from './feeAnnouncement.ts';
import { price } from './price.ts';
import { continuePrice, owedUntil, priceUntil, startPrice } from './runningPrice.ts';
import { BERLIN, NIGHT_AND_WEEKEND, START_WITH_MINUTES } from './tariffs.fixture.ts';

const STARTED = new Date('2026-07-08T08:00:00Z');
const after = (minutes: number) => new Date(STARTED.getTime() + minutes * 60_000);
const reading = (minutes: number, energyWh: number): MeterReading => ({
  at: after(minutes),
  energyWh,
  powerW: 11_000,
  isCharging: true,
});
/** Start fee 1.00 €, 0.49 €/kWh, and 0.02 € per minute after half an hour. */
const INITIAL_PRICE = startPrice({
  tariff: START_WITH_MINUTES,
  place: BERLIN,
  startedAt: STARTED,
  endsS: Number.POSITIVE_INFINITY,
});
const kinds = (lines: readonly { kind: string }[]) => lines.map(({ kind }) => kind).toSorted();

describe('For its start a session owes nothing', () => {
  const idle = { endedAt: after(40), readings: [], vatPercent: 19 };

  it('as long as no energy has flowed, however long that takes', () => {
    expect(kinds(owedUntil(INITIAL_PRICE, idle))).toEqual(['time']);
    expect(
      kinds(owedUntil(continuePrice(INITIAL_PRICE, [reading(5, 0), reading(10, 0)]), { ...idle, readings: [reading(20, 0)] })),
    ).toEqual(['time']);
    expect(kinds(priceUntil(INITIAL_PRICE, idle))).toEqual(['start', 'time']);
  });

  it('until the first energy, be it priced for good or not', () => {
    const lines = ['energy', 'start', 'time'];
    expect(kinds(owedUntil(INITIAL_PRICE, { ...idle, readings: [reading(20, 0), reading(30, 500)] }))).toEqual(lines);
    expect(kinds(owedUntil(continuePrice(INITIAL_PRICE, [reading(20, 500)]), idle))).toEqual(lines);
    expect(owedUntil(continuePrice(INITIAL_PRICE, [reading(20, 500)]), idle)).toEqual(
      priceUntil(continuePrice(INITIAL_PRICE, [reading(20, 500)]), idle),
    );
  });
});

it('A session of a week costs the same, whether its readings were priced one by one or all at its end', () => {
  const location = BERLIN;
  let running = startPrice({ tariff: NIGHT_AND_WEEKEND, place: location, startedAt: STARTED, endsS: Number.POSITIVE_INFINITY });
  const readings: MeterReading[] = [];
  for (let hour = 3; hour <= 7 * 24; hour += 3) {
    const next = reading(hour * 60, hour * 1000);
    readings.push(next);
    const endedAt = after(hour * 60 + 1);
    const whole = price({
      tariff: NIGHT_AND_WEEKEND,
      place: location,
      usage: { startedAt: STARTED, endedAt, readings },
      vatPercent: 19,
    });
    expect(priceUntil(running, { endedAt, readings: [next], vatPercent: 19 })).toEqual(whole);
    running = continuePrice(running, [next]);
    expect(priceUntil(running, { endedAt, readings: [], vatPercent: 19 })).toEqual(whole);
  }
  // The last reading comes after a gap of four days.
  const later = reading(11 * 24 * 60, 200_000);
  const endedAt = after(11 * 24 * 60 + 1);
  const usage = { startedAt: STARTED, endedAt, readings: [...readings, later] };
  const whole = price({ tariff: NIGHT_AND_WEEKEND, place: location, usage, vatPercent: 19 });
  expect(priceUntil(running, { endedAt, readings: [later], vatPercent: 19 })).toEqual(whole);
  expect(priceUntil(continuePrice(running, [later]), { endedAt, readings: [], vatPercent: 19 })).toEqual(whole);
});

it('Before charging has begun there is no fee in sight', () => {
  expect(announcedFee({ meter: null, vatPercent: 19 })).toBeNull();
});
