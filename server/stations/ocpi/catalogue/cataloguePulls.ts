import type { Clock } from '../../../core/ports/ports.ts';
import type { Connections } from '../connections/connections.ts';
import { hubOf, isRepresented, partyName, type Represents, representationOf } from '../connections/parties.ts';
import { below, type PeerEndpoint, type Peers } from '../connections/peers.ts';
import { isObject } from '../messages/patch.ts';
import type { OcpiStore } from '../storage/store.ts';
import type { PeerClient } from '../transport/client.ts';
import { OcpiFailure } from '../transport/failure.ts';
import { type PullEnd, pullPages } from '../transport/pages.ts';
import type { LocationStore } from './locations.ts';
import { partiesOf } from './parties.ts';
import { removeLostParties } from './partyChanges.ts';
import type { PulledPage, StoredPage } from './pulled.ts';
import { type CatalogueModule, createPullStateStore, type NextPull, type PullLease } from './pullStates.ts';
import { removeVanished, type Vanished } from './removedObjects.ts';
import { dropWanted, dueWanted, putOffWanted } from './requestedObjects.ts';

export interface CataloguePullsDependencies {
  store: OcpiStore;
  connections: Connections;
  client: PeerClient;
  clock: Clock;
  peers: Peers;
  locations: LocationStore;
  note(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void;
}

export type CataloguePulls = ReturnType<typeof createCataloguePulls>;

/** Consecutive delta pulls overlap by this time, because a CPO platform may answer before its most recent changes are written. */
const OVERLAP_MS = 5 * 60_000;
const MAX_REPORTED_FAULTS = 20;
/** Maximum number of locations that are requested one by one in each run, so that other connections are not delayed. */
const MAX_FETCHED_LOCATIONS = 20;

/** Interval at which the brands' settings are checked for changes. An import of the operator's files may change them. */
const RULES_MS = 60_000;

interface PullModuleOptions {
  id: string;
  represents: Represents;
  endpoint: PeerEndpoint;
  module: CatalogueModule;
  lease: PullLease;
  signal: AbortSignal;
}

/** Pulls catalogues from the CPO platforms: whole lists, changes since the last pull, and single locations. */
export function createCataloguePulls(dependencies: CataloguePullsDependencies) {
  const { store, connections, clock, peers, locations, note } = dependencies;
  const states = createPullStateStore(store, () => clock.now());
  const never = new AbortController().signal;

  const representationNow = async (id: string): Promise<Represents | null> => {
    const all = await connections.list();
    const connection = all.find(each => each.id === id);
    return connection ? representationOf(connection, all) : null;
  };

  const pull = async (id: string, lease: PullLease, signal: AbortSignal): Promise<{ isClean: boolean; isAnswered: boolean }> => {
    const [represents, tariffsFrom, locationsFrom] = [
      await representationNow(id),
      await peers.endpoint(id, 'tariffs', 'SENDER'),
      await peers.endpoint(id, 'locations', 'SENDER'),
    ];
    if (!represents || !tariffsFrom || !locationsFrom) return { isClean: false, isAnswered: false };
    await removeLostParties(dependencies.store, id);
    const startedAt = clock.now().toISOString();
    // Tariffs are read first, because locations refer to them.
    const prices = await readModule(
      dependencies,
      { id, represents, endpoint: tariffsFrom, module: 'tariffs', lease, signal },
      states.hold,
    );
    await locations.resales.due(id);
    const sites = await readModule(
      dependencies,
      { id, represents, endpoint: locationsFrom, module: 'locations', lease, signal },
      states.hold,
    );
    const isClean = prices.isClean && sites.isClean;
    const isAnswered = prices.isAnswered && sites.isAnswered;
    await states.done(id, {
      ...(lease.isWhole && isClean ? { wholeAt: startedAt } : {}),
      since: { tariffs: prices.since, locations: sites.since },
      next: nextOf({ isAnswered, signal }),
    });
    return { isClean, isAnswered };
  };

  const rulesCheckedAt = new Map<string, number>();
  const checkRules = async (id: string) => {
    const now = clock.now().getTime();
    if (now - (rulesCheckedAt.get(id) ?? 0) < RULES_MS) return;
    rulesCheckedAt.set(id, now);
    const connection = await connections.get(id);
    const named = connection?.roles.map(partyName) ?? [];
    // In OCPI 2.2.1, a hub lists only itself in its roles, so the parties behind the hub are taken from the stored locations.
    const behind = connection && hubOf(connection) ? await partiesOf(store, id) : [];
    await locations.resales.byRules(id, [...new Set([...named, ...behind])]);
  };

  return {
    /** Pulls the whole catalogue now, even if another process is pulling it. Returns false if the pull was incomplete. */
    async whole(id: string): Promise<boolean> {
      const endpoint = await peers.endpoint(id, 'locations', 'SENDER');
      const lease = endpoint && (await states.claim({ connectionId: id, version: endpoint.version, isRequested: true }));
      return lease !== null && (await pull(id, lease, never)).isClean;
    },
    /** Does all work that is due: checks the brands' settings, recomputes offers, requests single locations, and pulls. */
    async due(id: string, signal: AbortSignal): Promise<void> {
      const endpoint = await peers.endpoint(id, 'locations', 'SENDER');
      if (!endpoint) return;
      await checkRules(id);
      await locations.resales.due(id);
      await fetchWanted(dependencies, id, (await representationNow(id)) ?? (() => false));
      const lease = await states.claim({ connectionId: id, version: endpoint.version });
      if (!lease) return;
      const { isAnswered } = await pull(id, lease, signal);
      if (!isAnswered) note('ocpi list pull failed, retrying', { connection: id });
    },
    hurry: states.hurry,
  };
}

const nextOf = ({ isAnswered, signal }: { isAnswered: boolean; signal: AbortSignal }): NextPull => {
  if (signal.aborted) return 'at the next start';
  return isAnswered ? 'later' : 'soon';
};

interface ModuleEnd {
  isClean: boolean;
  isAnswered: boolean;
  since: string | null;
}

async function readModule(
  dependencies: CataloguePullsDependencies,
  { id, represents, endpoint, module, lease: { state, isWhole }, signal }: PullModuleOptions,
  hold: (id: string) => Promise<void>,
): Promise<ModuleEnd> {
  const { client, clock, note } = dependencies;
  const before = state.since[module];
  const startedAt = clock.now();
  const seen = new Set<string>();
  let latest: number | null = null;
  let reportedFaults = 0;
  const { version, ...peer } = endpoint;
  const end = await pullPages({
    client,
    clock,
    peer,
    signal,
    // A CPO platform that is unreachable gets one attempt without retries.
    isHurried: !dependencies.peers.isReachable(id),
    ...(isWhole || before === null ? {} : { dateFrom: new Date(before) }),
    async handle(page) {
      await hold(id);
      const items = page.filter(item => isOwn(represents, item));
      const stored = await storePage(dependencies, module, { connectionId: id, items, version, startedAt, isWhole });
      for (const key of stored.keys) seen.add(key);
      if (stored.latest !== null) latest = Math.max(latest ?? 0, stored.latest);
      const foreign = page.length - items.length;
      const faults = foreign > 0 ? [{ path: '$', reason: `${foreign} of another party` }, ...stored.faults] : stored.faults;
      for (const { path, reason } of faults)
        if (reportedFaults++ < MAX_REPORTED_FAULTS) note('ocpi object rejected', { connection: id, module, path, reason });
    },
  });
  const isAnswered = end.fault === 'stopped' || end.pages > 0;
  noteEnd(dependencies, { id, module, isWhole, end });
  if (isWhole && end.isClean) await removeMissing(dependencies, { id, module, seen, startedAt });
  const since = end.isClean && latest !== null ? new Date(latest - OVERLAP_MS).toISOString() : before;
  return { isClean: end.isClean, isAnswered, since: before !== null && since !== null && since < before ? before : since };
}

const storePage = ({ locations }: CataloguePullsDependencies, module: CatalogueModule, page: PulledPage): Promise<StoredPage> =>
  module === 'tariffs' ? locations.storeTariffs(page) : locations.storeLocations(page);

/** True if the connection represents the party of `item`. An item without a party passes, and is reported when it is stored. */
function isOwn(represents: Represents, item: unknown): boolean {
  if (!isObject(item)) return true;
  const { country_code, party_id } = item;
  return (
    typeof country_code !== 'string' || typeof party_id !== 'string' || isRepresented(represents, { country_code, party_id })
  );
}

function noteEnd(
  { note }: CataloguePullsDependencies,
  { id, module, isWhole, end }: { id: string; module: CatalogueModule; isWhole: boolean; end: PullEnd },
): void {
  const { received, isClean, fault } = end;
  note('ocpi list pulled', { connection: id, module, whole: isWhole, received, clean: isClean, fault });
}

interface RemoveMissingOptions {
  id: string;
  module: CatalogueModule;
  seen: ReadonlySet<string>;
  startedAt: Date;
}

async function removeMissing({ store, clock, note }: CataloguePullsDependencies, options: RemoveMissingOptions): Promise<void> {
  const { id, module, seen, startedAt } = options;
  const kind = module === 'tariffs' ? 'tariff' : 'place';
  const removal: Vanished = await removeVanished(store, { connectionId: id, kind, seen, startedAt }, clock.now());
  const { known, vanished, isRemoved } = removal;
  const facts = { connection: id, module, known, vanished };
  if (vanished > 0) note(isRemoved ? 'ocpi objects removed' : 'ocpi list incomplete', facts);
}

/** Requests whole locations if only a part was pushed, such as one EVSE of an unknown location. */
async function fetchWanted(
  { store, clock, peers, locations }: CataloguePullsDependencies,
  id: string,
  represents: Represents,
): Promise<void> {
  for (const wanted of (await dueWanted(store, id, clock.now())).slice(0, MAX_FETCHED_LOCATIONS)) {
    const endpoint = await peers.endpoint(id, 'locations', 'SENDER');
    if (!endpoint) return;
    const { country_code, party_id } = wanted;
    if (!isRepresented(represents, wanted)) {
      await dropWanted(store, wanted);
      continue;
    }
    const startedAt = clock.now();
    try {
      const { version, ...peer } = endpoint;
      const url = below(endpoint, encodeURIComponent(wanted.id));
      const route = endpoint.route && { from: endpoint.route.from, to: { country_code, party_id } };
      const { outcome, data } = await peers.call({ ...peer, ...(route ? { route } : {}), method: 'GET', url });
      const isIt = isObject(data) && [data.country_code, data.party_id, data.id].every(isSameAs(wanted));
      if (outcome === 'success' && isIt)
        await locations.storeLocations({ connectionId: id, items: [data], version, startedAt, isWhole: false });
      if (outcome === 'success' || outcome === 'refused') await dropWanted(store, wanted);
      else await putOffWanted(store, wanted, clock.now());
    } catch (error) {
      if (!(error instanceof OcpiFailure)) throw error;
      await putOffWanted(store, wanted, clock.now());
    }
  }
}

const isSameAs = ({ country_code, party_id, id }: { country_code: string; party_id: string; id: string }) => {
  const expected = [country_code, party_id, id].map(each => each.toUpperCase());
  return (reported: unknown, at: number): boolean => String(reported).toUpperCase() === expected[at];
};
