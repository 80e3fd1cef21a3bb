import { MINUTE_MS } from '../../../shared/model/time.ts';
import type { Stations } from '../../core/ports/stationPort.ts';
import { createPlayback } from './playback.ts';
import { createStations } from './simulator.ts';
import { createStarts, type SimulatorDependencies } from './starts.ts';

/** Interval between two reports of a past session. Each report contains all meter readings since the previous one. */
const REPORT_EVERY_MS = 15 * MINUTE_MS;

interface PastSimulatorDependencies extends SimulatorDependencies {
  /** Moves the clock forward. */
  moveTo(at: Date): void;
}

interface PastSimulator {
  stations: Stations;
  /**
   * Reports what happens after a start, and moves the clock, until `until` or the end of the session.
   * @returns true if the session has ended and the plug is free
   */
  play(authorizationReference: string, until: Date): Promise<boolean>;
}

/** Creates simulated stations of the past. Nothing happens there by itself: `play` reports each event at its time. */
export function createPastSimulator({ moveTo, ...dependencies }: PastSimulatorDependencies): PastSimulator {
  const { clock } = dependencies;
  const starts = createStarts(dependencies);
  const { reportOnce, idleState } = createPlayback(dependencies, starts);
  const nothing = () => undefined;
  return {
    stations: {
      ...createStations(dependencies, starts, { play: nothing, wake: nothing, idleState }),
      health: async () => undefined,
    },
    async play(authorizationReference, until) {
      for (let since: Date | null = null; ; ) {
        const { reportedAt, next } = await reportOnce(authorizationReference, since);
        if (next === null) return true;
        if (clock.now() >= until) return false;
        const isCharging = reportedAt !== null && (await starts.load(authorizationReference))?.stoppedAt === null;
        const at = isCharging ? Math.max(next.getTime(), clock.now().getTime() + REPORT_EVERY_MS) : next.getTime();
        moveTo(new Date(Math.min(at, until.getTime())));
        since = reportedAt;
      }
    },
  };
}
