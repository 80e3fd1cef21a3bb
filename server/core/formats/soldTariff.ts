import type { ClientRecord, DatedTariff, Validity } from '../records/records.ts';
import { type Findings, noteFault } from './faults.ts';
import type { Located } from './jsonFiles.ts';
import { COUNTRY_OF, type OcpiConnector, type OcpiLocation } from './locationSchema.ts';
import { tariffRecord } from './tariffRecord.ts';
import { instantOf, type OcpiTariff } from './tariffSchema.ts';

/** A tariff as one connector is sold by it, at its time. */
export interface SoldTariff {
  record: DatedTariff;
  source: Located<OcpiTariff>;
  connector: OcpiConnector;
}

/** Every tariff by party and id; several of one id are sold one after the other. */
export type TariffsById = ReadonlyMap<string, readonly Located<OcpiTariff>[]>;

/** 'DE*ABC': parties and ids of OCPI are compared without case. */
export const partyOf = ({ country_code, party_id }: { country_code: string; party_id: string }): string =>
  `${country_code}*${party_id}`.toUpperCase();

const keyOf = (party: string, id: string): string => `${party}*${id}`.toUpperCase();

/** Puts the tariffs in order; an id that a party uses twice from the same instant on is a fault. */
export function groupTariffs({
  tariffs,
  findings,
}: {
  tariffs: readonly Located<OcpiTariff>[];
  findings: Findings;
}): TariffsById {
  const tariffsById = new Map<string, Located<OcpiTariff>[]>();
  for (const tariff of tariffs) {
    const { where, value } = tariff;
    const { from, until } = validityOf(value);
    const key = keyOf(partyOf(value), value.id);
    const known = tariffsById.get(key) ?? [];
    const earlier = known.find(other => validityOf(other.value).from === from)?.where;
    if (earlier === undefined) tariffsById.set(key, [...known, tariff]);
    else
      noteFault({
        findings,
        where,
        keys: ['id'],
        reason: `${value.id} is already a tariff of this party in ${earlier.file} ${earlier.path}: a later price needs a start_date_time of its own`,
      });
    if (until !== null && until <= (from ?? 0))
      noteFault({ findings, where, keys: ['end_date_time'], reason: 'must be after start_date_time' });
  }
  return tariffsById;
}

const validityOf = ({ start_date_time: from, end_date_time: until }: OcpiTariff): Validity => ({
  from: from === undefined ? null : instantOf(from),
  until: until === undefined ? null : instantOf(until),
});

interface Wanted {
  connector: OcpiConnector;
  client: ClientRecord;
  location: OcpiLocation;
  tariffsById: TariffsById;
  vatPercent: number;
}

/** The first tariff a connector names, at all its times: the location's own party's, else one of another party of the same client. */
export function soldTariffs({ connector, client, location, tariffsById, vatPercent }: Wanted): readonly SoldTariff[] {
  const wanted = connector.tariff_ids[0] ?? '';
  const own = partyOf(location);
  const found = [own, ...client.parties]
    .map(party => tariffsById.get(keyOf(party, wanted)))
    .find(tariffs => tariffs !== undefined);
  const [first] = found ?? [];
  if (found === undefined || first === undefined) return [];
  const name = `${partyOf(first.value)}*${first.value.id}`;
  // One id for all times, whether their prices are net or gross: a connector is sold by it.
  const isGross = found.every(({ value }) => value.prices_include_vat);
  const id = isGross ? name : `${name}@${COUNTRY_OF[location.country]}`;
  return found.map(source => ({
    record: { ...tariffRecord({ id, tariff: source.value, vatPercent }), ...validityOf(source.value) },
    source,
    connector,
  }));
}
