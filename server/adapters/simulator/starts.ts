import { createExclusiveRunner } from '../../../shared/turns.ts';
import type { Clock, KeyValueStore } from '../../operator/ports.ts';
import type { StationListener, StationSession } from '../../operator/stationPort.ts';
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
  const save = (start: SimulatedStart) => keyValueStore.put(keyOf(start.authorizationReference), start);
  const runExclusively = createExclusiveRunner();
  return {
    load,
    save,
    /** A start, its cancellation and its stop may arrive together: each sees what the previous one has written. */
    runExclusively,
    /** A start that is cancelled before it arrives is refused when it does (rule 1 of docs/decisions/0002). */
    rejectLater: (authorizationReference: string) =>
      keyValueStore.put(keyOf(authorizationReference), { authorizationReference, cancelledAt: clock.now().toISOString() }),
    async unfinished(): Promise<SimulatedStart[]> {
      const all = (await keyValueStore.list(PREFIX)).map(({ key, json }) => known(key, json));
      return all.filter(start => start.askedAt && !start.cancelledAt && !start.signed);
    },
    /** With the readings later than `since`. */
    snapshot: (start: SimulatedStart, since: Date | null = null): Promise<StationSession> =>
      snapshotOf(start, { now: clock.now(), since }, () =>
        runExclusively(`meter of ${start.evseId} ${start.connector}`, async () => {
          const kept = await load(start.authorizationReference);
          if (kept?.signed) return kept.signed;
          const signed = await signSession(keyValueStore, start, clock.now());
          await save({ ...start, signed });
          return signed;
        }),
      ),
  };
}
