/**
 * Matches one OCPI party, 'DE*CPO'. `PATTERN` matches the names of several parties behind a hub: 'DE' for all parties of a
 * country, and 'all'.
 */
const PARTY = /^[A-Z]{2}\*[A-Z0-9]{3}$/;
const PATTERN = /^(all|[A-Z]{2})$/;

const written = (name: string): string => (name.trim().toLowerCase() === 'all' ? 'all' : name.trim().toUpperCase());

export interface NamedParties {
  parties: readonly string[];
  /** The party of the hub itself. Null: the connection leads to no hub. */
  hub: string | null;
}

/**
 * Validates the names of parties and converts them to upper case, as connections store them.
 * @returns null if a name is not valid
 */
export function readParties({ parties, hub }: NamedParties): NamedParties | null {
  const named = { parties: [...new Set(parties.map(written))], hub: hub === null ? null : written(hub) };
  const areParties = named.parties.every(party => PARTY.test(party) || PATTERN.test(party));
  return areParties && (named.hub === null || PARTY.test(named.hub)) ? named : null;
}

/** Splits a typed list of parties: 'DE*CPO, NL*TWO' gives two names. */
export const listedParties = (text: string): string[] => text.split(/[\s,]+/).filter(party => party !== '');
