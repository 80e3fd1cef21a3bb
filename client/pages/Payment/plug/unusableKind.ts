import type { ChargingPoint, Plug } from '../../../../shared/charging/charging.ts';
import type { PlugState } from '../../../../shared/charging/session.ts';

/** Why a driver cannot use a plug, as the last word of keys of the text area `unusable`. */
export type UnusableKind = 'charging' | 'busy' | 'off' | 'switchedOff' | 'offline';

const KINDS: Readonly<Record<PlugState, UnusableKind>> = {
  charging: 'charging',
  occupied: 'busy',
  finishing: 'busy',
  suspended: 'busy',
  available: 'off',
  preparing: 'off',
  unavailable: 'off',
  unknown: 'off',
};

/** Returns true if a vehicle occupies the plug, so that waiting helps. */
export const isBusyKind = (kind: UnusableKind): boolean => kind === 'busy' || kind === 'charging';

/** Returns true if the reason holds for all plugs of a charging point. */
export const isOfPoint = (kind: UnusableKind): boolean => kind === 'switchedOff' || kind === 'offline';

/** Returns why a driver cannot use a plug. */
export function unusableKind({ isOutOfService }: ChargingPoint, { state, isOffline }: Plug): UnusableKind {
  if (isOutOfService) return 'switchedOff';
  return isOffline ? 'offline' : KINDS[state];
}

/** Returns a function that says whether a vehicle occupies a plug of the charging point. */
export const isBusyAt = (point: ChargingPoint) => (plug: Plug) => isBusyKind(unusableKind(point, plug));

/** Returns the text key of the request for a message: a plug will be free, or will work again. */
export const noticeKey = (point: ChargingPoint, plug: Plug): string =>
  isBusyAt(point)(plug) ? 'freeNotice.tell' : 'freeNotice.tellBroken';
