import { setImmediate as othersTurn } from 'node:timers/promises';
import { readEvseId } from '../../../../shared/evseId.ts';
import type { KeyValueStore } from '../../../operator/ports.ts';
import type { ClientRecord } from '../../../operator/records.ts';
import type { Catalogue, CatalogueWriter, ToldLocation, ToldPlug } from '../../../operator/stationPort.ts';
import type { JsonObject, OwnedId, Received } from '../endpoints/receiver.ts';
import { locationSales, type SellingSwitches } from '../mapping/locationSales.ts';
import { plugStateOf } from '../mapping/plugState.ts';
import { LOCATION, type OcpiLocation } from '../messages/location.ts';
import { type OcpiVersion, readMessage } from '../messages/message.ts';
import {
  contentHash,
  digest,
  type KeptPlace,
  keptPlace,
  namesIn,
  namingKey,
  placeKey,
  rulesOf,
  statesOf,
} from './catalogueRows.ts';
import { connectorsOf, evsesOf } from './placeParts.ts';
import type { OcpiStore } from './store.ts';
import { createNamedTariffs, hashOf, type KnownTariff } from './tariffs.ts';
import { locationName, sourceOf, toldLocation } from './toldLocation.ts';

export interface SellingDependencies {
  store: OcpiStore;
  catalogue(): Pick<Catalogue, 'findSeller'>;
  switchesOf(connectionId: string): Promise<SellingSwitches>;
  now(): Date;
}

/** A location as it is to be kept. */
export interface NextPlace {
  raw: JsonObject;
  version: OcpiVersion;
  pushedAt: number | null;
  /** Rows that are kept with it. */
  also?: readonly { key: string; json: unknown }[];
}

export interface PlaceChange {
  owned: OwnedId;
  /** From what is known; an answer for the peer instead says that nothing changes. May be asked several times. */
  change(kept: KeptPlace | null): NextPlace | Received;
}

interface ChangesAsk {
  connectionId: string;
  changes: readonly PlaceChange[];
  /** What has not changed is sold anew as well: rules or clients may have. */
  isThorough?: boolean;
}

export interface Selling {
  /** Keeps places and sells them, in transactions of some dozen EVSEs each. Answers in the order of the changes. */
  put(ask: ChangesAsk): Promise<readonly Received[]>;
}

/** Without any progress. */
const MOST_TRIES = 20;
/** Nobody else can use SQLite in the meantime: some hundredths of a second. */
const EVSES_AT_ONCE = 50;

/** What one change comes to, as long as nobody else changes what it was reckoned from. */
interface Plan {
  at: number;
  owned: OwnedId;
  kept: KeptPlace | null;
  received: Received;
  next: KeptPlace | null;
  also: NextPlace['also'];
  told: ToldLocation | null;
  plugs: readonly ToldPlug[];
  tariffs: string;
}

