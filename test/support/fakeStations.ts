import type {
  MeterReading,
  StationAddress,
  StationListener,
  StationSession,
  StationStart,
  Stations,
} from '../../server/core/ports/stationPort.ts';
import type { Battery } from '../../shared/charging/session.ts';
import { createGates, type Gates } from './gates.ts';
import { someCapabilities } from './someStation.ts';

export type StationStep = 'start' | 'cancelStart' | 'stop' | 'unlock' | 'read';
/**
 * Fault of a call to a station. `lost`: the station executes the call, but no response arrives. `unheard`: the call never
 * arrives.
 */
export type StationFault = 'lost' | 'unheard';

export interface FakeStations extends Stations, Gates<StationStep> {
  readonly calls: readonly { step: StationStep; authorizationReference: string }[];
  /** Returns the address of the last plug that was started or stopped; null before the first call. */
  lastAddress(): StationAddress | null;
  /** The `since` parameter of each `read` call, in order. */
  readonly requestedSince: readonly (Date | null)[];
  trouble(step: StationStep, ...faults: readonly StationFault[]): void;
  /** Makes the station refuse the next start. */
  refuseNext(): void;
  /** Makes the station refuse the next `times` stops. */
  refuseStops(times: number): void;
  /** Makes the station refuse every unlock from now on. */
  jam(): void;
  /** Makes all stations unreachable. */
  cutOff(): void;
  /** Authorization references of the starts after which charging began, in order. */
  readonly beginnings: readonly string[];
  /**
   * Connects the vehicle, so that charging begins and the station reports it. `isSilent`: the station sends no report, so the
   * app learns of the charging only through `read`.
   */
  plugIn(authorizationReference: string, at: Date, more?: { isSilent?: boolean }): Promise<void>;
  /** Adds a meter reading and sends a report of the session. */
  meter(authorizationReference: string, reading: MeterReading, battery?: Battery): Promise<void>;
  /**
   * Ends the session. `isFinal: false`: the last meter reading is still missing. `isSilent`: the station sends no report, so the
   * app learns of the end only through `read`.
   */
  end(
    authorizationReference: string,
    request: { at: Date; energyWh: number; isFinal?: boolean; isSilent?: boolean },
  ): Promise<void>;
  /** Sends the last report of the session again. */
  reportAgain(authorizationReference: string): Promise<void>;
  hasStopRequest(authorizationReference: string): boolean;
}

/** Simulated stations in memory, controlled by the test. */
export function createFakeStations(listener: () => StationListener, { rejectsCancelledStarts = true } = {}): FakeStations {
  const sessions = new Map<string, StationSession>();
  const faults = new Map<StationStep, StationFault[]>();
  const { through, ...gates } = createGates<StationStep>();
  const calls: { step: StationStep; authorizationReference: string }[] = [];
  const beginnings: string[] = [];
  const stops = new Set<string>();
  const buried = new Set<string>();
  const readsSince: (Date | null)[] = [];
  let lastAddress: StationAddress | null = null;
  let refusals = 0;
  let stopRefusals = 0;
  let isReachable = true;
  let unlocks = true;

  const arrive = async <T>(step: StationStep, authorizationReference: string, act: () => T): Promise<T | 'unknown'> => {
    calls.push({ step, authorizationReference });
    const fault = faults.get(step)?.shift();
    if (fault === 'unheard') return 'unknown';
    const answer = act();
    await through(step);
    return fault === 'lost' ? 'unknown' : answer;
  };
  const change = (authorizationReference: string, changes: Partial<StationSession>): StationSession => {
    const known = sessions.get(authorizationReference) ?? nothingOf(authorizationReference);
    const changed = { ...known, ...changes };
    sessions.set(authorizationReference, changed);
    return changed;
  };

  return {
    capabilities: () => someCapabilities({ isReachable, rejectsCancelledStarts }),
    calls,
    lastAddress: () => lastAddress,
    requestedSince: readsSince,
    beginnings,
    start: ({ authorizationReference, address }: StationStart) => {
      lastAddress = address;
      return arrive('start', authorizationReference, () => {
        if (buried.has(authorizationReference)) return 'refused';
        if (sessions.has(authorizationReference)) return 'accepted';
        if (refusals > 0) {
          refusals--;
          return 'refused';
        }
        change(authorizationReference, { state: 'waiting' });
        return 'accepted';
      });
    },
    cancelStart: ({ authorizationReference }) =>
      arrive('cancelStart', authorizationReference, () => {
        if (sessions.get(authorizationReference)?.startedAt) return 'already-started';
        if (rejectsCancelledStarts) buried.add(authorizationReference);
        return 'cancelled';
      }),
    stop: ({ authorizationReference, address }) => {
      lastAddress = address;
      return arrive('stop', authorizationReference, () => {
        stops.add(authorizationReference);
        if (stopRefusals > 0) {
          stopRefusals--;
          return 'refused';
        }
        return sessions.get(authorizationReference)?.endedAt ? 'already-stopped' : 'accepted';
      });
    },
    sendPaymentAdvice: async () => 'sent',
    unlock: ({ authorizationReference }) => arrive('unlock', authorizationReference, () => (unlocks ? 'unlocked' : 'refused')),
    async read({ authorizationReference, since }) {
      readsSince.push(since);
      const answer = await arrive('read', authorizationReference, () => sessions.get(authorizationReference) ?? null);
      if (answer === null || answer === 'unknown') return null;
      return { ...answer, readings: answer.readings.filter(({ at }) => since === null || at > since) };
    },
    health: async () => undefined,
    trouble: (step, ...more) => void faults.set(step, [...(faults.get(step) ?? []), ...more]),
    ...gates,
    refuseNext: () => void refusals++,
    refuseStops: times => {
      stopRefusals = times;
    },
    jam: () => {
      unlocks = false;
    },
    cutOff: () => {
      isReachable = false;
    },
    async plugIn(authorizationReference, at, { isSilent = false } = {}) {
      beginnings.push(authorizationReference);
      const first: MeterReading = { at, energyWh: 0, powerW: 11_000, isCharging: true };
      const started = change(authorizationReference, { state: 'charging', startedAt: at, readings: [first] });
      if (!isSilent) await listener().report(authorizationReference, started);
    },
    async meter(authorizationReference, reading, battery) {
      const readings = [...(sessions.get(authorizationReference)?.readings ?? []), reading];
      await listener().report(
        authorizationReference,
        change(authorizationReference, {
          readings,
          state: reading.isCharging ? 'charging' : 'paused',
          ...(battery ? { battery } : {}),
        }),
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
    async reportAgain(authorizationReference) {
      const known = sessions.get(authorizationReference);
      if (known) await listener().report(authorizationReference, known);
    },
    hasStopRequest: authorizationReference => stops.has(authorizationReference),
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
