import { compactId, readEvseId } from '../../../shared/model/evseId.ts';
import type { Catalogue, CatalogueWriter, PushedLocation } from '../../core/ports/cataloguePort.ts';
import type { Clock } from '../../core/ports/ports.ts';
import type { ClientRecord, DataFault, PointRecord } from '../../core/records/records.ts';
import { CATALOGUE, plugTopic, publishAfterCommit } from '../../store/engine/changeFeed.ts';
import type { Store, Trx } from '../../store/engine/database.ts';
import { findClient, listClients } from '../../store/shop/catalogue.ts';
import { countPointsOf } from '../../store/shop/points.ts';
import {
  findTellers,
  listRefused,
  listRemarks,
  putPlugs,
  removeLocation,
  replaceLocations,
  retireParty,
  retirePoints,
} from '../../store/shop/pushedLocations.ts';

type Now = Pick<Clock, 'now'>;

/** Creates the catalogue that CPO platforms write their locations and tariffs to. */
export function createCatalogue({ store, clock }: { store: Store; clock: Now }): Catalogue {
  return {
    async findSeller(party) {
      const clients = await listClients(store.db, { isCurrent: true });
      return clients.find(({ parties }) => parties.includes(party.toUpperCase())) ?? null;
    },
    async putLocation(reported) {
      const [put] = await store.inTransaction(trx => catalogueIn(trx, clock).putLocations([reported]));
      if (!put) throw new Error('Location not stored');
      return put;
    },
    removeLocation: key => store.inTransaction(trx => catalogueIn(trx, clock).removeLocation(key)),
    listRefused: source => listRefused(store.db, source),
    listRemarks: source => listRemarks(store.db, source),
    countPoints: source => countPointsOf(store.db, source),
  };
}

/**
 * Creates a catalogue whose writes belong to the given transaction. Subscribers to the changed charging points are notified
 * after the commit. Pages of other points stay in the page cache, because platforms push a location whenever one of its EVSEs
 * changes.
 */
export const catalogueIn = (trx: Trx, clock: Now): CatalogueWriter => ({
  putLocations: reported => putLocations(trx, reported, clock.now()),
  putPlugs(reported) {
    publishPoints(trx, reported.plugs);
    return putPlugs(trx, reported, clock.now());
  },
  async removeLocation(key) {
    publishPoints(trx, await removeLocation(trx, key));
  },
  removeParty(key) {
    publishAfterCommit(trx, CATALOGUE);
    return retireParty(trx, key);
  },
});

type Put = Awaited<ReturnType<Catalogue['putLocation']>>;

function publishPoints(trx: Trx, points: readonly { evseId: string }[]): void {
  for (const { evseId } of points) publishAfterCommit(trx, plugTopic(evseId));
}

async function putLocations(trx: Trx, reported: readonly PushedLocation[], now: Date): Promise<Put[]> {
  publishPoints(trx, await retirePoints(trx, reported));
  const points = reported.flatMap(({ points }) => points);
  publishPoints(trx, points);
  const judging: Judging = {
    clients: new Map(),
    tellers: await findTellers(
      trx,
      points.map(({ evseId }) => evseId),
    ),
  };
  for (const clientId of new Set(points.map(({ clientId }) => clientId)))
    judging.clients.set(clientId, await findClient(trx, clientId));
  const judged = reported.map(location => judgedLocation(location, judging));
  await replaceLocations(trx, judged, now);
  return judged.map(({ points, refused }) => ({ offered: points.length, refused }));
}

interface Judging {
  clients: Map<string, ClientRecord | null>;
  /**
   * Maps an EVSE ID (without separators) to the station source and location that currently offer the EVSE. Includes the EVSEs
   * accepted so far from the current push.
   */
  tellers: Map<string, { source: string; location: string | null }>;
}

/** Returns the location without its invalid charging points. The reasons are added to `refused`. */
function judgedLocation(reported: PushedLocation, judging: Judging): PushedLocation {
  const { source, location } = reported;
  const judged = reported.points.map(point => ({ point, faults: faultsOf(judging, reported, point) }));
  const points = judged.filter(({ faults }) => faults.length === 0).map(({ point }) => point);
  for (const { evseId } of points) judging.tellers.set(compactId(evseId), { source, location });
  return { ...reported, points, refused: [...reported.refused, ...judged.flatMap(({ faults }) => faults)] };
}

/** Returns the reasons why a charging point cannot be offered. The import of an operator's folder applies the same rules. */
function faultsOf({ clients, tellers }: Judging, reported: PushedLocation, point: PointRecord): readonly DataFault[] {
  const client = clients.get(point.clientId) ?? null;
  const teller = tellers.get(compactId(point.evseId));
  const isSoldByOther = teller !== undefined && (teller.source !== reported.source || teller.location !== reported.location);
  const reasons: readonly (readonly [isSo: boolean, reason: string])[] = [
    [readEvseId(point.evseId)?.canonical !== point.evseId, `${point.evseId} is not an EVSE ID such as DE*ABC*E1234*1`],
    [isSoldByOther, `${point.evseId} is already sold: ${teller?.source} ${teller?.location ?? ''}`.trimEnd()],
    [reported.points.filter(({ evseId }) => evseId === point.evseId).length > 1, `${point.evseId} is told twice`],
    [point.connectors.length === 0, 'has no connectors'],
    [point.connectors.some(({ powerW }) => !(powerW > 0)), 'has a connector without power'],
    ...tariffReasons(reported, point),
    ...clientReasons(client, point),
  ];
  const where = { file: reported.source, path: `${reported.location} ${point.evseId}` };
  return reasons.filter(([isSo]) => isSo).map(([, reason]) => ({ ...where, reason }));
}

function tariffReasons({ source, tariffs }: PushedLocation, { connectors }: PointRecord): readonly [boolean, string][] {
  const named = connectors.map(({ tariffId }) => ({ tariffId, tariff: tariffs.find(({ id }) => id === tariffId) }));
  const currencies = new Set(named.flatMap(({ tariff }) => tariff?.tariff.currency ?? []));
  return [
    ...named.map(({ tariffId, tariff }): [boolean, string] => [!tariff, `names the tariff ${tariffId}, which was not told`]),
    [tariffs.some(({ id }) => !id.startsWith(`${source}/`)), `has a tariff whose id does not begin with ${source}/`],
    [currencies.size > 1, `has prices in ${[...currencies].join(' and ')}: a point has one currency`],
  ];
}

const clientReasons = (client: ClientRecord | null, { clientId, country }: PointRecord): readonly [boolean, string][] => [
  [client === null, `client ${clientId} is not in clients.json`],
  [
    client !== null && client.vat[country] === undefined,
    `client ${clientId} has no VAT rate for ${country.toUpperCase()} in clients.json`,
  ],
];
