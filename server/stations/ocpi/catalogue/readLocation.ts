import { LOCATION, type OcpiLocation } from '../messages/location.ts';
import { type MessageFault, type OcpiVersion, readMessage } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { JsonObject } from '../messages/receiver.ts';

/** A location with its valid EVSEs. */
export interface ReadableLocation {
  location: OcpiLocation;
  /** The index of each EVSE in the platform's list. */
  indexes: readonly number[];
  /** The faults of the invalid EVSEs. */
  unread: readonly (MessageFault & { uid: string })[];
}

const EVSE_INDEX = /^\$\.evses\[(\d+)\]/;

/**
 * Reads a location without its invalid EVSEs, so that one invalid EVSE does not exclude the others.
 * @returns faults if the location itself is invalid or no EVSE is valid. That indicates an error of the platform, so the caller
 * leaves the stored location unchanged
 */
export function readLocation(raw: JsonObject, version: OcpiVersion): ReadableLocation | { faults: readonly MessageFault[] } {
  const evses: readonly unknown[] = Array.isArray(raw.evses) ? raw.evses : [];
  const whole = readMessage({ schema: LOCATION, message: raw, version });
  if (whole.isValid) return { location: whole.value, indexes: [...evses.keys()], unread: [] };
  const unread = whole.faults.map(fault => {
    const at = Number(EVSE_INDEX.exec(fault.path)?.[1] ?? -1);
    const evse = evses[at];
    return { ...fault, at, uid: isObject(evse) ? String(evse.uid) : '' };
  });
  const bad = new Set(unread.map(({ at }) => at));
  const indexes = [...evses.keys()].filter(at => !bad.has(at));
  if (bad.has(-1) || indexes.length === 0) return { faults: whole.faults };
  const rest = readMessage({ schema: LOCATION, message: { ...raw, evses: indexes.map(at => evses[at]) }, version });
  return rest.isValid ? { location: rest.value, indexes, unread } : { faults: rest.faults };
}

/** Converts the EVSE index in a path to the index in the platform's list. */
export const asListed = (path: string, { indexes }: Pick<ReadableLocation, 'indexes'>): string =>
  path.replace(/\.evses\[(\d+)\]/, (_, at: string) => `.evses[${indexes[Number(at)]}]`);
