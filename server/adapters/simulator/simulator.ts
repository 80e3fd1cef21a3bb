import type { StationStart, Stations } from '../../operator/ports.ts';
import { DRIVERS } from './drivers.ts';
import { courseOf, INTERVAL_S } from './meter.ts';
import { createTheatre, type Theatre } from './playback.ts';
import { createStarts, type SimulatedPlug, type SimulatedStart, type SimulatorParts, type Starts } from './starts.ts';

export interface Simulator {
  stations: Stations;
  /** Plays until `signal` aborts, going on with whatever was running before a restart. */
  run(signal: AbortSignal): Promise<void>;
}

/** Stations that exist on the clock only. Their state is on the shelf, so that a restart loses nothing. */
export function createSimulator(parts: SimulatorParts): Simulator {
  const starts = createStarts(parts);
  const theatre = createTheatre(parts, starts);
  let isPlaying = false;
  return {
    stations: {
      ...createStations(parts, starts, theatre),
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
  { clock, findPlug, listener }: SimulatorParts,
  starts: Starts,
  theatre: Theatre,
): Omit<Stations, 'health'> {
  const start = async (ask: StationStart) => {
    const known = await starts.load(ask.startId);
    if (known) return known.cancelledAt ? 'refused' : 'accepted';
    const plug = await findPlug(ask);
    if (!plug || DRIVERS[plug.script].isRefused) return 'refused';
    await starts.save(newStart(ask, plug, clock.now()));
    theatre.play(ask.startId);
    return 'accepted';
  };
  const cancelStart = async (startId: string) => {
    const start = await starts.load(startId);
    if (!start) await starts.bury(startId);
    if (!start || start.cancelledAt) return 'cancelled';
    const { startsAt } = courseOf(start);
    if (startsAt && clock.now() >= startsAt) return 'already-started';
    const { evseId, connector } = start;
    // Before it is cancelled: a cancellation that is asked for again, because this failed, must tell it again.
    await listener().reportPlug({ evseId, connector, state: await theatre.idleState(start) });
    await starts.save({ ...start, cancelledAt: clock.now().toISOString() });
    theatre.wake(startId);
    return 'cancelled';
  };
  const stop = async (startId: string) => {
    const start = await starts.load(startId);
    if (!start || start.cancelledAt) return 'already-stopped';
    const { endsAt } = courseOf(start);
    if (endsAt && clock.now() >= endsAt) return 'already-stopped';
    if (start.lostStops > 0) {
      await starts.save({ ...start, lostStops: start.lostStops - 1 });
      return 'unknown';
    }
    if (!start.stoppedAt) await starts.save({ ...start, stoppedAt: clock.now().toISOString() });
    theatre.wake(startId);
    return 'accepted';
  };
  return {
    tombstones: true,
    meterIntervalS: INTERVAL_S,
    start: ask => starts.inTurn(ask.startId, () => start(ask)),
    cancelStart: ({ startId }) => starts.inTurn(startId, () => cancelStart(startId)),
    stop: ({ startId }) => starts.inTurn(startId, () => stop(startId)),
    async read({ startId }) {
      const start = await starts.load(startId);
      return start?.askedAt ? starts.snapshot(start) : null;
    },
  };
}

function newStart({ startId, evseId, connector, tariffText }: StationStart, plug: SimulatedPlug, now: Date): SimulatedStart {
  const { powerW, isDc, timeZone, script } = plug;
  return {
    ...{ startId, evseId, connector, powerW, isDc, timeZone, script, tariffText },
    ...{ askedAt: now.toISOString(), cancelledAt: null, stoppedAt: null, lostStops: DRIVERS[script].lostStops, signed: null },
  };
}
