import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../../../../shared/model/time.ts';
import { putForAWhile } from '../../../platform/expiry.ts';
import type { PlugNumbers } from '../chargePoints/plugs.ts';
import { changeRow, keyOf, type OcppStore } from '../chargePoints/storage.ts';

/** What a person, or another process, has a station do. */
export type ErrandTask =
  | { does: 'change its password' }
  | { does: 'write its messages down' }
  | { does: 'reset'; isHard: boolean }
  | { does: 'tell of a payment'; evse: number; timeoutS: number }
  | { does: 'set availability'; isOperative: boolean; plug: PlugNumbers | null };

/** 'busy': somebody charges there. 'no answer': it may have done it. */
export type ErrandOutcome = 'accepted' | 'scheduled' | 'refused' | 'busy' | 'no answer';

interface Errand {
  stationId: string;
  task: ErrandTask;
  askedAt: string;
  isBegun: boolean;
  outcome: ErrandOutcome | null;
}

const PREFIX = 'errand:';
/** Later, whoever has asked has given up. */
const LASTS_MS = 30_000;

/**
 * Errands are asked beside the running app, and done by the process that holds the station's socket. Begun once: one whose process
 * died is not done again.
 */
export function keepErrands({ store, now }: { store: OcppStore; now(): Date }) {
  return {
    /** Answers its key. */
    async ask(stationId: string, task: ErrandTask): Promise<string> {
      const key = keyOf('errand', randomUUID());
      const errand: Errand = { stationId, task, askedAt: now().toISOString(), isBegun: false, outcome: null };
      await putForAWhile(store, { key, json: errand, keptMs: HOUR_MS, now: now() });
      return key;
    },
    outcomeOf: async (key: string) => ((await store.get(key)) as Errand | null)?.outcome ?? null,
    /** Those of stations that are held here, and begun nowhere else from now on. */
    async begin(
      isHeld: (stationId: string) => boolean,
    ): Promise<readonly { key: string; stationId: string; task: ErrandTask }[]> {
      const asked = (await store.list(PREFIX)).filter(({ json }) => {
        const { stationId, isBegun, askedAt } = json as Errand;
        return !isBegun && isHeld(stationId) && now().getTime() - Date.parse(askedAt) < LASTS_MS;
      });
      const begun: { key: string; stationId: string; task: ErrandTask }[] = [];
      for (const { key } of asked) {
        let isMine = false;
        const errand = await changeRow<Errand>(store, key, known => {
          isMine = !known.isBegun;
          return known.isBegun ? null : { ...known, isBegun: true };
        });
        if (errand && isMine) begun.push({ key, stationId: errand.stationId, task: errand.task });
      }
      return begun;
    },
    finish: (key: string, outcome: ErrandOutcome) => changeRow<Errand>(store, key, known => ({ ...known, outcome })),
  };
}

export type Errands = ReturnType<typeof keepErrands>;
