import { nowMs, type Station } from './station.ts';

/** Simulated time at which a clock that was never set shows 1970-01-01. */
const DARK_MS = Date.parse('2026-01-01T00:00:00.000Z');

const isUnset = ({ switches, link }: Station): boolean => {
  const { is1970 } = switches.clock;
  return is1970 === 'always' || (is1970 === 'until boot' && link.registration !== 'Accepted');
};

/** Formats a time as the station reports it, including the errors of its clock. */
export function timestamp(station: Station, atMs = nowMs(station)): string {
  const { offsetMs, zone } = station.switches.clock;
  const shown = isUnset(station) ? atMs - DARK_MS : atMs + station.offsetMs + offsetMs;
  if (zone === '+01:00') return new Date(shown + 3_600_000).toISOString().replace('Z', '+01:00');
  return zone === 'none' ? new Date(shown).toISOString().replace('Z', '') : new Date(shown).toISOString();
}

/**
 * Waits on the clock of the simulation.
 * @returns false if `signal` was aborted
 */
export async function wait({ clock }: Station, ms: number, signal: AbortSignal): Promise<boolean> {
  const until = new Date(clock.now().getTime() + ms);
  do await clock.sleepUntil(until, signal);
  while (!signal.aborted && clock.now() < until);
  return !signal.aborted;
}

export const NEVER = new AbortController().signal;
