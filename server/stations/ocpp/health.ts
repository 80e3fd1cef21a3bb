import type { Registry } from './chargePoints/registry.ts';
import type { Holds } from './connectionLeases.ts';
import { refusedSettings } from './settings/chargingLimit.ts';

/** Numbers of stations by state, for monitoring. */
export interface StationCounts {
  /** Number of registered stations. */
  known: number;
  connected: number;
  /** Number of stations that have connected before, and have been disconnected for at least ten minutes. */
  silent: number;
  /** Number of stations that lack settings that charging needs. */
  badlySet: number;
  /** Seconds since the disconnection, by station. Contains only disconnected stations. */
  silentS: Readonly<Record<string, number>>;
}

interface HealthDependencies {
  registry: Registry;
  holds: Holds;
  now(): Date;
}

/** Time within which stations reconnect after a restart of the app or of the station. */
const SILENT_AFTER_S = 600;

/** Thrown if all stations that have connected before have been disconnected for ten minutes. */
class NoStationConnected extends Error {
  override name = 'NoStationConnected';
}

export function watchHealth({ registry, holds, now }: HealthDependencies) {
  const startedAt = now().toISOString();
  const count = async (): Promise<StationCounts> => {
    const all = await registry.list();
    const away = all.filter(({ id, lastMessageAt }) => lastMessageAt !== undefined && !holds.find(id));
    // Time before the start of this process does not count, because the app may have been down.
    const silentS = away.map(({ id, lastMessageAt = '' }) => {
      const since = Date.parse(lastMessageAt > startedAt ? lastMessageAt : startedAt);
      return [id, Math.max(0, Math.round((now().getTime() - since) / 1000))] as const;
    });
    return {
      known: all.length,
      connected: all.filter(({ id }) => holds.find(id)).length,
      silent: silentS.filter(([, seconds]) => seconds >= SILENT_AFTER_S).length,
      badlySet: all.filter(station => refusedSettings(station).length > 0).length,
      silentS: Object.fromEntries(silentS),
    };
  };
  return {
    count,
    /** Returns the ids of the stations that have been disconnected for at least ten minutes. */
    async silent(): Promise<readonly string[]> {
      const { silentS } = await count();
      return Object.keys(silentS).filter(id => (silentS[id] ?? 0) >= SILENT_AFTER_S);
    },
    /**
     * Checks that stations can connect.
     * @throws NoStationConnected if all that have connected before have been disconnected for at least ten minutes
     */
    async check(): Promise<void> {
      const { connected, silent, silentS } = await count();
      if (connected === 0 && silent > 0 && silent === Object.keys(silentS).length) throw new NoStationConnected();
    },
  };
}

export type StationsHealth = ReturnType<typeof watchHealth>;
