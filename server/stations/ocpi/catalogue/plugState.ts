import type { PlugState } from '../../../../shared/charging/session.ts';

/**
 * Maps the status of an EVSE in OCPI to the state of its plugs. CHARGING means only "in use", because sessions of other apps'
 * drivers are unknown here. A status that is not listed, from a later version or specific to one CPO platform, becomes
 * `unknown`.
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

/** Every connector has the state of its EVSE, because an EVSE serves one vehicle at a time. */
export const plugStateOf = (status: string): PlugState =>
  (Object.hasOwn(STATES, status) ? STATES[status] : undefined) ?? 'unknown';
