import type { PlugState } from '../../../../shared/charging/session.ts';

/**
 * Maps the OCPI status of an EVSE. CHARGING means only "in use", because other drivers' sessions are unknown. A status that is
 * missing here, of a later version or specific to a platform, becomes `unknown`.
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

/** All connectors have the state of their EVSE, because an EVSE serves one vehicle at a time. */
export const plugStateOf = (status: string): PlugState =>
  (Object.hasOwn(STATES, status) ? STATES[status] : undefined) ?? 'unknown';
