export const MINUTE_S = 60;
export const HOUR_S = 60 * MINUTE_S;
export const DAY_S = 24 * HOUR_S;

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Formats an instant in UTC: '2026-11-20T16:25:00.000Z'. */
export function iso(at: number | Date): string;
export function iso(at: number | Date | null | undefined): string | null;
export function iso(at: number | Date | null | undefined): string | null {
  return at == null ? null : new Date(at).toISOString();
}

/** Returns the UTC day of an instant: '2026-11-20'. */
export const isoDay = (at: number | Date): string => iso(at).slice(0, 10);
