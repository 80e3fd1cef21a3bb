import { LOCATION, type OcpiLocation } from '../messages/location.ts';
import { type MessageFault, type OcpiVersion, readMessage } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { JsonObject } from '../messages/receiver.ts';

/** A location without its invalid EVSEs. */
export interface ReadableLocation {
  location: OcpiLocation;
  /** Maps the index of each valid EVSE to its index in the CPO platform's list. */
  indexes: readonly number[];
  /** Errors in the EVSEs that were left out because they are invalid. */
  unread: readonly (MessageFault & { uid: string })[];
}

const EVSE_INDEX = /^\$\.evses\[(\d+)\]/;

/**
 * Reads a location without its invalid EVSEs, so that these do not exclude the valid ones.
 * @returns errors if the location itself is invalid or none of its EVSEs is valid; the stored location should then stay, because
 * the CPO platform has probably made an error
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

/** Converts the EVSE index in a path to its index in the CPO platform's list. */
export const asListed = (path: string, { indexes }: Pick<ReadableLocation, 'indexes'>): string =>
  path.replace(/\.evses\[(\d+)\]/, (_, at: string) => `.evses[${indexes[Number(at)]}]`);
