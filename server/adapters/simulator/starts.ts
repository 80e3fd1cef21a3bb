import type { DemoScript } from '../../../shared/charging.ts';
import type { PlugState } from '../../../shared/session.ts';
import { createTurns } from '../../../shared/turns.ts';
import type { Clock, Shelf, SignedValue, StationListener, StationSession } from '../../operator/ports.ts';
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

export interface PlugAddress {
  evseId: string;
  connector: string;
}

export interface SimulatorParts {
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

export type Starts = ReturnType<typeof createStarts>;

const keyOf = (startId: string): string => `start:${startId}`;

/** The starts on the shelf. */
export function createStarts({ shelf, clock }: SimulatorParts) {
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
