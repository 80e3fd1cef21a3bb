import { getOrMake } from '../../../../shared/util/getOrMake.ts';
import type { Findings, Where } from '../../../core/formats/faults.ts';
import { COUNTRY_OF } from '../../../core/formats/locationSchema.ts';
import { findSales } from '../../../core/formats/sales.ts';
import { partyOf } from '../../../core/formats/soldTariff.ts';
import type { OcpiTariff as FileTariff } from '../../../core/formats/tariffSchema.ts';
import type { ClientRecord, DataFault, DatedTariff, PointRecord } from '../../../core/records/records.ts';
import type { SellingSwitches } from '../connections/connections.ts';
import { wholeOf } from '../messages/decimals.ts';
import type { OcpiConnector, OcpiEvse, OcpiLocation } from '../messages/location.ts';
import type { OcpiTariff } from '../messages/tariff.ts';
import { locationEntry } from './locationEntry.ts';
import { plugStateOf } from './plugState.ts';
import { chooseTariff } from './tariffChoice.ts';
import { tariffEntry } from './tariffEntry.ts';

/** The default settings of a connection. */
export const NO_SWITCHES: SellingSwitches = {
  assumesRemoteStart: false,
  sellsRegularTariffs: false,
  acceptsZeroVat: false,
  taxIncluded: null,
  sendsNulls: false,
};

export interface LocationSalesInput {
  /** The tariff ids begin with this id, because two connections may use the same parties and tariff ids. */
  connectionId: string;
  location: OcpiLocation;
  /** All tariffs of the connection. */
  tariffs: readonly OcpiTariff[];
  clients: readonly ClientRecord[];
  switches: SellingSwitches;
  now: Date;
}

/** The address of an EVSE in OCPI commands, spelled exactly as the CPO platform spells it. */
export interface EvseAddress {
  connectionId: string;
  country_code: string;
  party_id: string;
  location_id: string;
  evse_uid: string;
  canUnlock: boolean;
}

export interface SoldPoint {
  point: PointRecord;
  address: EvseAddress;
}

export interface SourceTariff {
  record: DatedTariff;
  /** The tariff's id on the CPO platform. CDRs contain the same id. */
  source: { country_code: string; party_id: string; id: string };
  /**
   * The hold that the CPO requires, including VAT, in minor units. The CPO may stop charging at this amount. Null: the CPO sent
   * no amount.
   */
  preauthorizeMinor: number | null;
}

export interface LocationSales {
  points: readonly SoldPoint[];
  tariffs: readonly SourceTariff[];
  /** What is not offered to drivers, with reasons for the operator. */
  unsold: readonly DataFault[];
  remarks: readonly DataFault[];
  /** The next time at which a tariff begins or ends, so that the offer must be recomputed. Null: never. */
  changesAt: Date | null;
}

/** Returns the file name and path that errors in a location are reported with. */
export const whereOf = (connectionId: string, location: OcpiLocation): Where => ({
  file: `ocpi:${connectionId}`,
  path: `$.locations[${partyOf(location)}*${location.id}]`,
});

/**
 * Computes which points of a CPO's location are offered to drivers, and at which prices. The rules are the same as for
 * operators' files.
 */
export function locationSales(input: LocationSalesInput): LocationSales {
  const { connectionId, location, clients } = input;
  const where = whereOf(connectionId, location);
  const findings: Findings = { faults: [], remarks: [] };
  const sold = new SoldTariffs(input, findings);
  const found = locationEntry({
    location,
    assumesRemoteStart: input.switches.assumesRemoteStart,
    tariffIdOf: (connector, place) => sold.idOf(connector, place),
    where,
    findings,
  });
  if (found === null)
    return { points: [], tariffs: [], unsold: findings.faults, remarks: findings.remarks, changesAt: sold.changesAt };
  // `findSales` receives only the EVSEs that are offered. Its paths contain their indexes, which are converted to indexes in the
  // CPO platform's list.
  const later: Findings = { faults: [], remarks: [] };
  const evseAt = (path: string) => found.offered[Number(EVSE_INDEX.exec(path)?.[1])];
  const withPeerIndex = (fault: DataFault): DataFault => ({
    ...fault,
    path: fault.path.replace(EVSE_INDEX, () => `.evses[${evseAt(fault.path)?.at}]`),
  });
  const sales = findSales({
    clients,
    tariffs: sold.entries(),
    locations: [{ where, value: found.entry }],
    areTariffsWhole: true,
    findings: later,
  });
  return {
    points: sales.flatMap(({ point, where: { path } }) => {
      const evse = evseAt(path)?.evse;
      return evse
        ? [{ point: { ...point, state: plugStateOf(evse.status) }, address: addressOf(connectionId, location, evse) }]
        : [];
    }),
    tariffs: sold.sourceTariffs(sales.flatMap(({ tariffs }) => tariffs.map(({ record }) => record))),
    unsold: [...findings.faults, ...later.faults.map(withPeerIndex)],
    remarks: [...findings.remarks, ...later.remarks.map(withPeerIndex)],
    changesAt: sold.changesAt,
  };
}

