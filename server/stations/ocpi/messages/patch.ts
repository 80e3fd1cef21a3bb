import { dateTime } from './values.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a PATCH to a stored object. Lists are replaced as a whole, and null removes a field, because PATCH has no other way.
 * The caller validates the result, in which a required field may be missing.
 */
export const merged = (stored: JsonObject, patch: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...stored, ...patch }).filter(([, value]) => value !== null));

/**
 * Like `merged`, but charging periods are added. A period replaces a known one with the same start. Platforms repeat a PATCH
 * after a lost response, and some send the whole list.
 */
export function mergedSession(stored: JsonObject, patch: JsonObject): JsonObject {
  const whole = merged(stored, patch);
  if (!Array.isArray(patch.charging_periods)) return whole;
  const known: readonly unknown[] = Array.isArray(stored.charging_periods) ? stored.charging_periods : [];
  const periods = new Map([...known, ...patch.charging_periods].map((period: unknown) => [beginningOf(period), period]));
  return { ...whole, charging_periods: [...periods.values()] };
}

/**
 * Only the latest periods of a session are needed. Without a limit, the row of a vehicle that is parked for weeks would grow
 * with each PATCH.
 */
const MAX_PERIODS = 100;
/** Equal to the maximum length of a request body. */
const MAX_CHARACTERS = 1_048_576;

/**
 * Limits a session to its latest periods before storing.
 * @returns null if the rest of the session is too long to be stored
 */
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

/** The start of a period in UTC, because platforms may send the same instant with another offset. */
const beginningOf = (period: unknown): string => {
  const start: unknown = dateTime.validate(isObject(period) ? period.start_date_time : undefined).value;
  return start instanceof Date ? start.toISOString() : JSON.stringify(period);
};
