type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A stored object with a PATCH applied, both as the peer wrote them; whoever reads the result finds a required field that
 * was taken away. Lists are replaced whole, and null takes an optional field away, for PATCH has no other means.
 */
export const merged = (stored: JsonObject, patch: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...stored, ...patch }).filter(([, value]) => value !== null));

/**
 * As `merged`, but charging periods are added. A period that begins when a known one does replaces it: peers repeat
 * themselves after a lost answer, and some send the whole list.
 */
export function mergedSession(stored: JsonObject, patch: JsonObject): JsonObject {
  const whole = merged(stored, patch);
  if (!Array.isArray(patch.charging_periods)) return whole;
  const known: readonly unknown[] = Array.isArray(stored.charging_periods) ? stored.charging_periods : [];
  const periods = new Map([...known, ...patch.charging_periods].map((period: unknown) => [beginningOf(period), period]));
  return { ...whole, charging_periods: [...periods.values()] };
}

const beginningOf = (period: unknown): string => {
  const start = isObject(period) ? period.start_date_time : undefined;
  return typeof start === 'string' ? start.replace(/(\.0+)?Z?$/, '') : JSON.stringify(period);
};
