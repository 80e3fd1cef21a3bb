import type { MeterReading, StationListener, StationSession, StationStart, Stations } from '../../server/operator/ports.ts';
import { createGates, type Gates } from './gates.ts';

export type StationStep = 'start' | 'cancelStart' | 'stop' | 'read';
/** `lost`: the station acts, but its answer never arrives. `unheard`: the call never arrives. */
export type StationMishap = 'lost' | 'unheard';

export interface FakeStations extends Stations, Gates<StationStep> {
  readonly calls: readonly { step: StationStep; authorizationReference: string }[];
  trouble(step: StationStep, ...mishaps: readonly StationMishap[]): void;
  /** The next start is refused. */
  refuseNext(): void;
  /** How often charging really began. */
  readonly beginnings: readonly string[];
  /** The vehicle is plugged in: charging begins and is reported. `isSilent`: it has to be asked for. */
  plugIn(authorizationReference: string, at: Date, more?: { isSilent?: boolean }): Promise<void>;
  /** The meter is read and reported. */
  meter(authorizationReference: string, reading: MeterReading): Promise<void>;
  /** Charging is over; the last value has come, or not yet. `isSilent`: nobody is told, it has to be asked for. */
  end(authorizationReference: string, ask: { at: Date; energyWh: number; isFinal?: boolean; isSilent?: boolean }): Promise<void>;
  /** Tells again what was told already. */
  tellAgain(authorizationReference: string): Promise<void>;
  wasAskedToStop(authorizationReference: string): boolean;
}

/** A station in memory: it does what a test says, when a test says it. */
export function createFakeStations(listener: () => StationListener, { rejectsCancelledStarts = true } = {}): FakeStations {
  const sessions = new Map<string, StationSession>();
  const mishaps = new Map<StationStep, StationMishap[]>();
  const { through, ...gates } = createGates<StationStep>();
  const calls: { step: StationStep; authorizationReference: string }[] = [];
  const beginnings: string[] = [];
  const stops = new Set<string>();
  const buried = new Set<string>();
  let refusals = 0;

  const arrive = async <T>(step: StationStep, authorizationReference: string, act: () => T): Promise<T | 'unknown'> => {
    calls.push({ step, authorizationReference });
    const mishap = mishaps.get(step)?.shift();
    if (mishap === 'unheard') return 'unknown';
    const answer = act();
    await through(step);
    return mishap === 'lost' ? 'unknown' : answer;
  };
  const change = (authorizationReference: string, changes: Partial<StationSession>): StationSession => {
    const known = sessions.get(authorizationReference) ?? nothingOf(authorizationReference);
    const changed = { ...known, ...changes };
    sessions.set(authorizationReference, changed);
    return changed;
  };

  return {
    rejectsCancelledStarts,
    meterIntervalS: 10,
    calls,
    beginnings,
    start: ({ authorizationReference }: StationStart) =>
      arrive('start', authorizationReference, () => {
        if (buried.has(authorizationReference)) return 'refused';
        if (sessions.has(authorizationReference)) return 'accepted';
        if (refusals > 0) {
          refusals--;
          return 'refused';
        }
        change(authorizationReference, { state: 'waiting' });
        return 'accepted';
      }),
    cancelStart: ({ authorizationReference }) =>
      arrive('cancelStart', authorizationReference, () => {
        if (sessions.get(authorizationReference)?.startedAt) return 'already-started';
        if (rejectsCancelledStarts) buried.add(authorizationReference);
        return 'cancelled';
      }),
    stop: ({ authorizationReference }) =>
      arrive('stop', authorizationReference, () => {
        stops.add(authorizationReference);
        return sessions.get(authorizationReference)?.endedAt ? 'already-stopped' : 'accepted';
      }),
    async read({ authorizationReference }) {
      const answer = await arrive('read', authorizationReference, () => sessions.get(authorizationReference) ?? null);
      return answer === 'unknown' ? null : answer;
    },
    health: async () => undefined,
    trouble: (step, ...more) => void mishaps.set(step, [...(mishaps.get(step) ?? []), ...more]),
    ...gates,
    refuseNext: () => void refusals++,
    async plugIn(authorizationReference, at, { isSilent = false } = {}) {
      beginnings.push(authorizationReference);
      const first: MeterReading = { at, energyWh: 0, powerW: 11_000, isCharging: true };
      const begun = change(authorizationReference, { state: 'charging', startedAt: at, readings: [first] });
      if (!isSilent) await listener().report(authorizationReference, begun);
    },
    async meter(authorizationReference, reading) {
      const readings = [...(sessions.get(authorizationReference)?.readings ?? []), reading];
      await listener().report(
        authorizationReference,
        change(authorizationReference, { readings, state: reading.isCharging ? 'charging' : 'paused' }),
      );
    },
    async end(authorizationReference, { at, energyWh, isFinal = true, isSilent = false }) {
      const known = sessions.get(authorizationReference)?.readings ?? [];
      const last: MeterReading = { at, energyWh, powerW: 0, isCharging: false };
      const readings = isFinal ? [...known.filter(reading => reading.at < at), last] : known;
      const signedValues = isFinal
        ? [{ format: 'OCMF', context: 'Transaction.End' as const, data: `OCMF|${authorizationReference}|{}`, publicKey: null }]
        : [];
      const ended = change(authorizationReference, { state: 'ended', endedAt: at, readings, signedValues, isFinal });
      if (!isSilent) await listener().report(authorizationReference, ended);
    },
    async tellAgain(authorizationReference) {
      const known = sessions.get(authorizationReference);
      if (known) await listener().report(authorizationReference, known);
    },
    wasAskedToStop: authorizationReference => stops.has(authorizationReference),
  };
}

const nothingOf = (authorizationReference: string): StationSession => ({
  authorizationReference,
  state: 'waiting',
  startedAt: null,
  endedAt: null,
  readings: [],
  signedValues: [],
  isFinal: false,
});
