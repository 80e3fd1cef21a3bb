import type { MeterReading, StationListener, StationSession, StationStart, Stations } from '../../server/operator/ports.ts';

export type StationStep = 'start' | 'cancelStart' | 'stop' | 'read';
/** `lost`: the station acts, but its answer never arrives. `unheard`: the call never arrives. */
export type StationMishap = 'lost' | 'unheard';

export interface FakeStations extends Stations {
  readonly calls: readonly { step: StationStep; startId: string }[];
  trouble(step: StationStep, ...mishaps: readonly StationMishap[]): void;
  keepWaiting(step: StationStep): () => void;
  /** The next start is refused. */
  refuseNext(): void;
  /** How often charging really began. */
  readonly beginnings: readonly string[];
  /** The vehicle is plugged in: charging begins and is reported. `isSilent`: it has to be asked for. */
  plugIn(startId: string, at: Date, more?: { isSilent?: boolean }): Promise<void>;
  /** The meter is read and reported. */
  meter(startId: string, reading: MeterReading): Promise<void>;
  /** Charging is over; the last value has come, or not yet. `isSilent`: nobody is told, it has to be asked for. */
  end(startId: string, ask: { at: Date; energyWh: number; isFinal?: boolean; isSilent?: boolean }): Promise<void>;
  /** Tells again what was told already. */
  tellAgain(startId: string): Promise<void>;
  wasAskedToStop(startId: string): boolean;
}

/** A station in memory: it does what a test says, when a test says it. */
export function createFakeStations(listener: () => StationListener, { tombstones = true } = {}): FakeStations {
  const sessions = new Map<string, StationSession>();
  const mishaps = new Map<StationStep, StationMishap[]>();
  const gates = new Map<StationStep, Promise<void>>();
  const calls: { step: StationStep; startId: string }[] = [];
  const beginnings: string[] = [];
  const stops = new Set<string>();
  const buried = new Set<string>();
  let refusals = 0;

  const arrive = async <T>(step: StationStep, startId: string, act: () => T): Promise<T | 'unknown'> => {
    calls.push({ step, startId });
    const mishap = mishaps.get(step)?.shift();
    if (mishap === 'unheard') return 'unknown';
    const answer = act();
    await gates.get(step);
    return mishap === 'lost' ? 'unknown' : answer;
  };
  const change = (startId: string, changes: Partial<StationSession>): StationSession => {
    const known = sessions.get(startId) ?? nothingOf(startId);
    const changed = { ...known, ...changes };
    sessions.set(startId, changed);
    return changed;
  };

  return {
    ...{ tombstones, meterIntervalS: 10, calls, beginnings },
    start: ({ startId }: StationStart) =>
      arrive('start', startId, () => {
        if (buried.has(startId)) return 'refused';
        if (sessions.has(startId)) return 'accepted';
        if (refusals > 0) {
          refusals--;
          return 'refused';
        }
        change(startId, { state: 'waiting' });
        return 'accepted';
      }),
    cancelStart: ({ startId }) =>
      arrive('cancelStart', startId, () => {
        if (sessions.get(startId)?.startedAt) return 'already-started';
        if (tombstones) buried.add(startId);
        return 'cancelled';
      }),
    stop: ({ startId }) =>
      arrive('stop', startId, () => {
        stops.add(startId);
        return sessions.get(startId)?.endedAt ? 'already-stopped' : 'accepted';
      }),
    async read({ startId }) {
      const answer = await arrive('read', startId, () => sessions.get(startId) ?? null);
      return answer === 'unknown' ? null : answer;
    },
    health: async () => undefined,
    trouble: (step, ...more) => void mishaps.set(step, [...(mishaps.get(step) ?? []), ...more]),
    keepWaiting(step) {
      const { promise, resolve } = Promise.withResolvers<void>();
      gates.set(step, promise);
      return () => {
        gates.delete(step);
        resolve();
      };
    },
    refuseNext: () => void refusals++,
    async plugIn(startId, at, { isSilent = false } = {}) {
      beginnings.push(startId);
      const first: MeterReading = { at, energyWh: 0, powerW: 11_000, isCharging: true };
      const begun = change(startId, { state: 'charging', startedAt: at, readings: [first] });
      if (!isSilent) await listener().report(startId, begun);
    },
    async meter(startId, reading) {
      const readings = [...(sessions.get(startId)?.readings ?? []), reading];
      await listener().report(startId, change(startId, { readings, state: reading.isCharging ? 'charging' : 'paused' }));
    },
    async end(startId, { at, energyWh, isFinal = true, isSilent = false }) {
      const known = sessions.get(startId)?.readings ?? [];
      const last: MeterReading = { at, energyWh, powerW: 0, isCharging: false };
      const readings = isFinal ? [...known.filter(reading => reading.at < at), last] : known;
      const signedValues = isFinal
        ? [{ format: 'OCMF', context: 'Transaction.End' as const, data: `OCMF|${startId}|{}`, publicKey: null }]
        : [];
      const ended = change(startId, { state: 'ended', endedAt: at, readings, signedValues, isFinal });
      if (!isSilent) await listener().report(startId, ended);
    },
    async tellAgain(startId) {
      const known = sessions.get(startId);
      if (known) await listener().report(startId, known);
    },
    wasAskedToStop: startId => stops.has(startId),
  };
}

const nothingOf = (startId: string): StationSession => ({
  ...{ startId, state: 'waiting', startedAt: null, endedAt: null, readings: [], signedValues: [], isFinal: false },
});
