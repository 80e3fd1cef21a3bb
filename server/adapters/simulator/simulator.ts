import type { DemoScript } from '../../../shared/charging.ts';
import type { PlugState } from '../../../shared/session.ts';
import type { Clock, Shelf, SignedValue, StationListener, StationSession, StationStart, Stations } from '../../operator/ports.ts';
import { DRIVERS } from './drivers.ts';
import { courseOf, INTERVAL_S, nextEventAfter, readingsUntil } from './meter.ts';
import { createDemoMeter } from './ocmf.ts';

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

interface KeptMeter {
  privateKeyPem: string;
  displayWh: number;
  pagination: number;
}

interface SimulatorParts {
  shelf: Shelf;
  clock: Clock;
  plugs: readonly SimulatedPlug[];
  listener(): StationListener;
}

export interface Simulator {
  stations: Stations;
  /** Plays until `signal` aborts, going on with whatever was running before a restart. */
  run(signal: AbortSignal): Promise<void>;
}

const keyOf = (startId: string): string => `start:${startId}`;

/** Stations that exist on the clock only. Their state is on the shelf, so that a restart loses nothing. */
export function createSimulator({ shelf, clock, plugs, listener }: SimulatorParts): Simulator {
  const stages = new Map<string, AbortController>();
  const over = new AbortController();
  const playing = new Set<Promise<void>>();

  const load = async (startId: string) => (await shelf.get(keyOf(startId))) as SimulatedStart | null;
  const save = (start: SimulatedStart) => shelf.put(keyOf(start.startId), start);
  const plugOf = ({ evseId, connector }: { evseId: string; connector: string }) =>
    plugs.find(plug => plug.evseId === evseId && plug.connector === connector) ?? null;

  const play = (startId: string) => {
    if (stages.has(startId)) return;
    const show = perform(startId).finally(() => playing.delete(show));
    playing.add(show);
  };

  const perform = async (startId: string): Promise<void> => {
    let told = 0;
    while (!over.signal.aborted) {
      const wake = new AbortController();
      stages.set(startId, wake);
      const start = await load(startId);
      if (!start || start.cancelledAt) break;
      const now = clock.now();
      const station = await snapshot(start, now);
      await tell(start, { ...station, readings: station.readings.slice(told) });
      told = station.readings.length;
      if (station.isFinal) break;
      const next = nextEventAfter(start, clock.now());
      await clock.sleepUntil(next ?? new Date(now.getTime() + 60_000), AbortSignal.any([wake.signal, over.signal]));
    }
    stages.delete(startId);
  };

  const tell = async (start: SimulatedStart, station: StationSession): Promise<void> => {
    const { evseId, connector } = start;
    const idle = plugOf(start)?.idle ?? 'available';
    const states: Readonly<Record<StationSession['state'], PlugState>> = {
      ...{ waiting: 'preparing', charging: 'charging', paused: 'suspended', ended: 'finishing', refused: idle, cancelled: idle },
    };
    await listener().reportPlug({ evseId, connector, state: station.isFinal ? idle : states[station.state] });
    if (station.startedAt) await listener().report(start.startId, station);
  };

  const snapshot = async (start: SimulatedStart, now: Date): Promise<StationSession> => {
    const { startsAt, pausesAt, endsAt, finalAt } = courseOf(start);
    const { startId } = start;
    if (start.cancelledAt) return { startId, state: 'cancelled', startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: true };
    const hasBegun = startsAt !== null && now >= startsAt;
    if (!hasBegun) return { startId, state: 'waiting', startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: false };
    const hasEnded = endsAt !== null && now >= endsAt;
    const isFinal = finalAt !== null && now >= finalAt;
    const isPaused = pausesAt !== null && now >= pausesAt;
    const readings = readingsUntil(start, now);
    // The value at the end is the late one: until it arrives only those before it are known.
    const known = hasEnded && !isFinal ? readings.slice(0, -1) : readings;
    return {
      ...{ startId, startedAt: startsAt, endedAt: hasEnded ? endsAt : null, readings: known, isFinal },
      state: hasEnded ? 'ended' : isPaused ? 'paused' : 'charging',
      signedValues: isFinal ? [await signedRecord(start, now)] : [],
    };
  };

  const signedRecord = async (start: SimulatedStart, now: Date): Promise<SignedValue> => {
    const kept = await load(start.startId);
    if (kept?.signed) return kept.signed;
    const meterKey = `meter:${start.evseId}:${start.connector}`;
    const meter = (await shelf.get(meterKey)) as KeptMeter | null;
    const meterId = `DEMO${start.evseId.replace(/\D/g, '').slice(-6).padStart(6, '0')}${start.connector}`;
    const demo = createDemoMeter({ meterId, privateKeyPem: meter?.privateKeyPem ?? null });
    const { startsAt, endsAt } = courseOf(start);
    const startWh = meter?.displayWh ?? 4_711_204;
    const endWh = startWh + (readingsUntil(start, now).at(-1)?.energyWh ?? 0);
    const pagination = (meter?.pagination ?? 0) + 1;
    const signed = demo.signRecord({
      ...{ pagination, evseId: start.evseId, startWh, endWh, timeZone: start.timeZone, tariffText: start.tariffText },
      ...{ startedAt: startsAt ?? now, endedAt: endsAt ?? now, idTag: start.startId.slice(0, 20), isDc: start.isDc },
    });
    await save({ ...start, signed });
    await shelf.put(meterKey, { privateKeyPem: demo.privateKeyPem, displayWh: endWh, pagination } satisfies KeptMeter);
    return signed;
  };

  const stations: Stations = {
    tombstones: true,
    meterIntervalS: INTERVAL_S,
    async start(ask) {
      const known = await load(ask.startId);
      if (known) return known.cancelledAt ? 'refused' : 'accepted';
      const plug = plugOf(ask);
      if (!plug || DRIVERS[plug.script].isRefused) return 'refused';
      await save(newStart(ask, plug, clock.now()));
      play(ask.startId);
      return 'accepted';
    },
    async cancelStart({ startId }) {
      const start = await load(startId);
      const now = clock.now();
      if (!start) {
        await shelf.put(keyOf(startId), { startId, cancelledAt: now.toISOString() });
        return 'cancelled';
      }
      if (start.cancelledAt) return 'cancelled';
      const { startsAt } = courseOf(start);
      if (startsAt && now >= startsAt) return 'already-started';
      await save({ ...start, cancelledAt: now.toISOString() });
      stages.get(startId)?.abort();
      await listener().reportPlug({ evseId: start.evseId, connector: start.connector, state: plugOf(start)?.idle ?? 'available' });
      return 'cancelled';
    },
    async stop({ startId }) {
      const start = await load(startId);
      if (!start) return 'already-stopped';
      const now = clock.now();
      const { endsAt } = courseOf(start);
      if (endsAt && now >= endsAt) return 'already-stopped';
      if (start.lostStops > 0) {
        await save({ ...start, lostStops: start.lostStops - 1 });
        return 'unknown';
      }
      if (!start.stoppedAt) await save({ ...start, stoppedAt: now.toISOString() });
      stages.get(startId)?.abort();
      return 'accepted';
    },
    async read({ startId }) {
      const start = await load(startId);
      return start?.askedAt ? snapshot(start, clock.now()) : null;
    },
  };

  return {
    stations,
    async run(signal) {
      for (const { evseId, connector, idle } of plugs) await listener().reportPlug({ evseId, connector, state: idle });
      for (const { json } of await shelf.list('start:')) {
        const start = json as SimulatedStart;
        if (start.askedAt && !start.cancelledAt && !start.signed) play(start.startId);
      }
      await new Promise<void>(resolve => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      over.abort();
      await Promise.allSettled(playing);
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
