import type { StationStart, Stations } from '../../operator/ports.ts';
import { DRIVERS } from './drivers.ts';
import { courseOf, INTERVAL_S } from './meter.ts';
import { createTheatre, type Theatre } from './playback.ts';
import type { SimulatedPlug, SimulatedStart } from './plug.ts';
import { createStarts, type SimulatorDependencies, type Starts } from './starts.ts';

export interface Simulator {
  stations: Stations;
  /** Plays until `signal` aborts, going on with whatever was running before a restart. */
  run(signal: AbortSignal): Promise<void>;
}

/** Stations that exist on the clock only. Their state is in the key-value store, so that a restart loses nothing. */
export function createSimulator(dependencies: SimulatorDependencies): Simulator {
  const starts = createStarts(dependencies);
  const theatre = createTheatre(dependencies, starts);
  let isPlaying = false;
  return {
    stations: {
      ...createStations(dependencies, starts, theatre),
      async health() {
        if (!isPlaying) throw new Error('Nobody plays the stations');
      },
    },
    async run(signal) {
      isPlaying = true;
      await theatre.run(signal).finally(() => {
        isPlaying = false;
      });
    },
  };
}

function createStations(
  { clock, findPlug, listener }: SimulatorDependencies,
  starts: Starts,
  theatre: Theatre,
): Omit<Stations, 'health'> {
  const start = async (ask: StationStart) => {
    const known = await starts.load(ask.authorizationReference);
    if (known) return known.cancelledAt ? 'refused' : 'accepted';
    const plug = await findPlug(ask);
    if (!plug || DRIVERS[plug.script].isRefused) return 'refused';
    await starts.save(newStart(ask, plug, clock.now()));
    theatre.play(ask.authorizationReference);
    return 'accepted';
  };
  const cancelStart = async (authorizationReference: string) => {
    const start = await starts.load(authorizationReference);
    if (!start) await starts.bury(authorizationReference);
    if (!start || start.cancelledAt) return 'cancelled';
    const { startsAt } = courseOf(start);
    if (startsAt && clock.now() >= startsAt) return 'already-started';
    const { evseId, connector } = start;
    // Before it is cancelled: a cancellation that is asked for again, because this failed, must tell it again.
    await listener().reportPlug({ evseId, connector, state: await theatre.idleState(start) });
    await starts.save({ ...start, cancelledAt: clock.now().toISOString() });
    theatre.wake(authorizationReference);
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
    theatre.wake(authorizationReference);
    return 'accepted';
  };
  return {
    rejectsCancelledStarts: true,
    meterIntervalS: INTERVAL_S,
    start: ask => starts.runExclusively(ask.authorizationReference, () => start(ask)),
    cancelStart: ({ authorizationReference }) =>
      starts.runExclusively(authorizationReference, () => cancelStart(authorizationReference)),
    stop: ({ authorizationReference }) => starts.runExclusively(authorizationReference, () => stop(authorizationReference)),
    async read({ authorizationReference }) {
      const start = await starts.load(authorizationReference);
      return start?.askedAt ? starts.snapshot(start) : null;
    },
  };
}

function newStart(
  { authorizationReference, evseId, connector, tariffText }: StationStart,
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
