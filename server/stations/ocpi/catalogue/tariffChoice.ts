import { isSameId } from '../messages/message.ts';
import type { OcpiTariff } from '../messages/tariff.ts';

interface TariffChoiceInput {
  /** The `tariff_ids` of a connector. */
  ids: readonly string[];
  /** All tariffs of the connection. */
  tariffs: readonly OcpiTariff[];
  /** The party of the location. Tariffs of this party take precedence over those of other parties. */
  party: { country_code: string; party_id: string };
  /**
   * True: tariffs of type REGULAR are offered to drivers too. In OCPI they are for customers with a contract, but a CPO may use
   * them for all drivers.
   */
  sellsRegularTariffs: boolean;
  now: Date;
}

/** The tariff that a driver without a contract pays. */
export interface TariffChoice {
  chosen: OcpiTariff | null;
  /** Why no tariff was chosen. Null: a tariff was chosen. */
  reason: string | null;
  /** The next time at which the choice may change because a tariff begins or ends. Null: never. */
  changesAt: Date | null;
}

export function chooseTariff({ ids, tariffs, party, sellsRegularTariffs, now }: TariffChoiceInput): TariffChoice {
  const named = ids.flatMap(id => findTariff({ id, tariffs, party }) ?? []);
  const changesAt = nextChange(named, now);
  const none = (reason: string): TariffChoice => ({ chosen: null, reason, changesAt });
  if (ids.length === 0) return none('names no tariff');
  if (named.length === 0) return none(`names ${ids.join(', ')}, which is an unknown tariff`);
  const active = named.filter(tariff => isActive(tariff, now));
  // A tariff without a type applies to all sessions. Tariffs with a PROFILE type apply if the driver has set a preference, which
  // an ad hoc session lacks.
  const types = ['AD_HOC_PAYMENT', null, ...(sellsRegularTariffs ? ['REGULAR'] : [])];
  const candidates = types.map(type => active.filter(tariff => tariff.type === type)).find(({ length }) => length > 0);
  if (candidates === undefined) return none(`has no tariff for paying by card now: ${named.map(described).join(', ')}`);
  const [chosen, another] = candidates;
  if (chosen === undefined || another !== undefined)
    return none(`has two tariffs at once: ${candidates.map(described).join(', ')}`);
  return { chosen, reason: null, changesAt };
}

const described = ({ id, type, end_date_time }: OcpiTariff): string =>
  `${id} (${type ?? 'for all'}${end_date_time === undefined ? '' : ` until ${end_date_time.toISOString()}`})`;

function findTariff({ id, tariffs, party }: Pick<TariffChoiceInput, 'tariffs' | 'party'> & { id: string }): OcpiTariff | null {
  const named = tariffs.filter(tariff => isSameId(tariff.id, id));
  const own = named.find(
    tariff => isSameId(tariff.country_code, party.country_code) && isSameId(tariff.party_id, party.party_id),
  );
  // If several other parties have a tariff with this id, the reference is ambiguous, and no tariff is found.
  return own ?? (named.length === 1 ? (named[0] ?? null) : null);
}

const isActive = ({ start_date_time: from, end_date_time: until }: OcpiTariff, now: Date): boolean =>
  (from === undefined || from <= now) && (until === undefined || now < until);

function nextChange(tariffs: readonly OcpiTariff[], now: Date): Date | null {
  const times = tariffs.flatMap(({ start_date_time: from, end_date_time: until }) => [from, until]);
  const later = times.filter(at => at !== undefined).filter(at => at > now);
  return later.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
