import { createExclusiveRunner } from '../../../shared/turns.ts';
import type { Clock, KeyValueStore, StationListener, StationSession } from '../../operator/ports.ts';
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
  /** Those that are there at the start. */
  plugs: readonly SimulatedPlug[];
  /** A plug as it is now, or was when it was last there. */
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
    /** A start, its cancellation and its stop may arrive together: each sees what the one before has written. */
    runExclusively,
    /** A start that was cancelled before it was asked for is refused when it comes (rule 1). */
    bury: (authorizationReference: string) =>
      keyValueStore.put(keyOf(authorizationReference), { authorizationReference, cancelledAt: clock.now().toISOString() }),
    async unfinished(): Promise<SimulatedStart[]> {
      const all = (await keyValueStore.list(PREFIX)).map(({ key, json }) => known(key, json));
      return all.filter(start => start.askedAt && !start.cancelledAt && !start.signed);
    },
    snapshot: (start: SimulatedStart): Promise<StationSession> =>
      snapshotOf(start, clock.now(), () =>
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
