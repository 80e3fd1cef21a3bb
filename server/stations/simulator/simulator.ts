import type { StationCapabilities, StationStart, Stations } from '../../core/ports/stationPort.ts';
import { DRIVERS } from './drivers.ts';
import { courseOf, INTERVAL_S } from './meter.ts';
import { createPlayback, type Playback } from './playback.ts';
import type { SimulatedPlug, SimulatedStart } from './plug.ts';
import { createStarts, type SimulatorDependencies, type Starts } from './starts.ts';

export interface Simulator {
  stations: Stations;
  /** Simulates until `signal` aborts. Continues the sessions that were running before a restart. */
  run(signal: AbortSignal): Promise<void>;
}

export const CAPABILITIES: StationCapabilities = {
  isReachable: true,
  meterIntervalS: INTERVAL_S,
  rejectsCancelledStarts: true,
  canUnlock: true,
  lastValueWithinS: 15 * 60,
  receivesPaymentAdvice: false,
};

/**
 * Creates simulated stations whose events follow the clock. Their state is in the key-value store, so that a restart loses
 * nothing.
 */
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

export function createStations(
  { clock, findPlug, listener }: SimulatorDependencies,
  starts: Starts,
  playback: Pick<Playback, 'play' | 'wake' | 'idleState'>,
): Omit<Stations, 'health'> {
  const start = async (request: StationStart) => {
    const known = await starts.load(request.authorizationReference);
    if (known) return known.cancelledAt ? 'refused' : 'accepted';
    const plug = await findPlug(request.address);
    if (!plug || DRIVERS[plug.script].isRefused) return 'refused';
    const stored = await starts.add(newStart(request, plug, clock.now()));
    if (stored.cancelledAt) return 'refused';
    playback.play(request.authorizationReference);
    return 'accepted';
  };
  const cancelStart = async (authorizationReference: string): Promise<'cancelled' | 'already-started'> => {
    const start = await starts.load(authorizationReference);
    if (!start) return (await starts.rejectLater(authorizationReference)) ? 'cancelled' : cancelStart(authorizationReference);
    if (start.cancelledAt) return 'cancelled';
    if (hasStarted(start)) return 'already-started';
    const { evseId, connector } = start;
    // Reported before the cancellation is stored: if the report fails, the call is repeated and must report again.
    await listener().reportPlug({ evseId, connector, state: await playback.idleState(start) });
    const cancelledAt = clock.now().toISOString();
    const stored = await starts.update(authorizationReference, each => (hasStarted(each) ? each : { ...each, cancelledAt }));
    playback.wake(authorizationReference);
    return stored?.cancelledAt ? 'cancelled' : 'already-started';
  };
  const hasStarted = (start: SimulatedStart): boolean => {
    const { startsAt } = courseOf(start);
    return startsAt !== null && clock.now() >= startsAt;
  };
  const answerStop = (start: SimulatedStart): 'already-stopped' | 'unknown' | 'accepted' => {
    const endsAt = start.cancelledAt ? null : courseOf(start).endsAt;
    if (start.cancelledAt || (endsAt && clock.now() >= endsAt)) return 'already-stopped';
    return start.lostStops > 0 ? 'unknown' : 'accepted';
  };
  const stop = async (authorizationReference: string) => {
    const answers: ReturnType<typeof answerStop>[] = [];
    await starts.update(authorizationReference, start => {
      const answer = answerStop(start);
      answers.push(answer);
      if (answer === 'already-stopped') return start;
      if (answer === 'unknown') return { ...start, lostStops: start.lostStops - 1 };
      return { ...start, stoppedAt: start.stoppedAt ?? clock.now().toISOString() };
    });
    const answer = answers.at(-1) ?? 'already-stopped';
    if (answer === 'accepted') playback.wake(authorizationReference);
    return answer;
  };
  const unlock = async (authorizationReference: string): Promise<'unlocked'> => {
    const unlockedAt = clock.now().toISOString();
    await starts.update(authorizationReference, start =>
      start.requestedAt && !start.unlockedAt ? { ...start, unlockedAt } : start,
    );
    playback.wake(authorizationReference);
    return 'unlocked';
  };
  return {
    capabilities: () => CAPABILITIES,
    start,
    cancelStart: ({ authorizationReference }) => cancelStart(authorizationReference),
    stop: ({ authorizationReference }) => stop(authorizationReference),
    unlock: ({ authorizationReference }) => unlock(authorizationReference),
    sendPaymentAdvice: async () => 'sent',
    async read({ authorizationReference, since }) {
      const start = await starts.load(authorizationReference);
      return start?.requestedAt ? starts.snapshot(start, since) : null;
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
    requestedAt: now.toISOString(),
    cancelledAt: null,
    stoppedAt: null,
    lostStops: DRIVERS[script].lostStops,
    signed: null,
  };
}
