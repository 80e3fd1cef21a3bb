import { keyOf, type OcpiStore } from '../storage/store.ts';

/** Whose places are kept of a connection: 'NL*TWO'. One look into the store for each party, however many places it has. */
export async function partiesOf(store: Pick<OcpiStore, 'listKeys'>, connectionId: string): Promise<readonly string[]> {
  const prefix = `${keyOf('place', connectionId)}:`;
  const parties: string[] = [];
  let after: string | undefined;
  for (;;) {
    const [key] = await store.listKeys(prefix, { most: 1, after });
    if (key === undefined) return parties;
    const [country = '', party = ''] = key.slice(prefix.length).split(':');
    parties.push(`${decodeURIComponent(country)}*${decodeURIComponent(party)}`);
    // The first sign after the one that ends a part of a key.
    after = `${prefix}${country}:${party};`;
  }
}
