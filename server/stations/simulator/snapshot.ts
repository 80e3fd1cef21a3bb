import type { MeterReading, SignedValue, StationSession, StationState } from '../../core/ports/stationPort.ts';
import { batteryAt, courseOf, readingsBetween } from './meter.ts';
import type { SimulatedStart } from './plug.ts';

/** Returns the report of a start at the time `now`. `signed` is called when the last reading is available. */
export async function snapshotOf(
  start: SimulatedStart,
  { now, since }: { now: Date; since: Date | null },
  signed: () => Promise<SignedValue>,
): Promise<StationSession> {
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
    readings: knownReadings(start, { now, since, isFinal }),
    ...(start.isDc && !isPast(endsAt, now) ? { battery: batteryAt(start, now) } : {}),
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

/** Returns the readings that are known at `now`. The reading at the end becomes available with a delay. */
function knownReadings(
  start: SimulatedStart,
  { now, since, isFinal }: { now: Date; since: Date | null; isFinal: boolean },
): readonly MeterReading[] {
  const readings = readingsBetween(start, { since, until: now });
  const { endsAt } = courseOf(start);
  return endsAt && now >= endsAt && !isFinal ? readings.filter(({ at }) => at < endsAt) : readings;
}
