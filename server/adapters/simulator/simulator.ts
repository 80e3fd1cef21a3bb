import type { StationCapabilities, StationStart, Stations } from '../../operator/stationPort.ts';
import { DRIVERS } from './drivers.ts';
import { courseOf, INTERVAL_S } from './meter.ts';
import { createPlayback, type Playback } from './playback.ts';
import type { SimulatedPlug, SimulatedStart } from './plug.ts';
import { createStarts, type SimulatorDependencies, type Starts } from './starts.ts';

export interface Simulator {
  stations: Stations;
  /** Simulates until `signal` aborts, and continues the sessions that were running before a restart. */
  run(signal: AbortSignal): Promise<void>;
}

/** Of every simulated plug. */
export const CAPABILITIES: StationCapabilities = {
  isReachable: true,
  meterIntervalS: INTERVAL_S,
  rejectsCancelledStarts: true,
  canUnlock: true,
  lastValueWithinS: 15 * 60,
  isToldOfPayments: false,
};

/** Simulated stations, driven by the clock. Their state is in the key-value store, so that a restart loses nothing. */
export function createSimulator(dependencies: SimulatorDependencies): Simulator {
  const starts = createStarts(dependencies);
  const playback = createPlayback(dependencies, starts);
  let isPlaying = false;
  return {
    stations: {
      ...createStations(dependencies, starts, playback),
      async health() {
        if (!isPlaying) throw new Error('The simulator is not running');
      },
    },
    async run(signal) {
      isPlaying = true;
      await playback.run(signal).finally(() => {
        isPlaying = false;
      });
    },
  };
}

function createStations(
  { clock, findPlug, listener }: SimulatorDependencies,
  starts: Starts,
  playback: Playback,
): Omit<Stations, 'health'> {
  const start = async (ask: StationStart) => {
    const known = await starts.load(ask.authorizationReference);
    if (known) return known.cancelledAt ? 'refused' : 'accepted';
    const plug = await findPlug(ask.address);
    if (!plug || DRIVERS[plug.script].isRefused) return 'refused';
    await starts.save(newStart(ask, plug, clock.now()));
    playback.play(ask.authorizationReference);
    return 'accepted';
  };
  const cancelStart = async (authorizationReference: string) => {
    const start = await starts.load(authorizationReference);
    if (!start) await starts.rejectLater(authorizationReference);
    if (!start || start.cancelledAt) return 'cancelled';
    const { startsAt } = courseOf(start);
    if (startsAt && clock.now() >= startsAt) return 'already-started';
    const { evseId, connector } = start;
    // Reported before the cancellation is stored: if the report fails, the call is repeated and must report again.
    await listener().reportPlug({ evseId, connector, state: await playback.idleState(start) });
    await starts.save({ ...start, cancelledAt: clock.now().toISOString() });
    playback.wake(authorizationReference);
    return 'cancelled';
  };
  const stop = async (authorizationReference: string) => {
    const start = await starts.load(authorizationReference);
    if (!start || start.cancelledAt) return 'already-stopped';
    const { endsAt } = courseOf(start);
    if (endsAt && clock.now() >= endsAt) return 'already-stopped';
    if (start.lostStops > 0) {
      await starts.save({ ...start, lostStops: start.lostStops - 1 });
      return 'unknown';
    }
    if (!start.stoppedAt) await starts.save({ ...start, stoppedAt: clock.now().toISOString() });
    playback.wake(authorizationReference);
    return 'accepted';
  };
  const unlock = async (authorizationReference: string): Promise<'unlocked'> => {
    const start = await starts.load(authorizationReference);
    if (start?.askedAt && !start.unlockedAt) await starts.save({ ...start, unlockedAt: clock.now().toISOString() });
    playback.wake(authorizationReference);
    return 'unlocked';
  };
  return {
    capabilities: () => CAPABILITIES,
    start: ask => starts.runExclusively(ask.authorizationReference, () => start(ask)),
    cancelStart: ({ authorizationReference }) =>
      starts.runExclusively(authorizationReference, () => cancelStart(authorizationReference)),
    stop: ({ authorizationReference }) => starts.runExclusively(authorizationReference, () => stop(authorizationReference)),
    unlock: ({ authorizationReference }) => starts.runExclusively(authorizationReference, () => unlock(authorizationReference)),
    tellPayment: async () => 'told',
    async read({ authorizationReference, since }) {
      const start = await starts.load(authorizationReference);
      return start?.askedAt ? starts.snapshot(start, since) : null;
    },
  };
}

function newStart(
  { authorizationReference, address: { evseId, connector }, tariffText }: StationStart,
  plug: SimulatedPlug,
  now: Date,
): SimulatedStart {
  const { powerW, isDc, timeZone, script } = plug;
  return {
    authorizationReference,
    evseId,
    connector,
    powerW,
    isDc,
    timeZone,
    script,
    tariffText,
    askedAt: now.toISOString(),
    cancelledAt: null,
    stoppedAt: null,
    lostStops: DRIVERS[script].lostStops,
    signed: null,
  };
}
