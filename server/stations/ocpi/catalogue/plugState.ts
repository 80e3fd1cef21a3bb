import type { PlugState } from '../../../../shared/charging/session.ts';

/**
 * OCPI's Status of an EVSE. CHARGING means "in use": only our own sessions are known to charge. Whatever is not in the
 * table, of a later version or of a peer's own making, is unknown.
 */
const STATES: Readonly<Record<string, PlugState>> = {
  AVAILABLE: 'available',
  CHARGING: 'occupied',
  BLOCKED: 'unavailable',
  INOPERATIVE: 'unavailable',
  OUTOFORDER: 'unavailable',
  PLANNED: 'unavailable',
  REMOVED: 'unavailable',
  RESERVED: 'unavailable',
};

/** One EVSE serves one vehicle: its state is that of all its connectors. */
export const plugStateOf = (status: string): PlugState =>
  (Object.hasOwn(STATES, status) ? STATES[status] : undefined) ?? 'unknown';
