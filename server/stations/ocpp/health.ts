import type { Registry } from './chargePoints/registry.ts';
import type { Holds } from './connectionLeases.ts';

/** How the stations do, for whoever runs them. */
export interface StationCounts {
  /** That were added. */
  known: number;
  connected: number;
  /** That have been connected once, and not for ten minutes. */
  silent: number;
  /** That could not be set as charging needs it. */
  badlySet: number;
  /** For how many seconds each of those that are not connected has said nothing. */
  silentS: Readonly<Record<string, number>>;
}

interface HealthDependencies {
  registry: Registry;
  holds: Holds;
  now(): Date;
}

/** Stations come back within so much after a restart of ours, or of theirs. */
const SILENT_AFTER_S = 600;

/** All stations are silent. */
class NoStationConnected extends Error {
  override name = 'NoStationConnected';
}

export function watchHealth({ registry, holds, now }: HealthDependencies) {
  const startedAt = now().toISOString();
  const count = async (): Promise<StationCounts> => {
    const all = await registry.list();
    const away = all.filter(({ id, heardAt }) => heardAt !== undefined && !holds.find(id));
    // Nobody was there to hear them before this process began.
    const silentS = away.map(({ id, heardAt = '' }) => {
      const since = Date.parse(heardAt > startedAt ? heardAt : startedAt);
      return [id, Math.max(0, Math.round((now().getTime() - since) / 1000))] as const;
    });
    return {
      known: all.length,
      connected: all.filter(({ id }) => holds.find(id)).length,
      silent: silentS.filter(([, seconds]) => seconds >= SILENT_AFTER_S).length,
      badlySet: all.filter(({ unset }) => unset.length > 0).length,
      silentS: Object.fromEntries(silentS),
    };
  };
  return {
    count,
    /** Those of ten minutes and more, by name. */
    async silent(): Promise<readonly string[]> {
      const { silentS } = await count();
      return Object.keys(silentS).filter(id => (silentS[id] ?? 0) >= SILENT_AFTER_S);
    },
    /** @throws NoStationConnected when all that were ever connected have been silent for ten minutes */
    async check(): Promise<void> {
      const { connected, silent, silentS } = await count();
      if (connected === 0 && silent > 0 && silent === Object.keys(silentS).length) throw new NoStationConnected();
    },
  };
}

export type StationsHealth = ReturnType<typeof watchHealth>;
