/** The valid names of parties of a connection: 'DE*CPO'. Through a hub also 'DE' for every party of a country, and 'all'. */
const PARTY = /^[A-Z]{2}\*[A-Z0-9]{3}$/;
const PATTERN = /^(all|[A-Z]{2})$/;

const written = (name: string): string => (name.trim().toLowerCase() === 'all' ? 'all' : name.trim().toUpperCase());

export interface NamedParties {
  parties: readonly string[];
  /** The party of the hub itself. Null: no hub is named. */
  hub: string | null;
}

/**
 * Returns the parties in upper case, as connections store them.
 * @returns null if one of the names is not valid
 */
export function readParties({ parties, hub }: NamedParties): NamedParties | null {
  const named = { parties: [...new Set(parties.map(written))], hub: hub === null ? null : written(hub) };
  const areParties = named.parties.every(party => PARTY.test(party) || PATTERN.test(party));
  return areParties && (named.hub === null || PARTY.test(named.hub)) ? named : null;
}

/** Splits a list of parties: 'DE*CPO, NL*TWO' gives two names. */
export const listedParties = (text: string): string[] => text.split(/[\s,]+/).filter(party => party !== '');
