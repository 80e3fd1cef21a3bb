/** Builds an address with query parameters. Parameters with the value null or undefined are left out. */
export function addressOf(page: string, chosen: Readonly<Record<string, string | number | null | undefined>>): string {
  const entries = Object.entries(chosen).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]));
  const query = new URLSearchParams(entries);
  return query.size > 0 ? `${page}?${query}` : page;
}
