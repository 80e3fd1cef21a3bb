import type { CatalogueWriter } from '../../../core/ports/cataloguePort.ts';
import type { KeyValueStore } from '../../../core/ports/ports.ts';
import { yieldToEventLoop } from '../../../platform/yieldToEventLoop.ts';
import { partyName } from '../connections/parties.ts';
import type { Received } from '../messages/receiver.ts';
import { locationKey, namingKey, parseStoredLocation } from './catalogueRows.ts';
import { evsesOf } from './locationParts.ts';
import { createPlanner, type LocationChange, type Plan, type SellingDependencies } from './planning.ts';
import { locationName, sourceOf } from './pushedLocation.ts';
import { createNamedTariffs } from './tariffs.ts';

interface PutChangesOptions {
  connectionId: string;
  changes: readonly LocationChange[];
  /** What has not changed is sold anew as well: rules or clients may have. */
  isThorough?: boolean;
}

export interface Selling {
  /** Keeps places and sells them, in transactions of some dozen EVSEs each. Answers in the order of the changes. */
  put(ask: PutChangesOptions): Promise<readonly Received[]>;
}

/** Without any progress. */
const MAX_ATTEMPTS = 20;
/** Nobody else can use SQLite in the meantime: some thousandths of a second, of which half go into the transaction itself. */
const EVSES_AT_ONCE = 20;

export function createSelling(dependencies: SellingDependencies): Selling {
  const { store } = dependencies;
  const named = createNamedTariffs();

  /** Writes what is still true; answers the rest. */
  const commit = (connectionId: string, plans: readonly Plan[]): Promise<readonly Plan[]> =>
    store.inTransaction(async (rows, catalogue) => {
      const represents = await dependencies.representationIn(rows, connectionId);
      const isTrue = async ({ owned, kept, next, tariffs }: Plan) => {
        if (!represents(partyName(owned))) return false;
        const current = parseStoredLocation(await rows.get(locationKey(owned)));
        if ((current?.revision ?? 0) !== (kept?.revision ?? 0)) return false;
        return (await named.hash(rows, connectionId, next?.names ?? [])) === tariffs;
      };
      const good: Plan[] = [];
      for (const plan of plans) if (await isTrue(plan)) good.push(plan);
      await write({ rows, catalogue }, good);
      return plans.filter(plan => !good.includes(plan));
    });

  return {
    async put({ connectionId, changes, isThorough = false }) {
      const received: Received[] = [];
      const planner = await createPlanner(dependencies, { connectionId, named, isThorough });
      let open = changes.map((change, at) => ({ ...change, at }));
      for (let tries = 0; open.length > 0; tries++) {
        if (tries === MAX_ATTEMPTS) throw new Error('A place changes too often');
        const left = open.length;
        const again: number[] = [];
        let plans: Plan[] = [];
        let evses = 0;
        const flush = async () => {
          if (plans.length > 0) await yieldToEventLoop();
          const conflicts = plans.length > 0 ? await commit(connectionId, plans) : [];
          again.push(...conflicts.map(({ at }) => at));
          [plans, evses] = [[], 0];
        };
        for (const change of open) {
          await yieldToEventLoop();
          const plan = await planner.plan(change);
          received[change.at] = plan.received;
          if (plan.next === null) continue;
          if (plans.some(({ owned }) => locationKey(owned) === locationKey(plan.owned))) again.push(plan.at);
          else plans.push(plan);
          evses += evsesOf(plan.next.raw).length;
          if (evses >= EVSES_AT_ONCE) await flush();
        }
        await flush();
        open = open.filter(({ at }) => again.includes(at));
        if (open.length < left) tries = -1;
        if (open.length > 0) await planner.forget();
      }
      return received;
    },
  };
}

async function write(
  { rows, catalogue }: { rows: KeyValueStore; catalogue: CatalogueWriter },
  plans: readonly Plan[],
): Promise<void> {
  const sold = plans.filter(({ told }) => told !== null);
  const answers = sold.length > 0 ? await catalogue.putLocations(sold.flatMap(({ told }) => told ?? [])) : [];
  for (const plan of plans) {
    const { owned, kept, next, told, plugs, also = [] } = plan;
    if (next === null) continue;
    if (plugs.length > 0)
      await catalogue.putPlugs({ source: sourceOf(owned.connectionId), location: locationName(owned), plugs });
    // What another source sells here may become free without a word from this peer.
    const isRefused = told !== null && (answers[sold.indexOf(plan)]?.refused.length ?? 0) > told.refused.length;
    await rows.put(locationKey(owned), isRefused ? { ...next, sold: null } : next);
    const known = kept?.names ?? [];
    for (const id of known) if (!next.names.includes(id)) await rows.delete(namingKey(owned, id));
    for (const id of next.names) if (!known.includes(id)) await rows.put(namingKey(owned, id), true);
    for (const { key, json } of also) await rows.put(key, json);
  }
}