export function createSelling(dependencies: SellingDependencies): Selling {
  const { store } = dependencies;
  const named = createNamedTariffs();

  /** Writes what is still true; answers the rest. */
  const commit = (connectionId: string, plans: readonly Plan[]): Promise<readonly Plan[]> =>
    store.inTransaction(async (rows, catalogue) => {
      const isTrue = async ({ owned, kept, next, tariffs }: Plan) => {
        const current = keptPlace(await rows.get(placeKey(owned)));
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
        if (tries === MOST_TRIES) throw new Error('A place changes too often');
        const left = open.length;
        const again: number[] = [];
        let plans: Plan[] = [];
        let evses = 0;
        const flush = async () => {
          const late = plans.length > 0 ? await commit(connectionId, plans) : [];
          again.push(...late.map(({ at }) => at));
          [plans, evses] = [[], 0];
        };
        for (const change of open) {
          await othersTurn();
          const plan = await planner.plan(change);
          received[change.at] = plan.received;
          if (plan.next === null) continue;
          if (plans.some(({ owned }) => placeKey(owned) === placeKey(plan.owned))) again.push(plan.at);
          else plans.push(plan);
          evses += evsesOf(plan.next.raw).length;
          if (evses >= EVSES_AT_ONCE) await flush();
        }
        await flush();
        open = open.filter(({ at }) => again.includes(at));
        if (open.length < left) tries = -1;
        if (open.length > 0) planner.forget();
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
    await rows.put(placeKey(owned), isRefused ? { ...next, sold: null } : next);
    const known = kept?.names ?? [];
    for (const id of known) if (!next.names.includes(id)) await rows.delete(namingKey(owned, id));
    for (const id of next.names) if (!known.includes(id)) await rows.put(namingKey(owned, id), true);
    for (const { key, json } of also) await rows.put(key, json);
  }
}

interface PlannerAsk {
  connectionId: string;
  named: ReturnType<typeof createNamedTariffs>;
  isThorough: boolean;
}

/** Looks up sellers, switches and tariffs once for all places that are put together. */
async function createPlanner({ store, catalogue, switchesOf, now }: SellingDependencies, ask: PlannerAsk) {
  const { connectionId, named, isThorough } = ask;
  const switches = await switchesOf(connectionId);
  let sellers = new Map<string, Promise<ClientRecord | null>>();
  let tariffs = new Map<string, Promise<readonly KnownTariff[]>>();
  const sellerOf = ({ country_code, party_id }: OwnedId) => {
    const party = `${country_code}*${party_id}`.toUpperCase();
    const seller = sellers.get(party) ?? catalogue().findSeller(party);
    sellers.set(party, seller);
    return seller;
  };
  const tariffsOf = async (ids: readonly string[]) => {
    const found = await Promise.all(
      ids.map(id => {
        const known = tariffs.get(id) ?? named.load(store, connectionId, [id]);
        tariffs.set(id, known);
        return known;
      }),
    );
    return found.flat();
  };

  return {
    /** Somebody else has changed something. */
    forget(): void {
      [sellers, tariffs] = [new Map(), new Map()];
    },
    async plan({ owned, change, at }: PlaceChange & { at: number }): Promise<Plan> {
      const kept = keptPlace(await store.get(placeKey(owned)));
      const changed = change(kept);
      const nothing = { at, owned, kept, next: null, also: [], told: null, plugs: [], tariffs: '' };
      if ('kind' in changed) return { ...nothing, received: changed };
      const { raw, version, pushedAt, also } = changed;
      const [hash, names, seller] = [contentHash(raw), namesIn(raw), await sellerOf(owned)];
      const known = await tariffsOf(names);
      const basis = basisOf({ seller, switches, known, now: now() });
      const received: Received = { kind: kept ? 'updated' : 'created' };
      const next: KeptPlace = {
        raw,
        version,
        hash,
        names,
        pushedAt,
        revision: (kept?.revision ?? 0) + 1,
        sold: kept?.sold ?? null,
      };
      const plan = { ...nothing, received, also, next, tariffs: hashOf(known) };
      const isSame = kept?.hash === hash && kept.version === version;
      const plugs = isSame ? movedPlugs(kept.raw, raw) : [];
      const isPush = pushedAt !== kept?.pushedAt;
      if (isSame && !isThorough && kept.sold?.basis === basis)
        return isPush || plugs.length > 0 || also ? { ...plan, plugs } : { ...nothing, received };
      const reading = readMessage({ schema: LOCATION, message: raw, version });
      if (!reading.isValid) return { ...nothing, received: { kind: 'invalid', faults: reading.faults } };
      const told = soldAs({ connectionId, location: reading.value, seller, known, switches, now: now() });
      const outcome = digest([told.points.map(point => ({ ...point, state: null })), told.tariffs, told.refused]);
      if (kept?.sold?.outcome !== outcome) return { ...plan, next: { ...next, sold: { basis, outcome } }, told };
      if (isSame && !isPush && plugs.length === 0 && !also && kept.sold.basis === basis) return { ...nothing, received };
      return { ...plan, next: { ...next, sold: { basis, outcome } }, plugs: kept ? movedPlugs(kept.raw, raw) : [] };
    },
  };
}

interface SaleAsk {
  connectionId: string;
  location: OcpiLocation;
  seller: ClientRecord | null;
  known: readonly KnownTariff[];
  switches: SellingSwitches;
  now: Date;
}

function soldAs({ connectionId, location, seller, known, switches, now }: SaleAsk): ToldLocation {
  const tariffs = known.flatMap(({ tariff }) => tariff ?? []);
  const sales = locationSales({ connectionId, location, tariffs, clients: seller ? [seller] : [], switches, now });
  return toldLocation(sourceOf(connectionId), location, sales);
}

/** All that a sale hangs on beside the location itself. */
const basisOf = ({ seller, switches, known, now }: Pick<SaleAsk, 'seller' | 'switches' | 'known' | 'now'>): string =>
  digest([
    seller && rulesOf(seller),
    switches,
    known.map(({ key, hash, tariff }) => [key, hash, tariff && isActive(tariff, now)]),
  ]);

const isActive = ({ start_date_time: from, end_date_time: until }: NonNullable<KnownTariff['tariff']>, now: Date): boolean =>
  (from === undefined || from <= now) && (until === undefined || now < until);

/** How plugs stand that stood otherwise before. */
function movedPlugs(before: JsonObject, after: JsonObject): ToldPlug[] {
  const known = statesOf(before);
  return evsesOf(after).flatMap(evse => {
    const evseId = readEvseId(String(evse.evse_id))?.canonical;
    const status = String(evse.status);
    if (evseId === undefined || known.get(String(evse.uid).toUpperCase()) === status) return [];
    return connectorsOf(evse).map(({ id }) => ({ evseId, connector: String(id), state: plugStateOf(status) }));
  });
}
