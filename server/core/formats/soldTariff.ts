import type { ClientRecord, DatedTariff, Validity } from '../records/records.ts';
import { type Findings, noteFault } from './faults.ts';
import type { Located } from './jsonFiles.ts';
import { COUNTRY_OF, type OcpiConnector, type OcpiLocation } from './locationSchema.ts';
import { tariffRecord } from './tariffRecord.ts';
import { instantOf, type OcpiTariff } from './tariffSchema.ts';

/** One tariff of a connector, with the period in which the tariff is valid. */
export interface SoldTariff {
  record: DatedTariff;
  source: Located<OcpiTariff>;
  connector: OcpiConnector;
}

/** All tariffs by party and tariff id. Several tariffs with the same id are valid one after the other. */
export type TariffsById = ReadonlyMap<string, readonly Located<OcpiTariff>[]>;

/** Returns the party as 'DE*ABC', in upper case because OCPI compares parties and ids without case. */
export const partyOf = ({ country_code, party_id }: { country_code: string; party_id: string }): string =>
  `${country_code}*${party_id}`.toUpperCase();

const keyOf = (party: string, id: string): string => `${party}*${id}`.toUpperCase();

/** Groups tariffs by party and id. If two tariffs of a group have the same start, an error is added. */
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

/**
 * Returns the tariffs with the first tariff id of a connector, one for each period of validity. If several parties of the brand
 * have a tariff with this id, the party of the location comes first.
 */
export function soldTariffs({ connector, client, location, tariffsById, vatPercent }: Wanted): readonly SoldTariff[] {
  const wanted = connector.tariff_ids[0] ?? '';
  const own = partyOf(location);
  const found = [own, ...client.parties]
    .map(party => tariffsById.get(keyOf(party, wanted)))
    .find(tariffs => tariffs !== undefined);
  const [first] = found ?? [];
  if (found === undefined || first === undefined) return [];
  const name = `${partyOf(first.value)}*${first.value.id}`;
  // The tariffs of all periods get the same id, because the connector names one id. If prices are net, the id also contains the
  // country, because each country adds a different VAT rate.
  const isGross = found.every(({ value }) => value.prices_include_vat);
  const id = isGross ? name : `${name}@${COUNTRY_OF[location.country]}`;
  return found.map(source => ({
    record: { ...tariffRecord({ id, tariff: source.value, vatPercent }), ...validityOf(source.value) },
    source,
    connector,
  }));
}
