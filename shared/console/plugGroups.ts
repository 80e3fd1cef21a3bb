import type { PlugState } from '../charging/session.ts';

/** Filters for points: those with a plug in one of the states of `PLUG_GROUPS`, or those that staff switched off ('off'). */
export const POINT_FILTERS = ['ready', 'busy', 'others', 'waiting', 'out', 'offline', 'off'] as const;
export type PointFilter = (typeof POINT_FILTERS)[number];

/**
 * State of a plug for staff. If the station is unreachable: 'offline', or 'never-connected' for an OCPP station that has never
 * connected. Otherwise the state that the station reported last.
 */
export type OperatedPlugState = PlugState | 'offline' | 'never-connected';

/** State of a plug that staff have switched off with its point, or that a vehicle without a session of this app uses. */
type DerivedPlugState = 'off' | 'others';

/**
 * The plug states that each filter for charging points selects. If a point is switched off, its plugs only count as 'off'. A plug in
 * use counts as 'busy' only with a session of this app in progress.
 */
export const PLUG_GROUPS = {
  ready: ['available', 'preparing'],
  busy: ['charging', 'occupied'],
  others: ['others'],
  waiting: ['suspended', 'finishing'],
  out: ['unavailable'],
  offline: ['offline', 'never-connected', 'unknown'],
  off: ['off'],
} as const satisfies Readonly<Record<PointFilter, readonly (OperatedPlugState | DerivedPlugState)[]>>;
export type PlugGroup = keyof typeof PLUG_GROUPS;

/** Returns the group of a plug state. */
export const groupOf = (state: OperatedPlugState | DerivedPlugState): PlugGroup =>
  POINT_FILTERS.find(group => PLUG_GROUPS[group].some(member => member === state)) ?? 'offline';

/** Counts the plugs whose state belongs to a group of states. `plugs`: number of plugs per state. */
export const plugsIn = (group: PlugGroup, plugs: Readonly<Record<string, number>>): number =>
  PLUG_GROUPS[group].reduce((total, state) => total + (plugs[state] ?? 0), 0);
