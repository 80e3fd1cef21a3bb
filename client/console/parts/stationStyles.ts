import type { OperatedPlugState } from '../../../shared/console/plugGroups.ts';
import type { ConnectionLine, PointLine, StationLine } from '../../../shared/console/stations.ts';
import type { IconName } from '../core/Icon.tsx';

export const WEBHOOKS_PATH = '/operator/webhooks';
export const webhookPath = (id: string): string => `${WEBHOOKS_PATH}/${id}`;

interface StatusStyle {
  icon: IconName;
  color: 'ok' | 'busy' | 'off' | 'warn' | 'calm';
}

const PLUG_STATUS_STYLES: Readonly<Record<OperatedPlugState, StatusStyle>> = {
  available: { icon: 'circle-check', color: 'ok' },
  preparing: { icon: 'circle-check', color: 'ok' },
  charging: { icon: 'zap', color: 'busy' },
  suspended: { icon: 'pause', color: 'busy' },
  finishing: { icon: 'clock', color: 'busy' },
  occupied: { icon: 'zap', color: 'busy' },
  unavailable: { icon: 'circle-x', color: 'off' },
  unknown: { icon: 'info', color: 'warn' },
  offline: { icon: 'wifi-off', color: 'off' },
  'never-connected': { icon: 'clock', color: 'warn' },
};

/** Returns icon and colour of a plug. A plug that staff have switched off is never green. */
export function plugStyle({ state, group }: PointLine['plugs'][number]): StatusStyle {
  if (group === 'off') return { icon: 'ban', color: 'warn' };
  return group === 'others' ? { icon: 'users', color: 'calm' } : PLUG_STATUS_STYLES[state];
}

type Row = 'is-bad' | 'is-warn' | undefined;

/**
 * Returns the class of a point's table row. 'is-bad' (red): a plug cannot charge. 'is-warn' (yellow): staff have switched the
 * point off, or the state of a plug is unknown.
 */
export function rowOfPoint({ plugs, off }: PointLine): Row {
  if (off) return 'is-warn';
  if (plugs.some(({ state }) => state === 'unavailable' || state === 'offline')) return 'is-bad';
  return plugs.some(({ state }) => state === 'unknown' || state === 'never-connected') ? 'is-warn' : undefined;
}

export function rowOfStation({ isConnected, lastMessageAt, unset, faulty }: StationLine): Row {
  if (!isConnected && lastMessageAt !== null) return 'is-bad';
  return unset.length + faulty.length > 0 ? 'is-warn' : undefined;
}

export function rowOfConnection({ state, failingS, refused, undecided }: ConnectionLine & { refused: number }): Row {
  if (state === 'active' && failingS > 0) return 'is-bad';
  return refused > 0 || undecided.length > 0 ? 'is-warn' : undefined;
}

export const STATIONS_PATH = '/operator/stations';
export const pointPath = (evseId: string): string => `${STATIONS_PATH}/points/${encodeURIComponent(evseId)}`;
export const closeFaultsPath = (evseId: string): string => `${pointPath(evseId)}/faults/close`;
export const faultPath = ({ evseId, report }: { evseId: string; report: string }): string =>
  `${pointPath(evseId)}/faults/${encodeURIComponent(report)}`;
export const stationPath = (identity: string): string => `${STATIONS_PATH}/ocpp/${encodeURIComponent(identity)}`;
export const settingsPath = (identity: string): string => `${stationPath(identity)}/settings`;
export const logFilesPath = (identity: string): string => `${stationPath(identity)}/log-files`;
export const connectionPath = (name: string): string => `${STATIONS_PATH}/connections/${encodeURIComponent(name)}`;
export const labelsPath = ({ street, city }: Pick<PointLine, 'street' | 'city'>): string =>
  `/operator/labels?at=${encodeURIComponent(`${city}, ${street}`)}`;
