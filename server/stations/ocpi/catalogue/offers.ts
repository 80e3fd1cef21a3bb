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
  /** True: the offers of unchanged locations are recomputed as well, because settings or brands may have changed. */
  isThorough?: boolean;
}

export interface Selling {
  /**
   * Stores locations and updates their offers, in transactions of about 20 EVSEs each.
   * @returns the results in the order of the changes
   * @throws Error if a location conflicts with other writes 20 times in a row
   */
  put(options: PutChangesOptions): Promise<readonly Received[]>;
}

/** Maximum number of consecutive attempts in which every location conflicted with other writes. */
const MAX_ATTEMPTS = 20;
/**
 * A transaction blocks all other writers of SQLite. With 20 EVSEs it takes a few milliseconds, half of which is the fixed cost
 * of a transaction.
 */
const EVSES_AT_ONCE = 20;

export function createSelling(dependencies: SellingDependencies): Selling {
  const { store } = dependencies;
  const named = createNamedTariffs();

  /**
   * Writes the plans whose inputs have not changed.
   * @returns the plans that must be made again
   */
  const commit = (connectionId: string, plans: readonly Plan[]): Promise<readonly Plan[]> =>
    store.inTransaction(async (rows, catalogue) => {
      const represents = await dependencies.representationIn(rows, connectionId);
      const isTrue = async ({ owned, stored, next, tariffs }: Plan) => {
        if (!represents(partyName(owned))) return false;
        const current = parseStoredLocation(await rows.get(locationKey(owned)));
        if ((current?.revision ?? 0) !== (stored?.revision ?? 0)) return false;
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
        if (tries === MAX_ATTEMPTS) throw new Error('The location changes too often');
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
  const reportedPlans = plans.filter(({ reported }) => reported !== null);
  const answers =
    reportedPlans.length > 0 ? await catalogue.putLocations(reportedPlans.flatMap(({ reported }) => reported ?? [])) : [];
  for (const plan of plans) {
    const { owned, stored, next, reported, plugs, also = [] } = plan;
    if (next === null) continue;
    if (plugs.length > 0)
      await catalogue.putPlugs({ source: sourceOf(owned.connectionId), location: locationName(owned), plugs });
    // The catalogue refused more points than the plan expected, because another station source offers them. That station source
    // may release them at any time, so the offer must be recomputed later.
    const isRefused = reported !== null && (answers[reportedPlans.indexOf(plan)]?.refused.length ?? 0) > reported.refused.length;
    await rows.put(locationKey(owned), isRefused ? { ...next, sold: null } : next);
    const known = stored?.names ?? [];
    for (const id of known) if (!next.names.includes(id)) await rows.delete(namingKey(owned, id));
    for (const id of next.names) if (!known.includes(id)) await rows.put(namingKey(owned, id), true);
    for (const { key, json } of also) await rows.put(key, json);
  }
}
