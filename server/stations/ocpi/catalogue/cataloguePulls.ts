import type { Clock } from '../../../core/ports/ports.ts';
import type { Connections } from '../connections/connections.ts';
import { hubOf, isRepresented, partyName, type Represents, representationOf } from '../connections/parties.ts';
import { below, type Peers, type Way } from '../connections/peers.ts';
import { isObject } from '../messages/patch.ts';
import type { Pace } from '../storage/cpuThrottle.ts';
import type { OcpiStore } from '../storage/store.ts';
import type { PeerClient } from '../transport/client.ts';
import { OcpiFailure } from '../transport/failure.ts';
import { type PullEnd, pullPages } from '../transport/pages.ts';
import type { Places } from './locations.ts';
import { partiesOf } from './parties.ts';
import { removeLostParties } from './partyChanges.ts';
import type { PageAsk, TakenPage } from './pulled.ts';
import { type CatalogueModule, keepPullStates, type NextPull, type PullTurn } from './pullStates.ts';
import { removeVanished, type Vanished } from './removedObjects.ts';
import { dropWanted, dueWanted, putOffWanted } from './requestedObjects.ts';

export interface CataloguePullsDependencies {
  store: OcpiStore;
  connections: Connections;
  client: PeerClient;
  clock: Clock;
  peers: Peers;
  pace: Pace;
  places: Places;
  note(event: string, facts: Readonly<Record<string, string | number | boolean | null>>): void;
}

export type CataloguePulls = ReturnType<typeof createCataloguePulls>;

/** The peer's clock, and what it had not yet written when it answered. */
const OVERLAP_MS = 5 * 60_000;
/** Faults that are told of one list; a peer that does it wrong does it wrong everywhere. */
const MOST_TOLD = 20;
/** Locations asked for one by one, before others have their turn. */
const MOST_FETCHED = 20;

/** Clients change when an operator's files are imported anew. */
const RULES_MS = 60_000;

interface ModuleAsk {
  id: string;
  represents: Represents;
  way: Way;
  module: CatalogueModule;
  turn: PullTurn;
  signal: AbortSignal;
}

