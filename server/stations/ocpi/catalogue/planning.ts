import { readEvseId } from '../../../../shared/model/evseId.ts';
import { getOrMake } from '../../../../shared/util/getOrMake.ts';
import type { Catalogue, PushedLocation } from '../../../core/ports/cataloguePort.ts';
import type { PlugStatus } from '../../../core/ports/stationPort.ts';
import type { ClientRecord } from '../../../core/records/records.ts';
import type { SellingSwitches } from '../connections/connections.ts';
import { partyName, type Represents } from '../connections/parties.ts';
import { isSameId, type MessageFault, type OcpiVersion } from '../messages/message.ts';
import type { JsonObject, LocationId, OwnedId, Received } from '../messages/receiver.ts';
import type { OcpiStore } from '../storage/store.ts';
import {
  contentHash,
  digest,
  locationKey,
  namesIn,
  parseStoredLocation,
  rulesOf,
  type StoredLocation,
  statesOf,
} from './catalogueRows.ts';
import { connectorsOf, evsesOf } from './locationParts.ts';
import { locationSales, whereOf } from './locationSales.ts';
import { plugStateOf } from './plugState.ts';
import { sourceOf, toPushedLocation } from './pushedLocation.ts';
import { asListed, type ReadableLocation, readLocation } from './readLocation.ts';
import { hashOf, type KnownTariff, type NamedTariffs } from './tariffs.ts';

export interface SellingDependencies {
  store: OcpiStore;
  catalogue(): Pick<Catalogue, 'findSeller'>;
  switchesOf(connectionId: string): Promise<SellingSwitches>;
  /**
   * Returns a predicate for the parties that a connection represents. Objects of other parties are neither stored nor offered.
   */
  representationIn(rows: Pick<OcpiStore, 'list'>, connectionId: string): Promise<Represents>;
  now(): Date;
}

/** The new content of a location, to be stored. */
export interface NextLocation {
  raw: JsonObject;
  version: OcpiVersion;
  pushedAt: number | null;
  /**
   * The pushed location, EVSE or connector. If the pushed object is invalid, nothing changes, and the CPO platform receives the
   * errors. Missing: the location was pulled.
   */
  pushed?: LocationId;
  /** Additional rows that are written in the same transaction. */
  also?: readonly { key: string; json: unknown }[];
}

export interface LocationChange {
  owned: OwnedId;
  /**
   * Computes the new content from the stored location. A `Received` result means that nothing changes. May be called several
   * times.
   */
  change(stored: StoredLocation | null): NextLocation | Received;
}

/** What will be written for one changed location. A plan may be written only while its inputs are unchanged. */
export interface Plan {
  at: number;
  owned: OwnedId;
  stored: StoredLocation | null;
  received: Received;
  next: StoredLocation | null;
  also: NextLocation['also'];
  reported: PushedLocation | null;
  plugs: readonly PlugStatus[];
  tariffs: string;
}

interface PlannerOptions {
  connectionId: string;
  named: NamedTariffs;
  isThorough: boolean;
}

