const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the switches with the changes applied. Nested objects are merged. Arrays and single values are replaced. */
export function changed<Switches extends object>(switches: Switches, changes: Readonly<Record<string, unknown>>): Switches {
  const entries = Object.entries(switches).map(([name, value]: [string, unknown]) => {
    const change = changes[name];
    if (change === undefined) return [name, value];
    return [name, isGroup(value) && isGroup(change) ? { ...value, ...change } : change];
  });
  return Object.fromEntries(entries) as Switches;
}
