import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { PlugState } from '../../../shared/charging/session.ts';
import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { StationSession, StationState } from '../../core/ports/stationPort.ts';
import { nextEventAfter, unpluggedAt } from './meter.ts';
import type { SimulatedStart } from './plug.ts';
import type { PlugAddress, SimulatorDependencies, Starts } from './starts.ts';

export type Playback = ReturnType<typeof createPlayback>;

interface Reported {
  /** Time of the last meter reading of the reports so far. Null: none has been reported. */
  reportedAt: Date | null;
  /** When the next event must be reported. Null: no more events follow. */
  next: Date | null;
}

const SOONEST_AGAIN_MS = 5000;
const MAX_BACKOFF_MS = 5 * MINUTE_MS;

/** Simulates the session of each start to its end and reports the events. A report is repeated until the listener accepts it. */
export function createPlayback({ clock, plugs, findPlug, listener, note }: SimulatorDependencies, starts: Starts) {
  const { reportOnce, idleState } = createReports({ clock, findPlug, listener }, starts);
  const wakers = new Map<string, AbortController>();
  const playing = new Set<Promise<void>>();
  const over = new AbortController();

  /**
   * Calls `act` again at each time that it returns, until it returns null. After an error, `act` is called again after
   * increasing pauses, as a real station repeats its messages.
   */
  const repeat = async (authorizationReference: string, act: () => Promise<Date | null>): Promise<void> => {
    for (let failures = 0; !over.signal.aborted; ) {
      const wake = new AbortController();
      wakers.set(authorizationReference, wake);
      let next: Date | null;
      try {
        next = await act();
        failures = 0;
      } catch (error) {
        if (failures++ === 0)
          note('simulated report not stored, retrying', { reason: error instanceof Error ? error.name : 'error' });
        next = new Date(clock.now().getTime() + Math.min(SOONEST_AGAIN_MS * 2 ** (failures - 1), MAX_BACKOFF_MS));
      }
      if (next === null) break;
      await clock.sleepUntil(next, AbortSignal.any([wake.signal, over.signal]));
    }
    wakers.delete(authorizationReference);
  };

  const perform = (authorizationReference: string): Promise<void> => {
    let since: Date | null = null;
    return repeat(authorizationReference, async () => {
      const { reportedAt, next } = await reportOnce(authorizationReference, since);
      since = reportedAt;
      return next;
    });
  };

  const play = (authorizationReference: string) => {
    if (wakers.has(authorizationReference)) return;
    const played = perform(authorizationReference).finally(() => playing.delete(played));
    playing.add(played);
  };

  return {
    play,
    idleState,
    /** Reports what has happened at the station of a start since `since`. */
    reportOnce,
    /** Wakes the playback of a start that was cancelled or stopped, so that this is reported immediately. */
    wake: (authorizationReference: string) => wakers.get(authorizationReference)?.abort(),
    async run(signal: AbortSignal): Promise<void> {
      const end = () => over.abort();
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
      await repeat(OPENING, async () => {
        const unfinished = await starts.unfinished();
        for (const { authorizationReference } of unfinished) play(authorizationReference);
        const occupied = new Set(unfinished.map(({ evseId, connector }) => `${evseId} ${connector}`));
        for await (const { evseId, connector, idle } of plugs) {
          if (occupied.has(`${evseId} ${connector}`)) continue;
          await listener().reportPlug({ evseId, connector, state: idle, fault: idle === 'unavailable' ? SIMULATED_FAULT : null });
          // With thousands of connectors, this pause lets the process answer visitors in between.
          await yieldToEventLoop();
        }
        return null;
      });
      if (!over.signal.aborted) await new Promise(resolve => over.signal.addEventListener('abort', resolve, { once: true }));
      await Promise.all(playing);
    },
  };
}

/** Creates the functions that report the current state of a start and its connector. */
function createReports(
  { clock, findPlug, listener }: Pick<SimulatorDependencies, 'clock' | 'findPlug' | 'listener'>,
  starts: Starts,
) {
  const idleState = async (address: PlugAddress) => (await findPlug(address))?.idle ?? 'available';

  const isUnplugged = (start: SimulatedStart): boolean => clock.now() >= (unpluggedAt(start) ?? clock.now());

  const reportSession = async (start: SimulatedStart, station: StationSession): Promise<void> => {
    const { evseId, connector } = start;
    const state = station.isFinal && isUnplugged(start) ? await idleState(start) : PLUG_STATES[station.state];
    await listener().reportPlug({ evseId, connector, state });
    if (station.startedAt) await listener().report(start.authorizationReference, station);
  };

  const reportOnce = async (authorizationReference: string, since: Date | null): Promise<Reported> => {
    const start = await starts.load(authorizationReference);
    if (!start || start.cancelledAt) return { reportedAt: since, next: null };
    const station = await starts.snapshot(start, since);
    await reportSession(start, station);
    const reportedAt = station.readings.at(-1)?.at ?? since;
    if (station.isFinal) return { reportedAt, next: isUnplugged(start) ? null : unpluggedAt(start) };
    return { reportedAt, next: nextEventAfter(start, clock.now()) ?? new Date(clock.now().getTime() + 60_000) };
  };
  return { reportOnce, idleState };
}

/** Fault of simulated connectors that are out of order. */
export const SIMULATED_FAULT = 'GroundFailure E-214';

/** Key of the task that reports all connectors when the simulator starts. */
const OPENING = 'opening';

const PLUG_STATES: Readonly<Record<StationState, PlugState>> = {
  waiting: 'preparing',
  charging: 'charging',
  paused: 'suspended',
  ended: 'finishing',
  refused: 'available',
  cancelled: 'available',
};
