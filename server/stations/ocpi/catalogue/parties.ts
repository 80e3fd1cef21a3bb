import { keyOf, type OcpiStore } from '../storage/store.ts';

/**
 * Returns the parties that have stored locations on a connection, for example 'NL*TWO'. Reads one key per party, however many
 * locations the party has.
 */
export async function partiesOf(store: Pick<OcpiStore, 'listKeys'>, connectionId: string): Promise<readonly string[]> {
  const prefix = `${keyOf('place', connectionId)}:`;
  const parties: string[] = [];
  let after: string | undefined;
  for (;;) {
    const [key] = await store.listKeys(prefix, { limit: 1, after });
    if (key === undefined) return parties;
    const [country = '', party = ''] = key.slice(prefix.length).split(':');
    parties.push(`${decodeURIComponent(country)}*${decodeURIComponent(party)}`);
    // In the sort order, ';' follows ':', which ends a part of a key. The next read therefore begins after the last location of
    // this party.
    after = `${prefix}${country}:${party};`;
  }
}
