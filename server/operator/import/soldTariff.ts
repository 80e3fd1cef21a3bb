import type { ClientRecord, TariffRecord } from '../records.ts';
import { type Findings, noteFault } from './faults.ts';
import type { Located } from './jsonFiles.ts';
import { COUNTRY_OF, type OcpiConnector, type OcpiLocation } from './locationSchema.ts';
import { tariffRecord } from './tariffRecord.ts';
import type { OcpiTariff } from './tariffSchema.ts';

/** A tariff as one connector is sold by it. */
export interface SoldTariff {
  record: TariffRecord;
  source: Located<OcpiTariff>;
  connector: OcpiConnector;
}

/** Every tariff by party and id. */
export type TariffShelf = ReadonlyMap<string, Located<OcpiTariff>>;

/** 'DE*ABC': parties and ids of OCPI are compared without case. */
export const partyOf = ({ country_code, party_id }: { country_code: string; party_id: string }): string =>
  `${country_code}*${party_id}`.toUpperCase();

const keyOf = (party: string, id: string): string => `${party}*${id}`.toUpperCase();

/** Puts the tariffs in order; an id that a party uses twice is a fault. */
export function tariffShelf({ tariffs, findings }: { tariffs: readonly Located<OcpiTariff>[]; findings: Findings }): TariffShelf {
  const shelf = new Map<string, Located<OcpiTariff>>();
  for (const tariff of tariffs) {
    const { where, value } = tariff;
    const key = keyOf(partyOf(value), value.id);
    const earlier = shelf.get(key)?.where;
    if (earlier === undefined) shelf.set(key, tariff);
    else
      noteFault({
        findings,
        where,
        keys: ['id'],
        reason: `${value.id} is already a tariff of this party in ${earlier.file} ${earlier.path}`,
      });
  }
  return shelf;
}

interface Wanted {
  connector: OcpiConnector;
  client: ClientRecord;
  location: OcpiLocation;
  shelf: TariffShelf;
  vatPercent: number;
}

/** The first tariff a connector names: the location's own party's, else one of another party of the same client. */
export function soldTariff({ connector, client, location, shelf, vatPercent }: Wanted): SoldTariff | null {
  const wanted = connector.tariff_ids[0] ?? '';
  const own = partyOf(location);
  const source = [own, ...client.parties].map(party => shelf.get(keyOf(party, wanted))).find(tariff => tariff !== undefined);
  if (source === undefined) return null;
  const name = `${partyOf(source.value)}*${source.value.id}`;
  const id = source.value.prices_include_vat ? name : `${name}@${COUNTRY_OF[location.country]}`;
  return { record: tariffRecord({ id, tariff: source.value, vatPercent }), source, connector };
}
