import { isSameId } from '../messages/message.ts';
import type { OcpiTariff } from '../messages/tariff.ts';

interface TariffChoiceInput {
  /** `tariff_ids` of a connector. */
  ids: readonly string[];
  /** All that the connection knows. */
  tariffs: readonly OcpiTariff[];
  /** Of the location: its own tariffs come first. */
  party: { country_code: string; party_id: string };
  /** REGULAR is meant for customers with a contract; a CPO may say that it holds for everybody. */
  sellsRegularTariffs: boolean;
  now: Date;
}

/** Which tariff a driver without a contract pays by. */
export interface TariffChoice {
  chosen: OcpiTariff | null;
  /** Why there is none. */
  reason: string | null;
  /** When it has to be chosen again; null: not by itself. */
  changesAt: Date | null;
}

export function chooseTariff({ ids, tariffs, party, sellsRegularTariffs, now }: TariffChoiceInput): TariffChoice {
  const named = ids.flatMap(id => findTariff({ id, tariffs, party }) ?? []);
  const changesAt = nextChange(named, now);
  const none = (reason: string): TariffChoice => ({ chosen: null, reason, changesAt });
  if (ids.length === 0) return none('names no tariff');
  if (named.length === 0) return none(`names ${ids.join(', ')}, which is an unknown tariff`);
  const active = named.filter(tariff => isActive(tariff, now));
  // A tariff without a type holds for all sessions; profiles need a driver's preference, which nobody has told.
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
  // Of several other parties' nobody can say which one is meant.
  return own ?? (named.length === 1 ? (named[0] ?? null) : null);
}

const isActive = ({ start_date_time: from, end_date_time: until }: OcpiTariff, now: Date): boolean =>
  (from === undefined || from <= now) && (until === undefined || now < until);

function nextChange(tariffs: readonly OcpiTariff[], now: Date): Date | null {
  const times = tariffs.flatMap(({ start_date_time: from, end_date_time: until }) => [from, until]);
  const later = times.filter(at => at !== undefined).filter(at => at > now);
  return later.sort((a, b) => a.getTime() - b.getTime())[0] ?? null;
}
