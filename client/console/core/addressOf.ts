/** Builds an address with query parameters. Parameters that are null or undefined are omitted. */
export function addressOf(page: string, chosen: Readonly<Record<string, string | number | null | undefined>>): string {
  const entries = Object.entries(chosen).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  const query = new URLSearchParams(entries);
  return query.size > 0 ? `${page}?${query}` : page;
}
