import type { MeterReading, SignedValue, StationSession, StationState } from '../../operator/ports.ts';
import { courseOf, readingsUntil } from './meter.ts';
import type { SimulatedStart } from './plug.ts';

/** What the station knows of a start at an instant; `signed` is asked for once the last value is there. */
export async function snapshotOf(start: SimulatedStart, now: Date, signed: () => Promise<SignedValue>): Promise<StationSession> {
  const { startsAt, endsAt, finalAt } = courseOf(start);
  const state = stateOf(start, now);
  const nothing = {
    authorizationReference: start.authorizationReference,
    state,
    startedAt: null,
    endedAt: null,
    readings: [],
    signedValues: [],
  };
  if (state === 'cancelled' || state === 'waiting') return { ...nothing, isFinal: state === 'cancelled' };
  const isFinal = isPast(finalAt, now);
  return {
    ...nothing,
    startedAt: startsAt,
    endedAt: isPast(endsAt, now) ? endsAt : null,
    isFinal,
    readings: knownReadings(start, now, isFinal),
    signedValues: isFinal ? [await signed()] : [],
  };
}

const isPast = (at: Date | null, now: Date): boolean => at !== null && now >= at;

function stateOf(start: SimulatedStart, now: Date): StationState {
  const { startsAt, pausesAt, endsAt } = courseOf(start);
  if (start.cancelledAt) return 'cancelled';
  if (!isPast(startsAt, now)) return 'waiting';
  if (isPast(endsAt, now)) return 'ended';
  return isPast(pausesAt, now) ? 'paused' : 'charging';
}

/** The value at the end is the late one: until it arrives only those before it are known. */
function knownReadings(start: SimulatedStart, now: Date, isFinal: boolean): readonly MeterReading[] {
  const readings = readingsUntil(start, now);
  return isPast(courseOf(start).endsAt, now) && !isFinal ? readings.slice(0, -1) : readings;
}
