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

/** Of a stored session only the latest periods are needed: a vehicle that stands for weeks would make the row grow with each PATCH. */
const MAX_PERIODS = 100;
/** As long as the longest body that is accepted. */
const MAX_CHARACTERS = 1_048_576;

/** A session as it is stored: with its latest periods. Null: the rest of the session is too long to be stored. */
export function storedSession(session: JsonObject): JsonObject | null {
  const { charging_periods: periods } = session;
  const isLong = Array.isArray(periods) && periods.length > MAX_PERIODS;
  const stored = isLong ? { ...session, charging_periods: latestOf(periods) } : session;
  return JSON.stringify(stored).length > MAX_CHARACTERS ? null : stored;
}

function latestOf(periods: readonly unknown[]): unknown[] {
  const first = periods.map(beginningOf).toSorted().at(-MAX_PERIODS) ?? '';
  return periods.filter(period => beginningOf(period) >= first).slice(-MAX_PERIODS);
}

const beginningOf = (period: unknown): string => {
  const start = isObject(period) ? period.start_date_time : undefined;
  return typeof start === 'string' ? start.replace(/(\.0+)?Z?$/, '') : JSON.stringify(period);
};
