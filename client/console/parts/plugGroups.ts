import { PLUG_GROUPS, type PlugGroup } from '../../../shared/console/stations.ts';

/** Counts the plugs whose state belongs to a group of states. */
export const plugsIn = (group: PlugGroup, plugs: Readonly<Record<string, number>>): number =>
  PLUG_GROUPS[group].reduce((total, state) => total + (plugs[state] ?? 0), 0);
