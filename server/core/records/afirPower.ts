/**
 * AFIR art. 5(4): at charging points of at least this power in watts, prices must be per kWh. The only other price allowed is an
 * occupancy fee per minute.
 */
export const AFIR_POWER_W = 50_000;
