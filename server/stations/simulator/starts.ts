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
  /** The plugs that exist when the simulator is started. */
  plugs: Iterable<SimulatedPlug> | AsyncIterable<SimulatedPlug>;
  /** A plug as it is now; of a retired one, as it was last. */
  findPlug(address: PlugAddress): Promise<SimulatedPlug | null>;
  listener(): StationListener;
  /** One line for the log. */
  note(event: string, facts: Readonly<Record<string, string | number>>): void;
}

export type Starts = ReturnType<typeof createStarts>;

const PREFIX = 'start:';
const keyOf = (authorizationReference: string): string => `${PREFIX}${authorizationReference}`;

/** The starts in the key-value store. */
export function createStarts({ keyValueStore, clock }: SimulatorDependencies) {
  /** A kept start is known by its key: earlier versions kept the reference under another name. */
  const known = (key: string, json: unknown): SimulatedStart => ({
    ...(json as SimulatedStart),
    authorizationReference: key.slice(PREFIX.length),
  });
  const load = async (authorizationReference: string): Promise<SimulatedStart | null> => {
    const json = await keyValueStore.get(keyOf(authorizationReference));
    return json ? known(keyOf(authorizationReference), json) : null;
  };
  /** What `work` makes of a start, null of none, in one step for all processes: `work` may be called again. */
  const change = async <T extends SimulatedStart | null>(
    authorizationReference: string,
    work: (start: SimulatedStart | null) => T,
  ): Promise<T> => {
    const key = keyOf(authorizationReference);
    const json = await keyValueStore.change(key, stored => work(stored === null ? null : known(key, stored)));
    return (json === null ? null : known(key, json)) as T;
  };
  /** A stored start, changed. */
  const update = (authorizationReference: string, work: (start: SimulatedStart) => SimulatedStart) =>
    change(authorizationReference, start => start && work(start));
  const runExclusively = createExclusiveRunner();
  return {
    load,
    update,
    /** Stores a start unless one is stored, or was cancelled before it arrived. Answers what is stored then. */
    add: (start: SimulatedStart) => change(start.authorizationReference, stored => stored ?? start),
    /**
     * A start that is cancelled before it arrives is refused when it does (rule 1 of docs/decisions/0002). Answers false where it has
     * arrived meanwhile, and is not cancelled.
     */
    async rejectLater(authorizationReference: string): Promise<boolean> {
      const cancelledAt = clock.now().toISOString();
      const rejection = { authorizationReference, cancelledAt } as SimulatedStart;
      return (await change(authorizationReference, stored => stored ?? rejection)).cancelledAt !== null;
    },
    async unfinished(): Promise<SimulatedStart[]> {
      const all = (await keyValueStore.list(PREFIX)).map(({ key, json }) => known(key, json));
      return all.filter(start => start.askedAt && !start.cancelledAt && !start.signed);
    },
    /** With the readings later than `since`. */
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