const EVSE_INDEX = /\.evses\[(\d+)\]/;

const addressOf = (connectionId: string, { country_code, party_id, id }: OcpiLocation, evse: OcpiEvse): EvseAddress => ({
  connectionId,
  country_code,
  party_id,
  location_id: id,
  evse_uid: evse.uid,
  canUnlock: evse.capabilities.includes('UNLOCK_CAPABLE'),
});

interface Checked extends Findings {
  entry: FileTariff | null;
}

const checked = new WeakMap<OcpiTariff, Map<string, Checked>>();

/**
 * Checks a tariff once per set of options. Many locations refer to the same tariff, and checking it takes as long as all other
 * computations for a location.
 */
function checkedOnce(request: Omit<Parameters<typeof tariffEntry>[0], 'findings'>): Checked {
  const { tariff, id, vatPercent, acceptsZeroVat, taxIncluded } = request;
  const variants = getOrMake(checked, tariff, () => new Map<string, Checked>());
  return getOrMake(variants, JSON.stringify([id, vatPercent, acceptsZeroVat, taxIncluded]), () => {
    const findings: Findings = { faults: [], remarks: [] };
    return { ...findings, entry: tariffEntry({ ...request, findings }) };
  });
}

interface Choice {
  tariff: OcpiTariff;
  where: Where;
  entry: FileTariff | null;
}

/**
 * True if the dated tariff was made from this entry. If the prices of the entry are net, the import adds VAT and appends the
 * country to the tariff's id.
 */
const isSoldAs = (entry: FileTariff, { id }: DatedTariff): boolean =>
  id === `${partyOf(entry)}*${entry.id}` || id.startsWith(`${partyOf(entry)}*${entry.id}@`);

/** The tariffs that drivers pay at the connectors of one location. Each tariff is checked once. */
class SoldTariffs {
  changesAt: Date | null = null;
  private readonly choices = new Map<string, Choice>();
  private readonly input: LocationSalesInput;
  private readonly findings: Findings;

  constructor(input: LocationSalesInput, findings: Findings) {
    this.input = input;
    this.findings = findings;
  }

  idOf(connector: OcpiConnector, place: Where): string | null {
    const { tariffs, location, switches, now, connectionId } = this.input;
    const choice = chooseTariff({ ids: connector.tariff_ids, tariffs, party: location, ...switches, now });
    const { chosen, reason, changesAt } = choice;
    if (changesAt && (this.changesAt === null || changesAt < this.changesAt)) this.changesAt = changesAt;
    if (chosen === null) {
      this.findings.faults.push({ ...place, path: `${place.path}.tariff_ids`, reason: reason ?? 'has no tariff' });
      return null;
    }
    const id = `${connectionId}:${chosen.id}`;
    const { entry } = this.choices.get(id) ?? this.check(chosen, id);
    if (entry !== null) return id;
    this.findings.faults.push({ ...place, path: `${place.path}.tariff_ids`, reason: `${chosen.id} cannot be sold by` });
    return null;
  }

  entries(): { where: Where; value: FileTariff }[] {
    return [...this.choices.values()].flatMap(({ where, entry }) => (entry ? [{ where, value: entry }] : []));
  }

  sourceTariffs(records: readonly DatedTariff[]): SourceTariff[] {
    const unique = [...new Map(records.map(record => [`${record.id} ${record.from}`, record])).values()];
    return unique.flatMap(record => {
      const choice = [...this.choices.values()].find(({ entry }) => entry && isSoldAs(entry, record));
      if (choice === undefined) return [];
      const { country_code, party_id, id, preauthorize_amount } = choice.tariff;
      const preauthorizeMinor = preauthorize_amount === undefined ? null : wholeOf(preauthorize_amount, 2);
      return [{ record, source: { country_code, party_id, id }, preauthorizeMinor }];
    });
  }

  private check(tariff: OcpiTariff, id: string): Choice {
    const { location, clients, switches, connectionId } = this.input;
    const where = { file: `ocpi:${connectionId}`, path: `$.tariffs[${partyOf(tariff)}*${tariff.id}]` };
    const seller = clients.find(({ parties }) => parties.includes(partyOf(location)));
    const country = (COUNTRY_OF as Readonly<Record<string, keyof ClientRecord['vat']>>)[location.country.toUpperCase()];
    // If the brand or its VAT rate is missing, `findSales` offers nothing and reports why. The rate used here then has no effect.
    const vatPercent = (country && seller?.vat[country]) ?? 0;
    const { acceptsZeroVat, taxIncluded } = switches;
    const { entry, faults, remarks } = checkedOnce({ tariff, id, vatPercent, acceptsZeroVat, taxIncluded, where });
    this.findings.faults.push(...faults);
    this.findings.remarks.push(...remarks);
    const choice = { tariff, where, entry };
    this.choices.set(id, choice);
    return choice;
  }
}