/** Creates a planner that loads brands, settings and tariffs once for all locations that one call changes. */
export async function createPlanner(dependencies: SellingDependencies, options: PlannerOptions) {
  const { store, catalogue, switchesOf, representationIn, now } = dependencies;
  const { connectionId, named, isThorough } = options;
  const switches = await switchesOf(connectionId);
  let represents = await representationIn(store, connectionId);
  let sellers = new Map<string, Promise<ClientRecord | null>>();
  let tariffs = new Map<string, Promise<readonly KnownTariff[]>>();
  const sellerOf = ({ country_code, party_id }: OwnedId) => {
    const party = `${country_code}*${party_id}`.toUpperCase();
    return getOrMake(sellers, party, () => catalogue().findSeller(party));
  };
  const tariffsOf = async (ids: readonly string[]) => {
    const found = await Promise.all(ids.map(id => getOrMake(tariffs, id, () => named.load(store, connectionId, [id]))));
    return found.flat();
  };

  return {
    /** Reloads data that another process may have changed. */
    async forget(): Promise<void> {
      represents = await representationIn(store, connectionId);
      [sellers, tariffs] = [new Map(), new Map()];
    },
    async plan({ owned, change, at }: LocationChange & { at: number }): Promise<Plan> {
      const stored = parseStoredLocation(await store.get(locationKey(owned)));
      const changed: NextLocation | Received = represents(partyName(owned)) ? change(stored) : { kind: 'unknown' };
      const nothing = { at, owned, stored, next: null, also: [], reported: null, plugs: [], tariffs: '' };
      if ('kind' in changed) return { ...nothing, received: changed };
      const { raw, version, pushedAt, pushed, also } = changed;
      const [hash, names, seller] = [contentHash(raw), namesIn(raw), await sellerOf(owned)];
      const known = await tariffsOf(names);
      const basis = basisOf({ seller, switches, known, now: now() });
      const received: Received = { kind: stored ? 'updated' : 'created' };
      const next: StoredLocation = {
        raw,
        version,
        hash,
        names,
        pushedAt,
        revision: (stored?.revision ?? 0) + 1,
        sold: stored?.sold ?? null,
      };
      const plan = { ...nothing, received, also, next, tariffs: hashOf(known) };
      const isSame = stored?.hash === hash && stored.version === version;
      const plugs = isSame ? movedPlugs(stored.raw, raw) : [];
      const isPush = pushedAt !== stored?.pushedAt;
      if (isSame && !isThorough && stored.sold?.basis === basis)
        return isPush || plugs.length > 0 || also ? { ...plan, plugs } : { ...nothing, received };
      const reading = readLocation(raw, version);
      const faults = 'faults' in reading ? reading.faults : faultsOf(reading, pushed);
      if ('faults' in reading || faults.length > 0) return { ...nothing, received: { kind: 'invalid', faults } };
      const sale = soldAs({ connectionId, place: reading, seller, known, switches, now: now() });
      const outcome = digest([sale.points.map(point => ({ ...point, state: null })), sale.tariffs, sale.refused, sale.remarks]);
      if (stored?.sold?.outcome !== outcome) return { ...plan, next: { ...next, sold: { basis, outcome } }, reported: sale };
      if (isSame && !isPush && plugs.length === 0 && !also && stored.sold.basis === basis) return { ...nothing, received };
      return { ...plan, next: { ...next, sold: { basis, outcome } }, plugs: stored ? movedPlugs(stored.raw, raw) : [] };
    },
  };
}

/** Returns the errors in the pushed object. Empty for a pulled location. */
const faultsOf = ({ unread }: ReadableLocation, pushed: LocationId | undefined): readonly MessageFault[] => {
  const { evseUid = '' } = pushed ?? {};
  return unread
    .filter(({ uid }) => evseUid === null || (evseUid !== '' && isSameId(uid, evseUid)))
    .map(({ path, reason }) => ({ path, reason }));
};

interface SaleInput {
  connectionId: string;
  place: ReadableLocation;
  seller: ClientRecord | null;
  known: readonly KnownTariff[];
  switches: SellingSwitches;
  now: Date;
}

function soldAs({ connectionId, place, seller, known, switches, now }: SaleInput): PushedLocation {
  const { location, unread } = place;
  const tariffs = known.flatMap(({ tariff }) => tariff ?? []);
  const sales = locationSales({ connectionId, location, tariffs, clients: seller ? [seller] : [], switches, now });
  const sale = toPushedLocation(sourceOf(connectionId), location, sales);
  const listed = sale.refused.map(fault => ({ ...fault, path: asListed(fault.path, place) }));
  const { file, path: at } = whereOf(connectionId, location);
  return {
    ...sale,
    refused: [...listed, ...unread.map(({ path, reason }) => ({ file, path: `${at}${path.slice(1)}`, reason }))],
  };
}

/** Returns a hash of everything that affects the offer of a location, except the location itself. */
const basisOf = ({ seller, switches, known, now }: Pick<SaleInput, 'seller' | 'switches' | 'known' | 'now'>): string =>
  digest([
    seller && rulesOf(seller),
    switches,
    known.map(({ key, hash, tariff }) => [key, hash, tariff && isActive(tariff, now)]),
  ]);

const isActive = ({ start_date_time: from, end_date_time: until }: NonNullable<KnownTariff['tariff']>, now: Date): boolean =>
  (from === undefined || from <= now) && (until === undefined || now < until);

/** Returns the connectors of each EVSE whose status has changed. */
function movedPlugs(before: JsonObject, after: JsonObject): PlugStatus[] {
  const known = statesOf(before);
  return evsesOf(after).flatMap(evse => {
    const evseId = readEvseId(String(evse.evse_id))?.canonical;
    const status = String(evse.status);
    if (evseId === undefined || known.get(String(evse.uid).toUpperCase()) === status) return [];
    return connectorsOf(evse).map(({ id }) => ({ evseId, connector: String(id), state: plugStateOf(status) }));
  });
}
