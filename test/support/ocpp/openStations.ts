import { join } from 'node:path';
import { STARTS_AT } from '../clock.ts';
import { openControlled } from '../controlled.ts';
import type { Turnable } from '../ocpi/turnedClocks.ts';
import type { Act } from './acts.ts';
import type { OcppVersion, StationFacts, TranscriptEntry } from './station.ts';
import type { SeenStation } from './stations.ts';
import type { Changes, StationSwitches } from './switches.ts';

export interface StationToOpen extends Partial<Omit<StationFacts, 'id'>> {
  id: string;
  switches?: Changes<StationSwitches>;
}

/** Simulated charging stations in a separate process. If their clock is manual, only `createManualClocks` advances it. */
export interface SimulatedStations extends Turnable {
  /** Adds stations. Resolves when each station has tried to connect. */
  add(stations: readonly StationToOpen[]): Promise<void>;
  set(id: string, switches: Changes<StationSwitches>): Promise<void>;
  /** Performs an action at a station. The three most frequent actions also have their own methods. */
  act(id: string, act: Act): Promise<void>;
  plugIn(id: string, plug?: number): Promise<void>;
  unplug(id: string, plug?: number): Promise<void>;
  stopAtStation(id: string, plug?: number): Promise<void>;
  /** Disconnects the given stations until `restart` is called; without ids, all stations. */
  end(...ids: string[]): Promise<void>;
  /** Reconnects stations. `boots`: each one first sends a BootNotification, as after a power failure. */
  restart(request?: { ids?: readonly string[]; boots?: boolean }): Promise<void>;
  /** Returns the current state of a station. */
  see(id: string): Promise<SeenStation>;
  /** Returns the messages in both directions, in order. */
  output(id: string): Promise<TranscriptEntry[]>;
  /** Returns the calls that a station received from the app. */
  received(id: string, action?: string): Promise<TranscriptEntry[]>;
  /** Returns the calls that a station sent to the app. */
  reported(id: string, action?: string): Promise<TranscriptEntry[]>;
  /** Returns the messages from the app that violate the OCPP schema. `close` then no longer throws because of them. */
  faults(): Promise<readonly string[]>;
  /** @throws Error if the app sent messages that violate the OCPP schema, unless `faults` has returned them */
  close(): Promise<void>;
}

export async function openStations({
  version = '1.6',
  url = '',
  stations,
  startsAt = STARTS_AT,
}: {
  /** OCPP version of all stations that specify none. */
  version?: OcppVersion;
  /** Address of the app for all stations that specify none, ws://127.0.0.1:port/ocpp. */
  url?: string;
  stations: readonly StationToOpen[];
  /** Start time of the manual clock; null: the stations use real time. */
  startsAt?: string | null;
}): Promise<SimulatedStations> {
  const { request, close } = await openControlled(join(import.meta.dirname, 'stationsMain.ts'));
  const factsOf = ({ switches: _none, ...facts }: StationToOpen): StationFacts => ({
    version,
    url,
    password: null,
    plugs: 1,
    powerW: 22_000,
    isDc: false,
    evseIds: null,
    ...facts,
  });
  const act = async (id: string, what: Act) => void (await request('POST', '/acts', { id, what }));
  const readTranscript = async (id: string) => (await request('POST', '/said', { id })) as TranscriptEntry[];
  const calls = async (id: string, by: TranscriptEntry['by'], action?: string) =>
    (await readTranscript(id)).filter(
      each => each.by === by && each.kind === 'call' && (action === undefined || each.action === action),
    );
  const add = async (more: readonly StationToOpen[]) => {
    await request(
      'POST',
      '/stations',
      more.map(station => ({ facts: factsOf(station), switches: station.switches ?? {} })),
    );
  };
  let known: readonly string[] = [];
  const faults = async () => (await request('POST', '/faults')) as string[];
  if (startsAt !== null) await request('PUT', '/clock', { at: startsAt });
  await add(stations);
  return {
    add,
    set: async (id, switches) => void (await request('PUT', '/switches', { id, switches })),
    act,
    plugIn: (id, plug = 1) => act(id, { act: 'plug in', plug }),
    unplug: (id, plug = 1) => act(id, { act: 'unplug', plug }),
    stopAtStation: (id, plug = 1) => act(id, { act: 'stop', plug }),
    end: async (...ids) => void (await request('POST', '/ends', { ids })),
    restart: async ({ ids = [], boots = false } = {}) => void (await request('POST', '/restarts', { ids, boots })),
    see: async id => (await request('POST', '/seen', { id })) as SeenStation,
    output: readTranscript,
    received: (id, action) => calls(id, 'house', action),
    reported: (id, action) => calls(id, 'station', action),
    standStill: async at => void (await request('PUT', '/clock', { at: at.toISOString() })),
    pass: async ms => void (await request('POST', '/pass', { ms })),
    async faults() {
      known = await faults();
      return known;
    },
    async close() {
      const unknown = (await faults()).filter(fault => !known.includes(fault));
      await close();
      if (unknown.length > 0) throw new Error(`The house has spoken wrongly:\n${unknown.join('\n')}`);
    },
  };
}
