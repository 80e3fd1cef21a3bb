import type { MeterReading } from '../../../server/core/ports/stationPort.ts';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import { type Chance, createChance } from './chance.ts';
import { type ProofTime, passes, proofClock } from './time.ts';

/** What the meter of a station has recorded for one start. */
export interface MeteredStart {
  authorizationReference: string;
  startedAt: number | null;
  endedAt: number | null;
  energyWh: number;
  isFinal: boolean;
}

/** One start at a station, and the vehicle that charges after it. */
export interface Start {
  authorizationReference: string;
  state: 'armed' | 'charging' | 'ended';
  startedAt: number | null;
  endedAt: number | null;
  isFinal: boolean;
  car: Car;
  readings: MeterReading[];
}

export interface Car {
  /** Time from the start until the vehicle is plugged in; null: never. */
  plugsInAfterMs: number | null;
  powerW: number;
  staysMs: number;
  lastValueAfterMs: number;
}

interface CarsOptions {
  time: ProofTime;
  seed: string;
  print(start: Start): void;
}

/** Creates vehicles that behave at random, and stations whose meters record the energy that the vehicles really receive. */
export function createCars({ time, seed, print }: CarsOptions) {
  const clock = proofClock(time);
  const starts = new Map<string, Start>();
  const nowMs = () => clock.now().getTime();

  async function drive(start: Start): Promise<void> {
    const { car } = start;
    if (car.plugsInAfterMs === null) return;
    await passes(time, car.plugsInAfterMs);
    if (starts.get(start.authorizationReference) !== start || start.state !== 'armed') return;
    Object.assign(start, { state: 'charging', startedAt: nowMs() });
    start.readings.push(readingAt(start, nowMs()));
    print(start);
    const leavesAt = nowMs() + car.staysMs;
    while (start.endedAt === null) {
      await passes(time, Math.max(1, Math.min(MINUTE_MS, leavesAt - nowMs())));
      // The session may have ended during the wait.
      if (start.endedAt !== null) return;
      if (nowMs() >= leavesAt) return end(start);
      start.readings.push(readingAt(start, nowMs()));
      print(start);
    }
  }

  async function end(start: Start): Promise<void> {
    Object.assign(start, { state: 'ended', endedAt: nowMs() });
    print(start);
    await passes(time, start.car.lastValueAfterMs);
    start.readings.push({ at: new Date(start.endedAt ?? 0), energyWh: energyAt(start, nowMs()), powerW: 0, isCharging: false });
    start.isFinal = true;
    print(start);
  }

  return {
    starts,
    nowMs,
    chanceOf: (authorizationReference: string): Chance => createChance(`${seed} ${authorizationReference}`),
    /** Adds a start. Its vehicle is plugged in later or never. */
    arrive(authorizationReference: string, chance: Chance): Start {
      const start: Start = {
        authorizationReference,
        state: 'armed',
        startedAt: null,
        endedAt: null,
        isFinal: false,
        car: carOf(chance),
        readings: [],
      };
      starts.set(authorizationReference, start);
      void drive(start);
      return start;
    },
    end: (start: Start): void => void end(start),
    book: (): MeteredStart[] =>
      [...starts.values()].map(start => {
        const { authorizationReference, startedAt, endedAt, isFinal } = start;
        return { authorizationReference, startedAt, endedAt, isFinal, energyWh: energyAt(start, nowMs()) };
      }),
  };
}

/** The app waits three minutes for a vehicle. Some vehicles are plugged in close to the end of this time. */
const START_LIMIT_MS = 3 * MINUTE_MS;

export function carOf(chance: Chance): Car {
  const kind = chance.roll();
  const soon = kind < 0.72 ? chance.between(0, 30_000) : chance.between(START_LIMIT_MS - 20_000, START_LIMIT_MS + 20_000);
  return {
    plugsInAfterMs: kind < 0.08 ? null : soon,
    ...(chance.is(8) ? slow(chance) : fast(chance)),
    lastValueAfterMs: chance.is(25) ? chance.between(20_000, 80_000) : 1000,
  };
}

const fast = (chance: Chance) => ({
  powerW: chance.is(6) ? 0 : Math.round(chance.between(30_000, 140_000)),
  staysMs: chance.between(2 * MINUTE_MS, 12 * MINUTE_MS),
});
/** A slow vehicle charges for longer than some holds last. */
const slow = (chance: Chance) => ({
  powerW: Math.round(chance.between(3000, 11_000)),
  staysMs: chance.between(70 * MINUTE_MS, 100 * MINUTE_MS),
});

export const energyAt = ({ car, startedAt, endedAt }: Start, at: number): number =>
  startedAt === null ? 0 : Math.floor((car.powerW * (Math.min(at, endedAt ?? at) - startedAt)) / 3_600_000);

const readingAt = (start: Start, at: number): MeterReading => {
  const isCharging = start.state === 'charging' && start.car.powerW > 0;
  return { at: new Date(at), energyWh: energyAt(start, at), powerW: isCharging ? start.car.powerW : 0, isCharging };
};
