import { createExclusiveRunner } from '../../../shared/util/runExclusive.ts';
import type { Clock, KeyValueStore } from '../../core/ports/ports.ts';
import type { StationListener, StationSession } from '../../core/ports/stationPort.ts';
import { signSession } from './meters.ts';
import type { SimulatedPlug, SimulatedStart } from './plug.ts';
import { snapshotOf } from './snapshot.ts';

export interface PlugAddress {
  evseId: string;
  connector: string;
}

export interface SimulatorDependencies {
  keyValueStore: KeyValueStore;
  clock: Clock;
  /** The connectors that exist when the simulator starts. */
  plugs: Iterable<SimulatedPlug> | AsyncIterable<SimulatedPlug>;
  /** Returns the current data of a connector, or its last data if it is retired. Null: it is unknown. */
  findPlug(address: PlugAddress): Promise<SimulatedPlug | null>;
  listener(): StationListener;
  /** Writes one line to the log. */
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
}

export type Starts = ReturnType<typeof createStarts>;

const PREFIX = 'start:';
const keyOf = (authorizationReference: string): string => `${PREFIX}${authorizationReference}`;

export function createStarts({ keyValueStore, clock }: SimulatorDependencies) {
  const load = async (authorizationReference: string): Promise<SimulatedStart | null> => {
    return (await keyValueStore.get(keyOf(authorizationReference))) as SimulatedStart | null;
  };
  /**
   * Changes the start with this reference; `work` receives null if there is none. The change is atomic across all processes, so
   * `work` may be called repeatedly.
   */
  const change = async <T extends SimulatedStart | null>(
    authorizationReference: string,
    work: (start: SimulatedStart | null) => T,
  ): Promise<T> => {
    const changed = await keyValueStore.change(keyOf(authorizationReference), stored => work(stored as SimulatedStart | null));
    return changed as T;
  };
  /**
   * Changes a stored start.
   * @returns null if it does not exist
   */
  const update = (authorizationReference: string, work: (start: SimulatedStart) => SimulatedStart) =>
    change(authorizationReference, start => start && work(start));
  const runExclusively = createExclusiveRunner();
  return {
    load,
    update,
    /**
     * Stores a start, unless a start or a cancellation is already stored.
     * @returns the stored row
     */
    add: (start: SimulatedStart) => change(start.authorizationReference, stored => stored ?? start),
    /**
     * Stores the cancellation of a start that has not arrived yet. The start is refused when it arrives (rule 1 of
     * docs/decisions/0002).
     * @returns false if the start has arrived meanwhile and is not cancelled
     */
    async rejectLater(authorizationReference: string): Promise<boolean> {
      const cancelledAt = clock.now().toISOString();
      const rejection = { authorizationReference, cancelledAt } as SimulatedStart;
      return (await change(authorizationReference, stored => stored ?? rejection)).cancelledAt !== null;
    },
    async unfinished(): Promise<SimulatedStart[]> {
      const all = (await keyValueStore.list(PREFIX)).map(({ json }) => json as SimulatedStart);
      return all.filter(start => start.requestedAt && !start.cancelledAt && !start.signed);
    },
    /** Returns the report of a start's current state, with the readings after `since`. */
    snapshot: (start: SimulatedStart, since: Date | null = null): Promise<StationSession> =>
      snapshotOf(start, { now: clock.now(), since }, () =>
        runExclusively(`meter of ${start.evseId} ${start.connector}`, async () => {
          const current = await load(start.authorizationReference);
          if (current?.signed) return current.signed;
          const signed = await signSession(keyValueStore, start, clock.now());
          const stored = await update(start.authorizationReference, each => ({ ...each, signed: each.signed ?? signed }));
          return stored?.signed ?? signed;
        }),
      ),
  };
}
