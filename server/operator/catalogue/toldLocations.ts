import { readEvseId } from '../../../shared/evseId.ts';
import type { Clock } from '../ports.ts';
import type { ClientRecord, DataFault, PointRecord } from '../records.ts';
import type { Catalogue, ToldLocation } from '../stationPort.ts';
import { findClient, listClients } from '../store/catalogue.ts';
import type { Db, Store } from '../store/store.ts';
import { findTeller, listRefused, removeLocation, replaceLocation } from '../store/toldLocations.ts';

/** What sources of stations tell of what can be sold there. */
export function createCatalogue({ store, clock }: { store: Store; clock: Pick<Clock, 'now'> }): Catalogue {
  return {
    async findSeller(party) {
      const clients = await listClients(store.db, { isCurrent: true });
      return clients.find(({ parties }) => parties.includes(party.toUpperCase())) ?? null;
    },
    putLocation: told =>
      store.inTransaction(async trx => {
        const judged = await Promise.all(told.points.map(async point => ({ point, faults: await faultsOf(trx, told, point) })));
        const points = judged.filter(({ faults }) => faults.length === 0).map(({ point }) => point);
        const refused = [...told.refused, ...judged.flatMap(({ faults }) => faults)];
        await replaceLocation(trx, { ...told, points, refused }, clock.now());
        return { sold: points.length, refused };
      }),
    removeLocation: key => store.inTransaction(trx => removeLocation(trx, key)),
    listRefused: source => listRefused(store.db, source),
  };
}

/** Why a point cannot be sold: what the import of files refuses as well. */
async function faultsOf(db: Db, told: ToldLocation, point: PointRecord): Promise<readonly DataFault[]> {
  const client = await findClient(db, point.clientId);
  const teller = await findTeller(db, point.evseId);
  const isTaken = teller !== null && (teller.source !== told.source || teller.location !== told.location);
  const reasons: readonly (readonly [isSo: boolean, reason: string])[] = [
    [readEvseId(point.evseId)?.canonical !== point.evseId, `${point.evseId} is not an EVSE ID such as DE*ABC*E1234*1`],
    [isTaken, `${point.evseId} is already sold: ${teller?.source} ${teller?.location ?? ''}`.trimEnd()],
    [told.points.filter(({ evseId }) => evseId === point.evseId).length > 1, `${point.evseId} is told twice`],
    [point.connectors.length === 0, 'has no connectors'],
    [point.connectors.some(({ powerW }) => !(powerW > 0)), 'has a connector without power'],
    ...tariffReasons(told, point),
    ...clientReasons(client, point),
  ];
  const place = { file: told.source, path: `${told.location} ${point.evseId}` };
  return reasons.filter(([isSo]) => isSo).map(([, reason]) => ({ ...place, reason }));
}

function tariffReasons({ source, tariffs }: ToldLocation, { connectors }: PointRecord): readonly [boolean, string][] {
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
