import { dateTime } from './values.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Applies a PATCH to a stored object. Lists are replaced as a whole. Null removes a field, because PATCH has no other way.
 * Required fields may then be missing, so the caller validates the result.
 */
export const merged = (stored: JsonObject, patch: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries({ ...stored, ...patch }).filter(([, value]) => value !== null));

/**
 * Applies a PATCH to a session. Charging periods are added to the stored ones, while `merged` would replace the list. A period
 * with the same start replaces the stored one, because CPO platforms repeat a PATCH after a lost response, and some send all
 * periods each time.
 */
export function mergedSession(stored: JsonObject, patch: JsonObject): JsonObject {
  const whole = merged(stored, patch);
  if (!Array.isArray(patch.charging_periods)) return whole;
  const known: readonly unknown[] = Array.isArray(stored.charging_periods) ? stored.charging_periods : [];
  const periods = new Map([...known, ...patch.charging_periods].map((period: unknown) => [beginningOf(period), period]));
  return { ...whole, charging_periods: [...periods.values()] };
}

/**
 * Only a session's latest periods are needed. Without a limit, the row of a vehicle that is parked for weeks would grow with
 * each PATCH.
 */
const MAX_PERIODS = 100;
/** The maximum length of a request body, 1 MiB. */
const MAX_CHARACTERS = 1_048_576;

/**
 * Drops all but the latest periods of a session before it is stored.
 * @returns null if the session is still too long
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

/** Returns the start of a period in UTC, because CPO platforms may repeat the same instant with another offset. */
const beginningOf = (period: unknown): string => {
  const start: unknown = dateTime.validate(isObject(period) ? period.start_date_time : undefined).value;
  return start instanceof Date ? start.toISOString() : JSON.stringify(period);
};
