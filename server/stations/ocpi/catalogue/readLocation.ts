import { LOCATION, type OcpiLocation } from '../messages/location.ts';
import { type MessageFault, type OcpiVersion, readMessage } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { JsonObject } from '../messages/receiver.ts';

/** A location with those of its EVSEs that can be read. */
export interface ReadableLocation {
  location: OcpiLocation;
  /** Where each of its EVSEs stands in the peer's list. */
  places: readonly number[];
  /** What is wrong with the others. */
  unread: readonly (MessageFault & { uid: string })[];
}

const EVSE_INDEX = /^\$\.evses\[(\d+)\]/;

/**
 * One bad EVSE does not close the others. Faults: it cannot be read, or none of its EVSEs can, which is rather a fault of their platform
 * than of a place; it stays as it was.
 */
export function readLocation(raw: JsonObject, version: OcpiVersion): ReadableLocation | { faults: readonly MessageFault[] } {
  const evses: readonly unknown[] = Array.isArray(raw.evses) ? raw.evses : [];
  const whole = readMessage({ schema: LOCATION, message: raw, version });
  if (whole.isValid) return { location: whole.value, places: [...evses.keys()], unread: [] };
  const unread = whole.faults.map(fault => {
    const at = Number(EVSE_INDEX.exec(fault.path)?.[1] ?? -1);
    const evse = evses[at];
    return { ...fault, at, uid: isObject(evse) ? String(evse.uid) : '' };
  });
  const bad = new Set(unread.map(({ at }) => at));
  const indexes = [...evses.keys()].filter(at => !bad.has(at));
  if (bad.has(-1) || indexes.length === 0) return { faults: whole.faults };
  const rest = readMessage({ schema: LOCATION, message: { ...raw, evses: indexes.map(at => evses[at]) }, version });
  return rest.isValid ? { location: rest.value, places: indexes, unread } : { faults: rest.faults };
}

/** A path in a location's list of EVSEs, as the peer counts them. */
export const asListed = (path: string, { places }: Pick<ReadableLocation, 'places'>): string =>
  path.replace(/\.evses\[(\d+)\]/, (_, at: string) => `.evses[${places[Number(at)]}]`);
