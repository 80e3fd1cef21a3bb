import { isSameId } from '../messages/message.ts';
import { isObject } from '../messages/patch.ts';
import type { JsonObject, LocationId } from '../messages/receiver.ts';

const listOf = (raw: JsonObject, field: string): JsonObject[] => (Array.isArray(raw[field]) ? raw[field].filter(isObject) : []);

export const evsesOf = (location: JsonObject): JsonObject[] => listOf(location, 'evses');
export const connectorsOf = (evse: JsonObject): JsonObject[] => listOf(evse, 'connectors');

/**
 * Finds the location, EVSE or connector that the id names.
 * @returns null if it is unknown
 */
export function partOf(location: JsonObject, { evseUid, connectorId }: LocationId): JsonObject | null {
  if (evseUid === null) return location;
  const evse = evsesOf(location).find(({ uid }) => isSameId(String(uid), evseUid)) ?? null;
  if (evse === null || connectorId === null) return evse;
  return connectorsOf(evse).find(({ id }) => isSameId(String(id), connectorId)) ?? null;
}

/**
 * Replaces or adds one EVSE or connector. The objects that contain it take over its `last_updated` (OCPI 2.2.1 §8.2.2.3).
 * @returns null if the connector's EVSE is unknown
 */
export function withPart(location: JsonObject, { evseUid, connectorId }: LocationId, part: JsonObject): JsonObject | null {
  const evses = evsesOf(location);
  const time = { last_updated: part.last_updated };
  if (connectorId === null) return { ...location, ...time, evses: replaced(evses, part, 'uid') };
  const evse = evses.find(({ uid }) => isSameId(String(uid), evseUid ?? ''));
  if (!evse) return null;
  const connectors = replaced(connectorsOf(evse), part, 'id');
  return { ...location, ...time, evses: replaced(evses, { ...evse, ...time, connectors }, 'uid') };
}

const replaced = (list: readonly JsonObject[], part: JsonObject, id: 'uid' | 'id'): JsonObject[] => {
  const isIt = (each: JsonObject) => isSameId(String(each[id]), String(part[id]));
  return list.some(isIt) ? list.map(each => (isIt(each) ? part : each)) : [...list, part];
};
