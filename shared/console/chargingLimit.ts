/** The charging limit of a station: one power for all its plugs together. */
export interface ChargingLimit {
  /** Power in W. Null: staff have removed the limit, and the station has not confirmed this. */
  limitW: number | null;
  /** Time at which staff set or removed the limit, ISO 8601. */
  setAt: string;
  /** 'sent': the station has not confirmed it. 'refused': the station has refused it after its last restart. */
  state: 'sent' | 'confirmed' | 'refused';
}

/** Smallest limit: with less than 6 A at 230 V no vehicle charges (IEC 61851-1). */
export const MIN_LIMIT_W = 1400;

/**
 * Reads kilowatts as a person types them, such as '11' or '7,4'.
 * @returns watts, or null for other text
 */
export function readKilowatts(typed: string): number | null {
  const text = typed.trim().replace(',', '.');
  return /^\d{1,5}(\.\d)?$/.test(text) ? Math.round(Number(text) * 1000) : null;
}