/** What CPOs sell, asked for: whole lists, what has changed since, and single locations. */
export function createCataloguePulls(dependencies: CataloguePullsDependencies) {
  const { store, connections, clock, peers, places, note } = dependencies;
  const states = keepPullStates(store, () => clock.now());
  const never = new AbortController().signal;

  const representationNow = async (id: string): Promise<Represents | null> => {
    const all = await connections.list();
    const connection = all.find(each => each.id === id);
    return connection ? representationOf(connection, all) : null;
  };

  const pull = async (id: string, turn: PullTurn, signal: AbortSignal): Promise<{ isClean: boolean; isAnswered: boolean }> => {
    const [represents, tariffs, locations] = [
      await representationNow(id),
      await peers.way(id, 'tariffs', 'SENDER'),
      await peers.way(id, 'locations', 'SENDER'),
    ];
    if (!represents || !tariffs || !locations) return { isClean: false, isAnswered: false };
    await removeLostParties(dependencies, id);
    const startedAt = clock.now().toISOString();
    // Tariffs before the locations that name them.
    const prices = await readModule(dependencies, { id, represents, way: tariffs, module: 'tariffs', turn, signal }, states.hold);
    await places.resales.due(id);
    const sites = await readModule(
      dependencies,
      { id, represents, way: locations, module: 'locations', turn, signal },
      states.hold,
    );
    const isClean = prices.isClean && sites.isClean;
    const isAnswered = prices.isAnswered && sites.isAnswered;
    await states.done(id, {
      ...(turn.isWhole && isClean ? { wholeAt: startedAt } : {}),
      since: { tariffs: prices.since, locations: sites.since },
      next: nextOf({ isAnswered, signal }),
    });
    return { isClean, isAnswered };
  };

  const looked = new Map<string, number>();
  const lookAtRules = async (id: string) => {
    const now = clock.now().getTime();
    if (now - (looked.get(id) ?? 0) < RULES_MS) return;
    looked.set(id, now);
    const connection = await connections.get(id);
    const named = connection?.roles.map(partyName) ?? [];
    // A hub of 2.2.1 names nobody but itself.
    const behind = connection && hubOf(connection) ? await partiesOf(store, id) : [];
    await places.resales.byRules(id, [...new Set([...named, ...behind])]);
  };

  return {
    /** The whole catalogue, at once. False: it did not come whole. */
    async whole(id: string): Promise<boolean> {
      const way = await peers.way(id, 'locations', 'SENDER');
      const turn = way && (await states.take({ connectionId: id, version: way.version, isAsked: true }));
      return turn !== null && (await pull(id, turn, never)).isClean;
    },
    /** What it is time for, if anything. */
    async due(id: string, signal: AbortSignal): Promise<void> {
      const way = await peers.way(id, 'locations', 'SENDER');
      if (!way) return;
      await lookAtRules(id);
      await places.resales.due(id);
      await fetchWanted(dependencies, id, (await representationNow(id)) ?? (() => false));
      const turn = await states.take({ connectionId: id, version: way.version });
      if (!turn) return;
      const { isAnswered } = await pull(id, turn, signal);
      if (!isAnswered) note('ocpi pull failed', { connection: id });
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
  { id, represents, way, module, turn: { state, isWhole }, signal }: ModuleAsk,
  hold: (id: string) => Promise<void>,
): Promise<ModuleEnd> {
  const { client, clock, note } = dependencies;
  const before = state.since[module];
  const startedAt = clock.now();
  const seen = new Set<string>();
  let latest: number | null = null;
  let told = 0;
  const { version, ...peer } = way;
  const end = await pullPages({
    client,
    clock,
    peer,
    signal,
    // A peer that has failed for long is knocked at, no more.
    isHurried: !dependencies.peers.isReachable(id),
    ...(isWhole || before === null ? {} : { dateFrom: new Date(before) }),
    async handle(page) {
      await hold(id);
      const items = page.filter(item => isOwn(represents, item));
      const taken = await take(dependencies, module, { connectionId: id, items, version, startedAt, isWhole });
      for (const key of taken.keys) seen.add(key);
      if (taken.latest !== null) latest = Math.max(latest ?? 0, taken.latest);
      const foreign = page.length - items.length;
      const faults = foreign > 0 ? [{ path: '$', reason: `${foreign} of another party` }, ...taken.faults] : taken.faults;
      for (const { path, reason } of faults)
        if (told++ < MOST_TOLD) note('ocpi object refused', { connection: id, module, path, reason });
    },
  });
  const isAnswered = end.fault === 'stopped' || end.pages > 0;
  noteEnd(dependencies, { id, module, isWhole, end });
  if (isWhole && end.isClean) await removeGone(dependencies, { id, module, seen, startedAt });
  const since = end.isClean && latest !== null ? new Date(latest - OVERLAP_MS).toISOString() : before;
  return { isClean: end.isClean, isAnswered, since: before !== null && since !== null && since < before ? before : since };
}

const take = ({ places }: CataloguePullsDependencies, module: CatalogueModule, ask: PageAsk): Promise<TakenPage> =>
  module === 'tariffs' ? places.takeTariffs(ask) : places.takePlaces(ask);

/** Lists may name nobody's but the peer's own parties, as what it pushes. */
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
  note('ocpi pulled', { connection: id, module, whole: isWhole, received, clean: isClean, fault });
}

interface GoneAsk {
  id: string;
  module: CatalogueModule;
  seen: ReadonlySet<string>;
  startedAt: Date;
}

async function removeGone({ store, pace, clock, note }: CataloguePullsDependencies, ask: GoneAsk): Promise<void> {
  const { id, module, seen, startedAt } = ask;
  const kind = module === 'tariffs' ? 'tariff' : 'place';
  const gone: Vanished = await removeVanished({ store, pace }, { connectionId: id, kind, seen, startedAt }, clock.now());
  const { known, vanished, isRemoved } = gone;
  if (vanished > 0) note(isRemoved ? 'ocpi vanished' : 'ocpi too much vanished', { connection: id, module, known, vanished });
}

/** Locations that were pushed in part. */
async function fetchWanted(
  { store, clock, peers, places }: CataloguePullsDependencies,
  id: string,
  represents: Represents,
): Promise<void> {
  for (const wanted of (await dueWanted(store, id, clock.now())).slice(0, MOST_FETCHED)) {
    const way = await peers.way(id, 'locations', 'SENDER');
    if (!way) return;
    const { country_code, party_id } = wanted;
    if (!isRepresented(represents, wanted)) {
      await dropWanted(store, wanted);
      continue;
    }
    const startedAt = clock.now();
    try {
      const { version, ...peer } = way;
      const url = below(way, encodeURIComponent(wanted.id));
      const route = way.route && { from: way.route.from, to: { country_code, party_id } };
      const { outcome, data } = await peers.call({ ...peer, ...(route ? { route } : {}), method: 'GET', url });
      const isIt = isObject(data) && [data.country_code, data.party_id, data.id].every(isSameAs(wanted));
      if (outcome === 'success' && isIt)
        await places.takePlaces({ connectionId: id, items: [data], version, startedAt, isWhole: false });
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
  return (told: unknown, at: number): boolean => String(told).toUpperCase() === expected[at];
};
