/** What a person may write for the parties of a connection: 'DE*CPO'; through a hub also 'DE', each party of a country, and 'all'. */
const PARTY = /^[A-Z]{2}\*[A-Z0-9]{3}$/;
const PATTERN = /^(all|[A-Z]{2})$/;

const written = (name: string): string => (name.trim().toLowerCase() === 'all' ? 'all' : name.trim().toUpperCase());

export interface NamedParties {
  parties: readonly string[];
  /** The hub's own party; null: no hub is named. */
  hub: string | null;
}

/** The parties in capitals, as connections store them. Null: one of them is no name of a party. */
export function readParties({ parties, hub }: NamedParties): NamedParties | null {
  const named = { parties: [...new Set(parties.map(written))], hub: hub === null ? null : written(hub) };
  const areParties = named.parties.every(party => PARTY.test(party) || PATTERN.test(party));
  return areParties && (named.hub === null || PARTY.test(named.hub)) ? named : null;
}

/** 'DE*CPO, NL*TWO' → the two. */
export const listedParties = (text: string): string[] => text.split(/[\s,]+/).filter(party => party !== '');
