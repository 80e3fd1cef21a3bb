import type { Clock } from '../../../server/core/ports/ports.ts';
import { changed } from '../changedSwitches.ts';
import { createManualClock, type ManualClock } from '../clock.ts';
import { type Act, act } from './acts.ts';
import { createStation } from './createStation.ts';
import { count, percentOf, shownWh } from './meter.ts';
import { goOffline, goOnline, powerUp } from './power.ts';
import { codeShown } from './screen.ts';
import type { Station, StationFacts, TranscriptEntry } from './station.ts';

/** State of a station that tests can read. */
export interface SeenStation {
  id: string;
  isConnected: boolean;
  registration: string;
  settings: Readonly<Record<string, string>>;
  password: string | null;
  screen: readonly unknown[];
  /** Number of transaction messages to which the app has not responded yet. */
  queued: number;
  plugs: readonly SeenPlug[];
}

export interface SeenPlug {
  number: number;
  status: string;
  isCabled: boolean;
  transactionId: string | number | null;
  registerWh: number;
  powerW: number;
  percent: number;
  /** Latest cost that the app has sent, in currency units; null before the first. */
  cost: number | null;
  limit: Readonly<Record<string, number>> | null;
  /** URL in the displayed QR code; null if none is displayed. */
  code: string | null;
  paidUntil: string | null;
}

/** Simulated stations that share one clock. */
export interface LocalStations {
  add(facts: StationFacts, switches: Readonly<Record<string, unknown>>): Promise<void>;
  get(id: string): Station;
  all(): readonly Station[];
  set(id: string, switches: Readonly<Record<string, unknown>>): void;
  act(id: string, request: Act): Promise<void>;
  /** Disconnects stations until `restart` is called. `boots`: `restart` then proceeds as after a power failure. */
  end(ids: readonly string[]): Promise<void>;
  restart(ids: readonly string[], request: { boots: boolean }): Promise<void>;
  standStill(at: string): void;
  pass(ms: number): Promise<void>;
  see(id: string): SeenStation;
  output(id: string): readonly TranscriptEntry[];
  faults(): readonly string[];
}

export function createStations({ clock, note }: { clock: Clock; note(id: string, line: string): void }): LocalStations {
  const stations = new Map<string, Station>();
  let turned: ManualClock | null = null;
  const get = (id: string): Station => {
    const station = stations.get(id);
    if (!station) throw new Error(`There is no station ${id}`);
    return station;
  };
  const some = (ids: readonly string[]) => (ids.length === 0 ? [...stations.values()] : ids.map(get));
  const isAtWork = () => [...stations.values()].some(({ link }) => link.isAtWork());
  return {
    async add(facts, switches) {
      const station = createStation(facts, { clock: turned ?? clock, switches, note: line => note(facts.id, line) });
      stations.set(facts.id, station);
      await station.link.connect({ boots: true });
    },
    get,
    all: () => [...stations.values()],
    set(id, switches) {
      const station = get(id);
      station.switches = changed(station.switches, switches);
    },
    act: (id, request) => act(get(id), request),
    end: async ids => void (await Promise.all(some(ids).map(goOffline))),
    async restart(ids, { boots }) {
      await Promise.all(some(ids).map(station => (boots ? powerUp(station) : goOnline(station))));
    },
    standStill(at) {
      if (turned?.now().getTime() === Date.parse(at)) return;
      turned = createManualClock(at, isAtWork);
      for (const station of stations.values()) station.clock = turned;
    },
    pass: async ms => turned?.pass(ms),
    see: id => see(get(id)),
    output: id => get(id).link.output,
    faults: () => [...stations.values()].flatMap(({ link }) => link.faults),
  };
}

function see(station: Station): SeenStation {
  const { facts, link, settings, screen, plugs, dialect } = station;
  return {
    id: facts.id,
    isConnected: link.isOpen(),
    registration: link.registration,
    settings: Object.fromEntries(settings.values),
    password: facts.password,
    screen: [...screen.values()],
    queued: link.queue.filter(({ isStored }) => isStored).length,
    plugs: plugs.map(plug => {
      count(station, plug);
      return {
        number: plug.number,
        status: dialect.statusOf(station, plug),
        isCabled: plug.isCabled,
        transactionId: plug.transaction?.id ?? null,
        registerWh: shownWh(plug),
        powerW: plug.meter.powerW,
        percent: Math.floor(percentOf(station, plug)),
        cost: plug.transaction?.cost ?? null,
        limit: plug.transaction?.limit ?? null,
        code: facts.version === '2.1' ? codeShown(station, plug) : null,
        paidUntil: plug.paidUntilMs > 0 ? new Date(plug.paidUntilMs).toISOString() : null,
      };
    }),
  };
}
