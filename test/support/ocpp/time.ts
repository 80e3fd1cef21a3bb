import { nowMs, type Station } from './station.ts';

/** A station whose clock nobody has set yet counts from here. */
const DARK_MS = Date.parse('2026-01-01T00:00:00.000Z');

const isUnset = ({ switches, link }: Station): boolean => {
  const { is1970 } = switches.clock;
  return is1970 === 'always' || (is1970 === 'until boot' && link.registration !== 'Accepted');
};

/** As the station's own clock says, which may be wrong. */
export function timestamp(station: Station, atMs = nowMs(station)): string {
  const { offsetMs, zone } = station.switches.clock;
  const shown = isUnset(station) ? atMs - DARK_MS : atMs + station.offsetMs + offsetMs;
  if (zone === '+01:00') return new Date(shown + 3_600_000).toISOString().replace('Z', '+01:00');
  return zone === 'none' ? new Date(shown).toISOString().replace('Z', '') : new Date(shown).toISOString();
}

/** Waits on the station's clock. False: it was ended before. */
export async function wait({ clock }: Station, ms: number, signal: AbortSignal): Promise<boolean> {
  const until = new Date(clock.now().getTime() + ms);
  do await clock.sleepUntil(until, signal);
  while (!signal.aborted && clock.now() < until);
  return !signal.aborted;
}

export const NEVER = new AbortController().signal;
