import type { DemoScript } from '../../../shared/charging.ts';
import type { PlugState } from '../../../shared/session.ts';
import { createTurns } from '../../../shared/turns.ts';
import type {
  Clock,
  Shelf,
  SignedValue,
  StationListener,
  StationSession,
  StationStart,
  StationState,
  Stations,
} from '../../operator/ports.ts';
import { DRIVERS } from './drivers.ts';
import { courseOf, INTERVAL_S, nextEventAfter } from './meter.ts';
import { signSession } from './meters.ts';
import { snapshotOf } from './snapshot.ts';

/** What a simulated plug is like, and what its driver will do. */
export interface SimulatedPlug {
  evseId: string;
  connector: string;
  powerW: number;
  isDc: boolean;
  timeZone: string;
  script: DemoScript;
  /** How it stands when nobody charges. */
  idle: PlugState;
}

/** One start as the simulator keeps it. With the clock it decides everything else. */
export interface SimulatedStart {
  startId: string;
  evseId: string;
  connector: string;
  powerW: number;
  isDc: boolean;
  timeZone: string;
  script: DemoScript;
  tariffText: string | null;
  askedAt: string;
  cancelledAt: string | null;
  stoppedAt: string | null;
  lostStops: number;
  /** Signed once, when the last value is read: a second signature would be another record. */
  signed: SignedValue | null;
}

interface PlugAddress {
  evseId: string;
  connector: string;
}

interface SimulatorParts {
  shelf: Shelf;
  clock: Clock;
  /** Those that are there at the start. */
  plugs: readonly SimulatedPlug[];
  /** A plug as it is now, or was when it was last there. */
  findPlug(address: PlugAddress): Promise<SimulatedPlug | null>;
  listener(): StationListener;
  /** One line for the log. */
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
}

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

type Starts = ReturnType<typeof createStarts>;
type Theatre = ReturnType<typeof createTheatre>;

const keyOf = (startId: string): string => `start:${startId}`;

/** The starts on the shelf. */
function createStarts({ shelf, clock }: SimulatorParts) {
  const load = async (startId: string) => (await shelf.get(keyOf(startId))) as SimulatedStart | null;
  const save = (start: SimulatedStart) => shelf.put(keyOf(start.startId), start);
  const inTurn = createTurns();
  return {
    load,
    save,
    /** A start, its cancellation and its stop may arrive together: each sees what the one before has written. */
    inTurn,
    /** A start that was cancelled before it was asked for is refused when it comes (rule 1). */
    bury: (startId: string) => shelf.put(keyOf(startId), { startId, cancelledAt: clock.now().toISOString() }),
    async unfinished(): Promise<SimulatedStart[]> {
      const all = (await shelf.list('start:')).map(({ json }) => json as SimulatedStart);
      return all.filter(start => start.askedAt && !start.cancelledAt && !start.signed);
    },
    snapshot: (start: SimulatedStart): Promise<StationSession> =>
      snapshotOf(start, clock.now(), () =>
        inTurn(`meter of ${start.evseId} ${start.connector}`, async () => {
          const kept = await load(start.startId);
          if (kept?.signed) return kept.signed;
          const signed = await signSession(shelf, start, clock.now());
          await save({ ...start, signed });
          return signed;
        }),
      ),
  };
}

const SOONEST_AGAIN_MS = 5000;
const LATEST_AGAIN_MS = 5 * 60_000;

/** Plays each start to its end and tells the operator what happens, as often as it takes until it is taken. */
function createTheatre({ clock, plugs, findPlug, listener, note }: SimulatorParts, starts: Starts) {
  const stages = new Map<string, AbortController>();
  const playing = new Set<Promise<void>>();
  const over = new AbortController();

  /**
   * Acts again and again until it is over: `act` answers when it wants to be called next. A real station, too, keeps what
   * nobody has taken and tells it later, with growing waits.
   */
  const repeat = async (startId: string, act: () => Promise<Date | null>): Promise<void> => {
    for (let failures = 0; !over.signal.aborted; ) {
      const wake = new AbortController();
      stages.set(startId, wake);
      let next: Date | null;
      try {
        next = await act();
        failures = 0;
      } catch (error) {
        if (failures++ === 0) note('station not heard', { reason: error instanceof Error ? error.name : 'error' });
        next = new Date(clock.now().getTime() + Math.min(SOONEST_AGAIN_MS * 2 ** (failures - 1), LATEST_AGAIN_MS));
      }
      if (next === null) break;
      await clock.sleepUntil(next, AbortSignal.any([wake.signal, over.signal]));
    }
    stages.delete(startId);
  };

  const idleState = async (address: PlugAddress) => (await findPlug(address))?.idle ?? 'available';

  const perform = (startId: string): Promise<void> => {
    let told = 0;
    return repeat(startId, async () => {
      const start = await starts.load(startId);
      if (!start || start.cancelledAt) return null;
      const station = await starts.snapshot(start);
      await tell(start, { ...station, readings: station.readings.slice(told) });
      told = station.readings.length;
      if (station.isFinal) return null;
      return nextEventAfter(start, clock.now()) ?? new Date(clock.now().getTime() + 60_000);
    });
  };

  const tell = async (start: SimulatedStart, station: StationSession): Promise<void> => {
    const { evseId, connector } = start;
    const state = station.isFinal ? await idleState(start) : PLUG_STATES[station.state];
    await listener().reportPlug({ evseId, connector, state });
    if (station.startedAt) await listener().report(start.startId, station);
  };

  const play = (startId: string) => {
    if (stages.has(startId)) return;
    const show = perform(startId).finally(() => playing.delete(show));
    playing.add(show);
  };

  return {
    play,
    idleState,
    /** Something was asked of this start: it acts at once. */
    wake: (startId: string) => stages.get(startId)?.abort(),
    async run(signal: AbortSignal): Promise<void> {
      const end = () => over.abort();
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
      await repeat(OPENING, async () => {
        for (const { evseId, connector, idle } of plugs) await listener().reportPlug({ evseId, connector, state: idle });
        for (const { startId } of await starts.unfinished()) play(startId);
        return null;
      });
      if (!over.signal.aborted) await new Promise(resolve => over.signal.addEventListener('abort', resolve, { once: true }));
      await Promise.all(playing);
    },
  };
}

/** What is played before any start. */
const OPENING = 'opening';

const PLUG_STATES: Readonly<Record<StationState, PlugState>> = {
  waiting: 'preparing',
  charging: 'charging',
  paused: 'suspended',
  ended: 'finishing',
  refused: 'available',
  cancelled: 'available',
};

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
