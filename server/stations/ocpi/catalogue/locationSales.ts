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

/** As long as nobody has decided. */
export const NO_SWITCHES: SellingSwitches = {
  assumesRemoteStart: false,
  sellsRegularTariffs: false,
  acceptsZeroVat: false,
  taxIncluded: null,
  sendsNulls: false,
};

export interface LocationSalesInput {
  /** Two connections may have the same parties and ids. */
  connectionId: string;
  location: OcpiLocation;
  /** All of the connection. */
  tariffs: readonly OcpiTariff[];
  clients: readonly ClientRecord[];
  switches: SellingSwitches;
  now: Date;
}

/** How commands name a point; verbatim, as the peer spells it. */
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
  /** As its CPO names it: CDRs do so too. */
  source: { country_code: string; party_id: string; id: string };
  /** What the CPO wants to be held, gross; it may stop charging there. Null: not told. */
  preauthorizeMinor: number | null;
}

export interface LocationSales {
  points: readonly SoldPoint[];
  tariffs: readonly SourceTariff[];
  /** What is not sold, and why, for the operator. */
  unsold: readonly DataFault[];
  remarks: readonly DataFault[];
  /** When tariffs begin or end by their dates: then this has to be asked again. */
  changesAt: Date | null;
}

/** What faults of a location are told by. */
export const whereOf = (connectionId: string, location: OcpiLocation): Where => ({
  file: `ocpi:${connectionId}`,
  path: `$.locations[${partyOf(location)}*${location.id}]`,
});

/** What a location of a peer comes to here: its points and prices by the same rules as those in an operator's files. */
export function locationSales(ask: LocationSalesInput): LocationSales {
  const { connectionId, location, clients } = ask;
  const where = whereOf(connectionId, location);
  const findings: Findings = { faults: [], remarks: [] };
  const sold = new SoldTariffs(ask, findings);
  const found = locationEntry({
    location,
    assumesRemoteStart: ask.switches.assumesRemoteStart,
    tariffIdOf: (connector, place) => sold.idOf(connector, place),
    where,
    findings,
  });
  if (found === null)
    return { points: [], tariffs: [], unsold: findings.faults, remarks: findings.remarks, changesAt: sold.changesAt };
  // findSales counts the EVSEs it is given; the operator is told the place in the peer's list.
  const later: Findings = { faults: [], remarks: [] };
  const evseAt = (path: string) => found.sold[Number(EVSE_INDEX.exec(path)?.[1])];
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

/** Many places name one tariff, and to check it takes as long as all else about one of them. */
function checkedOnce(ask: Omit<Parameters<typeof tariffEntry>[0], 'findings'>): Checked {
  const { tariff, id, vatPercent, acceptsZeroVat, taxIncluded } = ask;
  const variants = getOrMake(checked, tariff, () => new Map<string, Checked>());
  return getOrMake(variants, JSON.stringify([id, vatPercent, acceptsZeroVat, taxIncluded]), () => {
    const findings: Findings = { faults: [], remarks: [] };
    return { ...findings, entry: tariffEntry({ ...ask, findings }) };
  });
}

interface Choice {
  tariff: OcpiTariff;
  where: Where;
  entry: FileTariff | null;
}

/** The importer names a net tariff after its country, whose VAT its prices have. */
const isSoldAs = (entry: FileTariff, { id }: DatedTariff): boolean =>
  id === `${partyOf(entry)}*${entry.id}` || id.startsWith(`${partyOf(entry)}*${entry.id}@`);

/** The tariffs that the connectors of one location are sold by, each checked once. */
class SoldTariffs {
  changesAt: Date | null = null;
  private readonly choices = new Map<string, Choice>();
  private readonly ask: LocationSalesInput;
  private readonly findings: Findings;

  constructor(ask: LocationSalesInput, findings: Findings) {
    this.ask = ask;
    this.findings = findings;
  }

  idOf(connector: OcpiConnector, place: Where): string | null {
    const { tariffs, location, switches, now, connectionId } = this.ask;
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
    const { location, clients, switches, connectionId } = this.ask;
    const where = { file: `ocpi:${connectionId}`, path: `$.tariffs[${partyOf(tariff)}*${tariff.id}]` };
    const seller = clients.find(({ parties }) => parties.includes(partyOf(location)));
    const country = (COUNTRY_OF as Readonly<Record<string, keyof ClientRecord['vat']>>)[location.country.toUpperCase()];
    // Without a client or its rate nothing is sold in the end, and that is what the operator is told.
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
