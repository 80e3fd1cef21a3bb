import { readEvseId } from '../../../shared/model/evseId.ts';
import type { ClientRecord, PointRecord } from '../records/records.ts';
import { type Findings, noteFault, pathBelow, type Where } from './faults.ts';
import { germanRegion } from './germanRegions.ts';
import type { Located } from './jsonFiles.ts';
import { COUNTRY_OF, type OcpiConnector, type OcpiEvse, type OcpiLocation } from './locationSchema.ts';
import { pointRecord } from './pointRecord.ts';
import { groupTariffs, partyOf, type SoldTariff, soldTariffs, type TariffsById } from './soldTariff.ts';
import type { OcpiTariff } from './tariffSchema.ts';

/** A charging point with the brand that offers it and the tariffs of each connector. */
export interface Sale {
  client: ClientRecord;
  point: PointRecord;
  where: Where;
  connectors: readonly OcpiConnector[];
  tariffs: readonly SoldTariff[];
}

interface SalesInput {
  clients: readonly ClientRecord[];
  tariffs: readonly Located<OcpiTariff>[];
  locations: readonly Located<OcpiLocation>[];
  areTariffsWhole: boolean;
  findings: Findings;
}

/**
 * Joins locations, brands and tariffs. Adds an error for everything that does not match, for example a connector whose tariff is
 * missing.
 */
export function findSales({ clients, tariffs, locations, areTariffsWhole, findings }: SalesInput): Sale[] {
  const sellers = new Map(clients.flatMap(client => client.parties.map(party => [party, client] as const)));
  const tariffsById = groupTariffs({ tariffs, findings });
  const firstSeen = new Map<string, Where>();
  return locations.flatMap(({ where, value: location }) => {
    const party = partyOf(location);
    const client = sellers.get(party);
    if (client === undefined) {
      noteFault({ findings, where, keys: ['party_id'], reason: `${party} is not among the parties of any client` });
      return [];
    }
    if (!location.publish) {
      findings.remarks.push({ ...where, reason: 'is not to be published: its points are not offered' });
      return [];
    }
    const context: SalesContext = { client, location, tariffsById, areTariffsWhole, findings };
    const region = regionOf({ location, where, findings });
    return location.evses.flatMap((evse, at) => {
      const evseWhere = { file: where.file, path: pathBelow(where.path, ['evses', at]) };
      checkUnique({ evse, place: evseWhere, seen: firstSeen, findings });
      return sale({ evse, place: evseWhere, region, ...context });
    });
  });
}

interface SalesContext {
  client: ClientRecord;
  location: OcpiLocation;
  tariffsById: TariffsById;
  areTariffsWhole: boolean;
  findings: Findings;
}

function sale({ evse, place, region, ...context }: { evse: OcpiEvse; place: Where; region: string } & SalesContext): Sale[] {
  const { client, location, findings } = context;
  const country = COUNTRY_OF[location.country];
  if (client.vat[country] === undefined) {
    noteFault({
      findings,
      where: place,
      keys: [],
      reason: `client ${client.id} has no VAT rate for ${country.toUpperCase()} in clients.json`,
    });
    return [];
  }
  const tariffs = evse.connectors.map((connector, at) => {
    const found = soldTariffs({
      connector,
      client,
      location,
      tariffsById: context.tariffsById,
      vatPercent: client.vat[country] ?? 0,
    });
    if (found.length > 0) return found;
    const reason = `${connector.tariff_ids[0]} is not a tariff of ${partyOf(location)} or of another party of client ${client.id}`;
    if (context.areTariffsWhole) noteFault({ findings, where: place, keys: ['connectors', at, 'tariff_ids', 0], reason });
    return [];
  });
  const currencies = new Set(tariffs.flat().map(({ record }) => record.tariff.currency));
  if (currencies.size > 1)
    noteFault({
      findings,
      where: place,
      keys: ['connectors'],
      reason: `has prices in ${[...currencies].join(' and ')}: a point has one currency`,
    });
  const tariffIds = tariffs.flatMap(([first]) => first?.record.id ?? []);
  if (tariffIds.length < evse.connectors.length) return [];
  const point = pointRecord({ clientId: client.id, location, evse, region, tariffIds });
  return [{ client, point, where: place, connectors: evse.connectors, tariffs: tariffs.flat() }];
}

function checkUnique({
  evse,
  place,
  seen,
  findings,
}: {
  evse: OcpiEvse;
  place: Where;
  seen: Map<string, Where>;
  findings: Findings;
}): void {
  const compact = readEvseId(evse.evse_id)?.compact ?? evse.evse_id;
  const earlier = seen.get(compact);
  if (earlier === undefined) seen.set(compact, place);
  else
    noteFault({
      findings,
      where: place,
      keys: ['evse_id'],
      reason: `${evse.evse_id} is already in ${earlier.file} ${earlier.path}`,
    });
}

/**
 * Returns the region whose public holidays apply: `region` of the location, or else the German state by postal code, or else the
 * whole country.
 */
function regionOf({ location, where, findings }: { location: OcpiLocation; where: Where; findings: Findings }): string {
  const country = COUNTRY_OF[location.country];
  if (location.region !== undefined) {
    const isInside = location.region.startsWith(country.toUpperCase());
    if (!isInside)
      noteFault({ findings, where, keys: ['region'], reason: `${location.region} is not a region of ${location.country}` });
    return location.region;
  }
  const guessed = country === 'de' ? germanRegion(location.postal_code) : null;
  if (country === 'de') {
    const reason =
      guessed === null
        ? 'no region and no German postal code: nationwide holidays apply'
        : `no region: ${guessed} taken from postal code ${location.postal_code}, approximate at borders`;
    findings.remarks.push({ ...where, reason });
  }
  return guessed ?? country.toUpperCase();
}
