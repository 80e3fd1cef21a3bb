import type { MeterReading, StationSession } from '../../../server/core/ports/stationPort.ts';

/** State of a station for its only start. `wh` is the energy that it delivers once a vehicle is plugged in. */
export interface StationFacts {
  state: 'idle' | 'armed' | 'charging' | 'ended' | 'final';
  hasTombstone: boolean;
  wh: number;
}

const STARTED = new Date('2026-11-20T11:00:00Z');
const ENDED = new Date('2026-11-20T11:30:00Z');

/** Returns the session as the station port reports it; null if the station does not know the session. */
export function sessionOf(authorizationReference: string, { state, hasTombstone, wh }: StationFacts): StationSession | null {
  const nothing = { authorizationReference, startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: false };
  if (state === 'idle') return hasTombstone ? { ...nothing, state: 'cancelled' } : null;
  if (state === 'armed') return { ...nothing, state: 'waiting' };
  const first: MeterReading = { at: STARTED, energyWh: 0, powerW: 11_000, isCharging: true };
  if (state === 'charging') return { ...nothing, state: 'charging', startedAt: STARTED, readings: [first] };
  const ended = { ...nothing, state: 'ended' as const, startedAt: STARTED, endedAt: ENDED };
  if (state === 'ended') return { ...ended, readings: [first] };
  return { ...ended, readings: [first, { at: ENDED, energyWh: wh, powerW: 0, isCharging: false }], isFinal: true };
}

/** The amounts of energy that a vehicle can take, each with its price at 49 cents per kWh. */
export const BILLS: readonly { wh: number; minor: number }[] = [
  { wh: 0, minor: 0 },
  { wh: 408, minor: 20 },
  { wh: 17_408, minor: 853 },
  { wh: 193_878, minor: 9500 },
];
